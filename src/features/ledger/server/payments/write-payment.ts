/**
 * Writes payments. A payment that replaces a void payment takes over what belonged to it: its numbers, the deducted
 * tax, its bank line, its cheque and the member's report. It gets the next receipt number when the void payment had a
 * number of the portal's series, because no number is used twice.
 */
import type { PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { Instant } from '#shared/dates.ts'
import { accountOf } from '../../account.ts'
import type { MoneyEntry } from '../../account-entries.ts'
import { readCertificate } from '../certificate-queries.ts'
import { type AccountChange, entryHeader, type LockedMember } from '../entries.ts'
import { type Deduction, deductionEntry, refuseMoreTax, writeDeduction } from '../manual-entries.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { type Receipt, receiptColumns } from '../receipt-numbers.ts'
import { type LedgerChange, writeEntry } from '../write.ts'
import { handOver } from './owner-queries.ts'
import { claimReference, inBatch, isSameMoney, type ReferenceClaim } from './references.ts'

/** Call it in a transaction, after the payment that is replaced was voided. */
export async function writePayment(
  db: Database,
  { reference, ...change }: LedgerChange & { reference: PaymentClaim },
): Promise<AccountChange> {
  await claimReference(db, change.entry, reference)
  const member = await writeEntry(db, change)
  if (reference.replaced) await handOver(db, reference.replaced.id, change.entry.id)
  return { member, entry: change.entry }
}

export interface PaymentClaim extends ReferenceClaim {
  /** The void payment whose place it takes. */
  replaced?: LedgerRow | undefined
}

/** The receipt of a payment that takes the place of this one. */
export const receiptInstead = ({
  receipt_number,
  office_receipt_number: number,
}: LedgerRow): Receipt => (receipt_number === null ? { number } : 'series')

/** The tax that was deducted from a payment, void or not; undefined for none. */
export async function readDeduction(
  db: Database,
  entries: readonly LedgerRow[],
  paymentId: string,
): Promise<Omit<Deduction, 'paid_at'> | undefined> {
  const tds = deductionOf(entries, paymentId)
  if (!tds) return undefined
  const { id, amount_paise, reference } = tds
  return { amount_paise, certificate_number: (await readCertificate(db, id)) ?? reference }
}

const deductionOf = (entries: readonly LedgerRow[], paymentId: string) =>
  entries.find(
    (entry): entry is LedgerRow<MoneyEntry> =>
      entry.kind === 'tds' && entry.paid_with === paymentId,
  )

interface PaymentWithTax {
  /** The id of the payment, which is recorded after its tax because what the tax settles belongs to it. */
  id: string
  paid_at: Instant
  charge_id: string | null
}

/** Records tax that is deducted from a payment, and returns the member with all entries. */
export async function deductTax(
  db: Database,
  { member, entries }: LockedMember,
  {
    admin,
    payment: { id, paid_at, charge_id },
    tds,
    now,
  }: { admin: Caller; payment: PaymentWithTax; tds: Omit<Deduction, 'paid_at'>; now: Date },
): Promise<LockedMember> {
  refuseMoreTax(entries, tds.amount_paise, 'tds')
  const deduction = { ...tds, paid_at }
  const deducted = deductionEntry({ admin, member, entries, deduction, now })
  const entry = { ...deducted, charge_id, paid_with: id }
  const changed = await writeDeduction(db, admin, member, entry)
  return { member: changed.member, entries: await listEntriesOf(db, member.id) }
}

/** Records the tax that was deducted from a void payment for the one that takes its place. */
export async function deductAgain(
  db: Database,
  { member, entries }: LockedMember,
  {
    admin,
    replaced,
    payment,
    now,
  }: {
    admin: Caller
    replaced: LedgerRow | undefined
    payment: Omit<PaymentWithTax, 'charge_id'>
    now: Date
  },
): Promise<LockedMember> {
  const tds = replaced && (await readDeduction(db, entries, replaced.id))
  if (!tds) return { member, entries }
  const charge_id = openCharge(entries, replaced)
  const paid = { ...payment, charge_id }
  return deductTax(db, { member, entries }, { admin, payment: paid, tds, now })
}

/** The entries that `deductAgain` would record, for a preview. */
export function plannedTax(
  entries: readonly LedgerRow[],
  replaced: LedgerRow | undefined,
  { id, paid_at }: Omit<PaymentWithTax, 'charge_id'>,
): LedgerRow[] {
  const tds = replaced && deductionOf(entries, replaced.id)
  if (!tds) return []
  const charge_id = openCharge(entries, replaced)
  return [{ ...tds, id: `${id} tds`, paid_with: id, paid_at, dues_at: paid_at, charge_id }]
}

/** The charge that a payment names, if it is open. */
const openCharge = (
  entries: readonly LedgerRow[],
  { charge_id }: Pick<LedgerRow, 'charge_id'>,
): string | null => {
  const isOpen = accountOf(entries).charges.some(
    ({ id, open_paise }) => id === charge_id && open_paise > 0,
  )
  return isOpen ? charge_id : null
}

interface Restoration {
  admin: Caller
  member: PersonRow
  /** The void payment that counts again. */
  restored: LedgerRow
  /** The payment that had taken its place, which is void now. */
  undone: readonly LedgerRow[]
  now: Date
}

/** Records a payment that was replaced again, as it was. */
export async function restorePayment(
  db: Database,
  { admin, member: locked, restored, undone, now }: Restoration,
  claim: Pick<ReferenceClaim, 'isOptional'> = {},
): Promise<AccountChange> {
  const before = { member: locked, entries: await listEntriesOf(db, locked.id) }
  const payment = { id: newId(now), paid_at: restored.paid_at }
  const tax = { admin, replaced: restored, payment, now }
  const { member, entries } = await deductAgain(db, before, tax)
  const entry: LedgerRow = {
    ...restored,
    ...entryHeader(admin, member, now, entries.at(-1)?.recorded_at),
    ...(await receiptColumns(db, receiptInstead(restored), now)),
    id: payment.id,
  }
  const reference = { ...claim, replaced: restored, sharing: inBatch(restored.run_id) }
  const change = { admin, member, entry, action: 'marked paid', reference }
  const written = await writePayment(db, change)
  for (const one of undone) if (isSameMoney(one, restored)) await handOver(db, one.id, entry.id)
  return written
}
