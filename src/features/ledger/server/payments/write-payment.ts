/**
 * Plans and writes payments with the tax that was deducted from them. A preview reads a plan, and saving writes it. A
 * payment that replaces a void one takes over its reference numbers, deducted tax, bank line, cheque and report. It
 * gets the next receipt number if the void one had a number of the portal's series.
 */
import type { PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { Instant } from '#shared/dates.ts'
import { accountOf } from '../../account.ts'
import type { MoneyEntry } from '../../account-entries.ts'
import { readCertificate } from '../certificate-queries.ts'
import { type AccountChange, entryHeader } from '../entries.ts'
import { type Deduction, deductionEntry, writeDeduction } from '../manual-entries.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { type ReceiptNumbering, receiptColumns } from '../receipt-numbers.ts'
import { type LedgerChange, writeEntry } from '../write.ts'
import { handOver } from './owner-queries.ts'
import { claimReference, type ReferenceClaim } from './references.ts'

/** The entries of a payment, or of tax alone, that are not recorded yet; without numbers. */
export interface PlannedPayment {
  /** It is recorded before the payment, because what the tax settles belongs to the payment. */
  tax?: LedgerRow<MoneyEntry> | undefined
  payment: LedgerRow
}

/** The planned entries in the order of recording. */
export const plannedEntries = ({ tax, payment }: PlannedPayment): LedgerRow[] =>
  tax ? [tax, payment] : [payment]

/** Who records the payment, and for whom. `entries` are all of the member's entries before it. */
export interface PaymentContext {
  admin: Pick<Caller, 'id'>
  member: PersonRow
  entries: readonly LedgerRow[]
  now: Date
}

export type Tax = Omit<Deduction, 'paid_at'>

interface PaymentWithTax {
  id: string
  paid_at: Instant
  charge_id: string | null
}

export const planTax = (
  context: PaymentContext,
  { id, paid_at, charge_id }: PaymentWithTax,
  tax: Tax,
): LedgerRow<MoneyEntry> => ({
  ...deductionEntry({ ...context, deduction: { ...tax, paid_at } }),
  charge_id,
  paid_with: id,
})

interface PaymentChange extends Omit<LedgerChange, 'entry' | 'admin'> {
  admin: Caller
  planned: PlannedPayment
  receipt: ReceiptNumbering
  reference: PaymentClaim
  now: Date
}

export interface PaymentClaim extends ReferenceClaim {
  /** The void payment that it replaces. */
  replaced?: LedgerRow | undefined
}

/** Call it in a transaction, after the payment that is replaced was voided. */
export async function writePayment(
  db: Database,
  { planned: { tax, payment }, receipt, reference, now, ...change }: PaymentChange,
): Promise<AccountChange> {
  const { member } = tax ? await writeDeduction(db, change.admin, change.member, tax) : change
  const entry = { ...payment, ...(await receiptColumns(db, receipt, now)) }
  await claimReference(db, entry, reference)
  const { replaced, another_payment } = reference
  // The history keeps why the reference of another payment is used again.
  const details = { ...change.details, ...(another_payment !== undefined && { another_payment }) }
  const changed = await writeEntry(db, { ...change, member, entry, details })
  if (replaced) await handOver(db, member, { from: replaced, to: entry })
  return { member: changed, entry }
}

/** The receipt of a payment that replaces this one. */
export const receiptInstead = ({
  receipt_number,
  office_receipt_number: number,
}: LedgerRow): ReceiptNumbering => (receipt_number === null ? { number } : 'series')

/** The tax that was deducted from a payment, void or not, with the number of a certificate that came later. */
export async function readTax(
  db: Database,
  entries: readonly LedgerRow[],
  payment: LedgerRow | undefined,
): Promise<Tax | undefined> {
  const tax = payment && taxEntryOf(entries, payment)
  if (!tax) return undefined
  const { id, amount_paise, reference } = tax
  return { amount_paise, certificate_number: (await readCertificate(db, id)) ?? reference }
}

const taxEntryOf = (entries: readonly LedgerRow[], payment: LedgerRow) =>
  entries.find(
    (entry): entry is LedgerRow<MoneyEntry> =>
      entry.kind === 'tds' && entry.paid_with === payment.id,
  )

/** The open charge that a void payment, or its tax, names to pay what it had paid; null for what is due first. */
export function chargePaidBefore(entries: readonly LedgerRow[], paid: LedgerRow): string | null {
  const before = entries.slice(
    0,
    entries.findIndex(({ reverses_id }) => reverses_id === paid.id),
  )
  const first = accountOf(before).settlements.find(({ money_id }) => money_id === paid.id)
  const open = accountOf(entries).charges.filter(({ open_paise }) => open_paise > 0)
  const named = open.find(({ id }) => id === (paid.charge_id ?? first?.charge.id))
  // Money that names no charge pays what is due first.
  const isDueFirst = paid.charge_id === null && named === open[0]
  return named && !isDueFirst ? named.id : null
}

/** Plans the tax of a void payment for the payment that replaces it; `tax` has a certificate that came later. */
export function planTaxAgain(
  context: PaymentContext,
  payment: Pick<PaymentWithTax, 'id' | 'paid_at'>,
  replaced: LedgerRow | undefined,
  tax: Tax | undefined,
): LedgerRow<MoneyEntry> | undefined {
  const before = replaced && taxEntryOf(context.entries, replaced)
  if (!before) return undefined
  const { amount_paise, reference: certificate_number } = before
  const charge_id = chargePaidBefore(context.entries, before)
  return planTax(context, { ...payment, charge_id }, tax ?? { amount_paise, certificate_number })
}

interface Restoration {
  admin: Caller
  member: PersonRow
  /** The void payment that counts again. */
  restored: LedgerRow
  /** The void payments that had taken over what belonged to it. */
  replacements: readonly LedgerRow[]
  now: Date
}

/** Records a payment that was replaced again, as it was. */
export async function restorePayment(
  db: Database,
  { admin, member, restored, replacements, now }: Restoration,
  claim: Pick<ReferenceClaim, 'isOptional'> = {},
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const context = { admin, member, entries, now }
  const id = newId(now)
  const { paid_at } = restored
  const deducted = await readTax(db, entries, restored)
  const tax = planTaxAgain(context, { id, paid_at }, restored, deducted)
  const last = tax ?? entries.at(-1)
  const payment = { ...restored, ...entryHeader(admin, member, now, last?.recorded_at), id }
  const written = await writePayment(db, {
    admin,
    member,
    planned: { tax, payment },
    receipt: receiptInstead(restored),
    action: 'marked paid',
    reference: { ...claim, replaced: restored, batch: restored.run_id },
    now,
  })
  for (const from of replacements) await handOver(db, member, { from, to: written.entry })
  return written
}
