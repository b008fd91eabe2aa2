/**
 * Payments of dues. They are not for given days: they pay the charge that they name, then charges in the order in which
 * they are due, and the rest is credit.
 */

import { isPaidUntil } from '#features/members/dues-status.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { AssociationDetails } from '#shared/association-details.ts'
import { compare } from '#shared/compare.ts'
import { type Instant, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Paise } from '#shared/rupees.ts'
import { type Account, accountOf } from '../../account.ts'
import {
  activeEntries,
  type ImpliedCharge,
  type MoneyEntry,
  type PlannedCharge,
} from '../../account-entries.ts'
import { chargeMeantByPayer } from '../../named-charges.ts'
import type { PaymentMode } from '../../payment-modes.ts'
import { type AccountChange, entryHeader, paymentEntry } from '../entries.ts'
import { refuseMoreTax } from '../manual-entries.ts'
import { refusePaymentDay } from '../payment-day.ts'
import { type LedgerRow, readLedgerSettings } from '../queries.ts'
import { officeReceipt } from '../receipt-numbers.ts'
import {
  type PaymentContext,
  type PlannedPayment,
  planTax,
  receiptInstead,
  type Tax,
  writePayment,
} from './write-payment.ts'

/** A payment of dues; its validity follows from what it settles. */
export interface DuesPayment {
  amount_paise: Paise
  mode: PaymentMode | null
  reference: string
  paid_at: Instant
  /**
   * The open charge that it pays first; null for the charge that is due first; absent to derive it from `payer_text`
   * and the amount.
   */
  charge_id?: string | null | undefined
  /** The payer's own text, which may name a charge; by default the reference. */
  payer_text?: string | undefined
  /** The reason why it is not the other member's payment with the same reference. */
  another_payment?: string | undefined
  /** The keys by which the payment is found again; by default the key of `reference`. */
  reference_keys?: readonly string[] | undefined
  /** Of the parts of a transfer, the id that they share with its reference. */
  batch?: string | null
  /** The void payment whose place it takes. */
  replaced?: LedgerRow | undefined
  /** The id of the cheque that it clears. */
  cheque_id?: string | undefined
  /** Tax that the member deducted: it settles charges as well, and the receipt states it. */
  tds?: Tax | undefined
  /**
   * The charges that raising the dues of the year would create (dues/rules.ts). The payment implies them after it has
   * paid what is open. null where no dues are set for the year.
   */
  planned_charges: readonly PlannedCharge[] | null
}

/**
 * Records a payment of dues in the caller's transaction. It pays what is open, then the
 * charges that it implies. Where no dues are set for the year, the payment of a member who was never charged and has
 * not paid for the year covers the financial year, as with Mark Paid. Throws Refusal 'conflict' when an earlier payment
 * has its reference.
 */
export async function writeDuesPayment(
  db: Database,
  { payment, ...context }: PaymentContext & { admin: Caller; payment: DuesPayment },
): Promise<AccountChange> {
  const { now } = context
  const { reference_keys, batch = null, replaced, another_payment, cheque_id } = payment
  await refusePaymentDay(db, payment.paid_at, now, 'paid_at')
  const planned = await planDuesPayment(db, context, payment)
  const { valid_to, amount_paise } = planned.payment
  return writePayment(db, {
    ...context,
    planned,
    receipt: replaced ? receiptInstead(replaced) : 'series',
    action: valid_to ? 'marked paid' : 'part payment recorded',
    details: { amount_paise },
    reference: {
      keys: reference_keys,
      chequeId: cheque_id,
      batch,
      another_payment,
      replaced,
    },
  })
}

/** The entries that `writeDuesPayment` adds, also for a preview. */
export async function planDuesPayment(
  db: Database,
  context: PaymentContext,
  { tds, replaced, ...paid }: DuesPayment,
): Promise<PlannedPayment> {
  const { entries, now } = context
  const id = newId(now)
  const { paid_at } = paid
  const charge_id = chargePaidFirst(accountOf(entries), { ...paid, tds })
  // The tax of a replaced payment was deducted, also if credit has paid the dues since.
  if (tds && !replaced) refuseMoreTax(entries, tds.amount_paise, 'tds')
  const tax = tds && planTax(context, { id, paid_at, charge_id }, tds)
  const before = tax ? [...entries, tax] : entries
  const payment = duesPaymentEntry({ ...context, entries: before }, { ...paid, charge_id })
  const settings = await readLedgerSettings(db)
  return { tax, payment: withSettledDays(before, { ...payment, id }, settings) }
}

/** The id of the open charge that a payment and its tax pay first; null for the charge that is due first. */
export function chargePaidFirst(
  account: Account,
  {
    amount_paise,
    tds,
    charge_id,
    reference,
    payer_text = reference,
    paid_at,
  }: Pick<
    DuesPayment,
    'amount_paise' | 'tds' | 'charge_id' | 'reference' | 'payer_text' | 'paid_at'
  >,
): string | null {
  if (charge_id === undefined) {
    const paise = amount_paise + (tds?.amount_paise ?? 0)
    return (
      chargeMeantByPayer(account.charges, paise, { text: payer_text, day: isoDay(paid_at) })?.id ??
      null
    )
  }
  if (
    charge_id !== null &&
    !account.charges.some((charge) => charge.id === charge_id && charge.open_paise)
  )
    throw new Refusal('conflict', 'This charge is not open any more. Please choose again', {
      field: 'charge_id',
    })
  return charge_id
}

function duesPaymentEntry(
  { admin, member, entries, now }: PaymentContext,
  {
    amount_paise,
    mode,
    reference,
    paid_at,
    charge_id,
    planned_charges,
  }: DuesPayment & Pick<LedgerRow, 'charge_id'>,
): LedgerRow<MoneyEntry> {
  const year = financialYear(new Date(paid_at))
  const isForYear =
    planned_charges === null &&
    charge_id === null &&
    !hasCharges(entries) &&
    !isPaidUntil(member, year.to)
  const payment = { amount_paise, mode, reference, paid_at, valid_from: null, valid_to: null }
  return {
    ...paymentEntry({ admin, member, payment, receipt: officeReceipt(null), now }),
    ...entryHeader(admin, member, now, entries.at(-1)?.recorded_at),
    ...(isForYear ? { valid_from: year.from, valid_to: year.to } : { item: 'dues' }),
    year_amounts: planned_charges?.length ? planned_charges.map(toImpliedCharge) : null,
    charge_id,
  }
}

const toImpliedCharge = ({
  year,
  item,
  amount_paise,
  valid_from,
  valid_to,
}: PlannedCharge): ImpliedCharge => ({ year, item, amount_paise, valid_from, valid_to })

/** Whether the member has an active charge; arrears from before the portal count only until they are paid. */
const hasCharges = (entries: readonly LedgerRow[]): boolean =>
  activeEntries(entries).some(({ kind, item }) => kind === 'charge' && item !== 'arrears') ||
  accountOf(entries).charges.some(({ item, open_paise }) => item === 'arrears' && open_paise > 0)

/**
 * Returns the entry with the year and the days of the latest dues that it completes. Charges from before policies for
 * late payments were stored with charges get the policy of the settings.
 */
export function withSettledDays(
  entries: readonly LedgerRow[],
  entry: LedgerRow,
  { late_renewal }: Pick<AssociationDetails, 'late_renewal'>,
): LedgerRow {
  if (entry.valid_to !== null) return entry
  const before = new Set(accountOf(entries).settledDues.map(({ charge: settled }) => settled.id))
  const complete = entries.map((row) => ({
    ...row,
    late_renewal: row.late_renewal ?? late_renewal,
  }))
  const [latest] = accountOf([...complete, entry])
    .settledDues.filter(({ charge: settled }) => !before.has(settled.id))
    .toSorted((a, b) => compare(b.valid_to, a.valid_to))
  if (!latest) return entry
  const { charge, valid_from, valid_to } = latest
  return { ...entry, year: charge.year, valid_from, valid_to }
}
