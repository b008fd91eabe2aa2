/**
 * Records a payment for its own days, optionally replacing another payment. dues-payments.ts records payments of dues,
 * imported-payments.ts those of an import.
 */
import type { PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { type Account, accountOf } from '../../account.ts'
import type { YearAmounts } from '../../account-entries.ts'
import type { MarkPreview } from '../../answers.ts'
import { joiningFeeKey } from '../../implied-charges.ts'
import { chargesFor, hasJoiningFee, sumOfCharges } from '../../year-charges.ts'
import { type Rates, readRates } from '../charges/rates-queries.ts'
import {
  type AccountChange,
  entryHeader,
  type Payment,
  type PossibleChange,
  paymentEntry,
} from '../entries.ts'
import { findEntry, type LedgerRow, listEntriesOf } from '../queries.ts'
import { officeReceipt, type ReceiptNumbering } from '../receipt-numbers.ts'
import { voidCurrentPayment } from '../voids/void-payment.ts'
import { paymentOutcome } from './payment-outcome.ts'
import {
  type PaymentClaim,
  type PaymentContext,
  type PlannedPayment,
  plannedEntries,
  planTaxAgain,
  readTax,
  type Tax,
  writePayment,
} from './write-payment.ts'

interface PaymentToRecord {
  admin: Caller
  member: PersonRow
  payment: Payment
  receipt: ReceiptNumbering
  now: Date
  /** The bulk payment that it is a part of. */
  batch?: string | null
  isImported?: boolean
  reference: PaymentClaim
}

/**
 * Adds a payment for its own days or, without days, for what is owed or the year in which it was made. Throws
 * Refusal 'conflict' when its reference is one of an earlier payment.
 */
export async function recordPaymentForDays(
  db: Database,
  {
    admin,
    member,
    payment,
    receipt,
    now,
    reference,
    batch = null,
    isImported = false,
  }: PaymentToRecord,
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const { replaced } = reference
  const planned = await planPaymentForDays(ratesReader(db), {
    admin,
    member,
    entries,
    payment,
    replaced,
    tax: await readTax(db, entries, replaced),
    isImported,
    batch,
    now,
  })
  const action = 'marked paid'
  return writePayment(db, { admin, member, planned, receipt, reference, action, now })
}

interface PaymentForDays extends PaymentContext {
  payment: Payment
  /** The void payment that it replaces. */
  replaced: LedgerRow | undefined
  /** The tax that was deducted from the void payment; undefined for a preview, which shows no certificate. */
  tax: Tax | undefined
  /** Members of a sheet get the day of the import as their day of joining, so their payments imply no joining fee. */
  isImported: boolean
  batch: string | null
}

async function planPaymentForDays(
  ratesOf: RatesReader,
  { payment: paid, replaced, tax: deducted, isImported, batch, ...context }: PaymentForDays,
): Promise<PlannedPayment> {
  const { admin, member, entries, now } = context
  const id = newId(now)
  const { paid_at } = paid
  const tax = planTaxAgain(context, { id, paid_at }, replaced, deducted)
  const before = tax ? [...entries, tax] : entries
  const payment: LedgerRow = {
    ...paymentEntry({ admin, member, payment: paid, receipt: officeReceipt(null), now }),
    ...entryHeader(admin, member, now, before.at(-1)?.recorded_at),
    id,
    run_id: batch,
  }
  const account = accountOf([...before, payment])
  const year_amounts = await impliedAmounts(ratesOf, member, { payment, account, isImported })
  return { tax, payment: { ...payment, year_amounts } }
}

/** The dues of a member for these years. */
export type RatesReader = (
  member: Pick<PersonRow, 'id' | 'role'>,
  years: readonly string[],
) => Promise<Rates>

export const ratesReader =
  (db: Database): RatesReader =>
  (member, years) =>
    readRates(db, member, years)

interface PaymentInAccount extends Pick<PaymentForDays, 'isImported'> {
  payment: LedgerRow
  /** The account after the payment; at this point it implies charges for dues only. */
  account: Account
}

/**
 * The amounts of the charges that a payment implies; null when all of it is for the dues of one year. These are the
 * rates of several years, and the joining fee if the member joined in one of the years and the payment covers both the
 * fee and the dues. A lower amount is all for the dues.
 */
async function impliedAmounts(
  ratesOf: RatesReader,
  member: PersonRow,
  { payment, account, isImported }: PaymentInAccount,
): Promise<YearAmounts | null> {
  const implied = account.charges.filter(({ implied_by: id }) => id === payment.id)
  if (implied.length === 0) return null
  const joinedIn = financialYear(new Date(member.created_at))
  const years = implied.map(({ year }) => year)
  const mayJoin = !isImported && years.includes(joinedIn.name) && !hasJoiningFee(account)
  if (years.length < 2 && !mayJoin) return null
  const rates = await ratesOf(member, years)
  const joiner = {
    created_at: member.created_at,
    paid_until: '' as const,
    has_joining_fee: !mayJoin,
  }
  const rate = rates[joinedIn.name]
  const planned = rate ? chargesFor(joiner, joinedIn, rate, isoDay(payment.paid_at)) : []
  const others = years.filter((year) => year !== joinedIn.name)
  const needed = sumOfCharges([...planned, ...others.flatMap((year) => rates[year] ?? [])])
  const fee = planned.find(({ item }) => item === 'joining fee')
  const joiningFee =
    fee && sumOfCharges(implied) >= needed ? { [joiningFeeKey(joinedIn.name)]: fee } : {}
  if (years.length < 2 && !fee) return null
  const amounts = { ...rates, ...joiningFee }
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([key, one]) => (one ? [[key, one.amount_paise]] : [])),
  )
}

/**
 * Voids the member's current payment, then adds the payment that takes its place, if there is one. `receiptOf` says
 * which receipt that has. Call it in a transaction.
 */
export async function replacePayment(
  db: Database,
  {
    payment,
    receiptOf,
    isOptional = false,
    ...change
  }: Pick<PaymentToRecord, 'admin' | 'member' | 'now'> & {
    payment: Payment | null
    receiptOf: (replaced: LedgerRow | undefined) => ReceiptNumbering
    isOptional?: boolean
  },
): Promise<PossibleChange> {
  const { admin, member, now } = change
  const current = member.ledger_entry_id && (await findEntry(db, member.ledger_entry_id))
  const replaced = current && current.kind === 'payment' ? current : undefined
  const reason = payment ? 'replaced' : null
  const voided = await voidCurrentPayment(db, admin, member, { reason, now })
  if (!payment) return voided
  const receipt = receiptOf(replaced)
  return recordPaymentForDays(db, {
    ...change,
    member: voided.member,
    payment,
    receipt,
    isImported: receipt !== 'series',
    reference: { replaced, isOptional },
  })
}

type PreviewedForDays = Omit<PaymentForDays, 'admin' | 'tax' | 'isImported' | 'batch'> &
  Partial<Pick<PaymentForDays, 'isImported'>>

/** What a payment for its own days would settle, after these entries. */
export async function paymentForDaysOutcome(
  ratesOf: RatesReader,
  { entries, replaced, isImported = false, ...values }: PreviewedForDays,
): Promise<Omit<MarkPreview, 'replaces'>> {
  const planned = await planPaymentForDays(ratesOf, {
    ...values,
    admin: { id: '' },
    entries,
    replaced,
    tax: undefined,
    isImported,
    batch: null,
  })
  const added = plannedEntries(planned)
  return paymentOutcome(accountOf([...entries, ...added]), added)
}
