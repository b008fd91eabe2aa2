/** Waivers of what a member owes. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { accountOf } from '../../account.ts'
import { chargeName } from '../../charge-name.ts'
import type { Charge } from '../../charges.ts'
import { type AccountChange, entryWithoutMoney, type Versioned } from '../entries.ts'
import { lockForPayment } from '../lock-for-payment.ts'
import { withSettledDays } from '../payments/dues-payments.ts'
import { listEntriesOf, readLedgerSettings, withoutDues } from '../queries.ts'
import { findContent } from '../receipts/receipt-content.ts'
import { writeEntry } from '../write.ts'

interface Waiver {
  amount_paise: Paise
  reason: string
}

/**
 * Waives a part of what a member owes, or all, starting with the charge that is due first. Each charge gets an entry of
 * its own, which stays with the charge; the last entry is returned. Call it in a transaction.
 */
export async function recordWaiver(
  db: Database,
  {
    admin,
    personId,
    waiver: { updated_at, amount_paise, reason },
    now,
  }: { admin: Caller; personId: string; waiver: Versioned<Waiver>; now: Date },
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const { open_paise: owed, charges } = accountOf(await listEntriesOf(db, member.id))
  if (amount_paise > owed)
    throw new Refusal(
      'conflict',
      owed === 0
        ? 'This member owes no dues, so there is nothing to waive'
        : `This member owes ${formatRupees(owed)}; please waive no more than that`,
      { field: 'amount' },
    )
  const [first, ...others] = partsToWaive(charges, amount_paise)
  if (!first) throw new Error('a waiver is of an amount')
  let change = await writeWaiver(db, { admin, member, waiver: { ...first, reason }, now })
  for (const part of others)
    change = await writeWaiver(db, {
      admin,
      member: change.member,
      waiver: { ...part, reason },
      now,
    })
  return change
}

/** Warnings shown before a waiver of charges with their own tax invoice: the tax stays due. */
export async function invoicedWaivers(
  db: Database,
  personId: string,
  paise: Paise,
): Promise<string[]> {
  const { charges } = accountOf(await listEntriesOf(db, personId))
  const waived = new Set(partsToWaive(charges, paise).map(({ charge_id }) => charge_id))
  const warnings: string[] = []
  for (const charge of charges.filter(({ id, paper }) => waived.has(id) && paper !== null)) {
    const paper = await findContent(db, charge.id)
    if (paper?.tax.kind === 'invoice')
      warnings.push(
        `“${chargeName(charge)}” has tax invoice ${paper.number}. A waiver does not change the invoice: all of its tax stays due. Ask your accountant.`,
      )
  }
  return warnings
}

interface WaivedPart {
  charge_id: string | null
  amount_paise: Paise
}

/** Splits a waiver over the open charges. A refund to return is no entry of the ledger, so its part has no charge. */
function partsToWaive(charges: readonly Charge[], paise: Paise): WaivedPart[] {
  let left = paise
  return charges.flatMap(({ id, item, open_paise }) => {
    const amount_paise = Math.min(left, open_paise)
    left -= amount_paise
    const charge_id = item === 'refund to return' ? null : id
    return amount_paise > 0 ? [{ charge_id, amount_paise }] : []
  })
}

async function writeWaiver(
  db: Database,
  {
    admin,
    member,
    waiver: { reason, ...part },
    now,
  }: { admin: Caller; member: PersonRow; waiver: WaivedPart & Pick<Waiver, 'reason'>; now: Date },
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const entry = withSettledDays(
    entries,
    {
      ...entryWithoutMoney(admin, member, entries, now),
      ...withoutDues,
      kind: 'waiver',
      valid_from: null,
      valid_to: null,
      ...part,
      reference: reason,
      item: 'dues',
    },
    await readLedgerSettings(db),
  )
  const details = { amount_paise: entry.amount_paise }
  return {
    member: await writeEntry(db, { admin, member, entry, action: 'dues waived', details }),
    entry,
  }
}
