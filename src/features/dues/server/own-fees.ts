/** Sets and removes the fee that was agreed with one member. */
import type { z } from 'zod'
import { listOwnFees, replaceOwnFees } from '#features/ledger/server/charges/own-fee-queries.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import { saveNewVersion } from '#features/ledger/server/manual-entries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { financialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import type { OwnFeeEdit, ownFeeRemoval } from '../contract.ts'
import { feesWithout, feeYearsText } from '../own-fees.ts'

type Member = AccountChange['member']
type OfMember<Values> = Values & { personId: string }

/** Sets a member's own fee; dues that are raised already do not change. Call it in a transaction. */
export async function setOwnFee(
  db: Database,
  admin: Caller,
  { personId, updated_at, amount: amount_paise, reason, ...years }: OfMember<OwnFeeEdit>,
  now: Date,
): Promise<Member> {
  const member = await lockForPayment(db, personId, updated_at)
  const at = nextVersion(member.updated_at, now)
  const fee = { ...years, amount_paise, reason, recorded_at: at, recorded_by: admin.id }
  const others = feesWithout(await listOwnFees(db, personId), years)
  await replaceOwnFees(db, personId, [...others, { ...fee, person_id: personId }])
  const after = { amount_paise, reason, years: feeYearsText(years) }
  await saveNewVersion(db, admin, member, { at, action: 'own fee set', after })
  return { ...member, updated_at: at }
}

/** Removes a member's own fee from the current financial year on. Call it in a transaction. */
export async function removeOwnFee(
  db: Database,
  admin: Caller,
  { personId, updated_at }: OfMember<z.output<typeof ownFeeRemoval>>,
  now: Date,
): Promise<Member> {
  const member = await lockForPayment(db, personId, updated_at)
  const fees = await listOwnFees(db, personId)
  const left = feesWithout(fees, { from_year: financialYear(now).name, to_year: null })
  if (JSON.stringify(left) === JSON.stringify(fees))
    throw new Refusal('conflict', 'This member has no own fee')
  const at = nextVersion(member.updated_at, now)
  await replaceOwnFees(db, personId, left)
  await saveNewVersion(db, admin, member, { at, action: 'own fee removed', after: {} })
  return { ...member, updated_at: at }
}
