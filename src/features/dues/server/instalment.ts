import { accountOf } from '#features/ledger/account.ts'
import type { PaidMark } from '#features/ledger/contract.ts'
import { raiseChargesOf } from '#features/ledger/server/charges/charges.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import { markPaid } from '#features/ledger/server/payments/mark-paid.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { chargesFor, hasJoiningFee } from '#features/ledger/year-charges.ts'
import { isPaidUntil } from '#features/members/dues-status.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { notAMember } from '#shared/roles.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readRateOf } from './read-dues.ts'

/**
 * Mark Paid with a part of a year's dues, in the caller's transaction. A year that is not charged yet is
 * charged at its rate first, so that the rest stays owed. `chequeId` is the id of the cheque that the payment clears.
 */
export async function recordInstalment(
  world: World,
  db: Database,
  {
    admin,
    personId,
    mark: { updated_at, ...mark },
    chequeId,
  }: { admin: Caller; personId: string; mark: PaidMark; chequeId?: string },
): Promise<AccountChange> {
  const now = world.now()
  const member = await lockForPayment(db, personId, updated_at)
  const year = financialYearOf(mark.membership_valid_from)
  const { charges } = accountOf(await listEntriesOf(db, member.id))
  if (!charges.some(({ item, year: name }) => item === 'dues' && name === year.name)) {
    const rate = await readRateOf(db, member, year.name)
    if (!rate) throw new Refusal('conflict', notAMember)
    const paid_until = isPaidUntil(member, year.to) ? '' : member.paid_until
    const has_joining_fee = hasJoiningFee({ charges })
    const unpaid = { ...member, paid_until, has_joining_fee }
    const planned = chargesFor(unpaid, year, rate, isoDay(now))
    const dues = planned.find(({ item }) => item === 'dues')?.amount_paise ?? 0
    if (mark.paymentAmount >= dues)
      throw new Refusal(
        'conflict',
        dues === 0
          ? `No dues are set for ${year.name}`
          : `The dues of ${year.name} are ${formatRupees(dues)}. Record the payment as the full fee`,
      )
    await raiseChargesOf(db, { admin, member, charges: planned, now })
  }
  return markPaid(world, db, { admin, personId, mark, chequeId })
}
