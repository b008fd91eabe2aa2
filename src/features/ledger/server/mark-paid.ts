/**
 * Mark Paid and Mark Unpaid, and payments that take the place of others. Payments of dues: dues-payments.ts;
 * of an import: imported-payments.ts.
 */

import { lockPerson, type PersonRow } from '#features/members/server/queries.ts'
import { assertUnchanged } from '#features/members/server/record/change-person.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import { noSuchMember, requireMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { isMemberRole } from '#shared/roles.ts'
import { type Account, accountOf } from '../account.ts'
import { activeEntries, namesSomeOf, type YearAmounts } from '../account-entries.ts'
import type { MarkPreview } from '../answers.ts'
import { joiningFeeOf } from '../brought-charges.ts'
import type { PaidMark, PaymentMark } from '../contract.ts'
import { chargesFor, hasJoiningFee, totalOf } from '../year-charges.ts'
import {
  entryHeader,
  type Payment,
  paymentEntry,
  plannedVoids,
  type VoidOptions,
  voidingEntry,
} from './entries.ts'
import { refuseClosedVoids, refusePaymentDay } from './payment-day.ts'
import { outcomeOf } from './payment-outcome.ts'
import { findEntry, type LedgerRow, listLedgerRows } from './queries.ts'
import { type Rates, readRates } from './rates-queries.ts'
import { officeReceipt, type Receipt, receiptColumns } from './receipt-numbers.ts'
import { assumedState } from './receipts/assumed-state.ts'
import { queueReceipt } from './receipts/send-receipt.ts'
import { voidNotices } from './receipts/void-notices.ts'
import {
  anotherPayment,
  claimFreeReferences,
  claimReference,
  type ReferenceClaim,
  sharedBatch,
} from './references.ts'
import { writeEntry } from './write.ts'

/**
 * Mark Paid adds a payment for days, Mark Unpaid voids the current one (contract 13.1), in one transaction with the
 * payment fields of the member. A payment that names some of the same days is voided first, so that no day is
 * paid twice. Marking a member paid again with the same values changes nothing, nor does marking an unpaid one unpaid.
 */
export async function markPayment(
  world: World,
  admin: Caller,
  personId: string,
  mark: PaymentMark,
): Promise<PersonRow> {
  return world.db.transaction().execute((db) => markPaymentIn(world, db, { admin, personId, mark }))
}

interface MarkedPayment {
  admin: Caller
  personId: string
  mark: PaymentMark
  /**
   * The id of a bulk payment, which is stored with its entries. One transfer may have paid all entries of a batch.
   */
  batch?: string | null
  /** The id of the cheque that the payment clears. */
  held?: string | undefined
}

/** Like `markPayment`, in a transaction of the caller. */
export async function markPaymentIn(
  world: World,
  db: Database,
  { admin, personId, mark, batch = null, held }: MarkedPayment,
): Promise<PersonRow> {
  const now = world.now()
  const member = await lockForPayment(db, personId, mark.updated_at)
  if (!mark.payment_status) return voidCurrentPayment(db, admin, member, { reason: null, now })
  const paidMember = await markPaid(db, { admin, member, mark, batch, held, now })
  if (mark.email_receipt && paidMember.ledger_entry_id !== null)
    await queueReceipt(world, db, paidMember.ledger_entry_id)
  return paidMember
}

/** The member, locked until the transaction ends; refused when they have changed since `version`. */
export async function lockForPayment(
  db: Database,
  personId: string,
  version: string | undefined,
): Promise<PersonRow> {
  await lockLedger(db, 'shared')
  const member = await lockPerson(db, personId)
  if (!member || !(member.membership_number || isMemberRole(member.role))) throw noSuchMember()
  await assertUnchanged(db, member, version)
  return member
}

interface PaidMember {
  admin: Caller
  member: PersonRow
  mark: PaidMark
  batch: string | null
  held: string | undefined
  now: Date
}

async function markPaid(
  db: Database,
  { admin, member, mark, batch, held, now }: PaidMember,
): Promise<PersonRow> {
  const payment = paymentOf(mark, now)
  await refusePaymentDay(db, payment.paid_at, now, 'payment_date')
  const active = activeEntries(await listLedgerRows(db, member.id))
  if (member.ledger_entry_id !== null && findRecorded(active, payment)) return member
  const shared = await sharedBatch(db, member.id, payment)
  let current = member
  for (const entry of active)
    if (namesSomeOf(entry, { from: mark.membership_valid_from, to: mark.membership_valid_to }))
      current = await voidPayment(db, {
        admin,
        member: current,
        id: entry.id,
        reason: 'replaced',
        now,
        run: batch,
      })
  return recordPayment(db, {
    admin,
    payment,
    now,
    member: current,
    receipt: 'series',
    reference: { batch: mark.another_payment ? anotherPayment : (shared ?? batch), held },
    run: batch,
    details: detailsOf(mark),
  })
}

const paymentOf = (mark: PaidMark, now: Date): Payment => ({
  amount_paise: mark.paymentAmount,
  mode: mark.paymentMode ?? null,
  reference: mark.paymentRef,
  valid_from: mark.membership_valid_from,
  valid_to: mark.membership_valid_to,
  paid_at: mark.payment_date ? new Date(mark.payment_date).toISOString() : now.toISOString(),
})

/** What Mark Paid would settle, and which payments it would take the place of; or which payment Mark Unpaid would void. */
export async function previewMark(
  { db, now: clock }: World,
  personId: string,
  mark: PaymentMark,
): Promise<MarkPreview> {
  const now = clock()
  const member = await requireMember(db, personId)
  const rows = await listLedgerRows(db, member.id)
  if (mark.payment_status)
    await refusePaymentDay(db, paymentOf(mark, now).paid_at, now, 'payment_date')
  const { preview, ended, voids } = mark.payment_status
    ? await outcomeOfMark(ratesReader(db), { member, rows, mark, now })
    : outcomeOfUnpaid(member, rows, now)
  await refuseClosedVoids(db, ended, mark.payment_status ? 'replaced' : null)
  const notices = await voidNotices(db, rows, { ended, voids }, now)
  return {
    ...preview,
    ...(notices.length > 0 && { notices }),
    ...(mark.payment_status && (await assumedState(db, member, paymentOf(mark, now).paid_at))),
  }
}

interface MarkOutcome {
  preview: MarkPreview
  /** The payments that become void, and the entries that void them. */
  ended: readonly LedgerRow[]
  voids: readonly LedgerRow[]
}

function outcomeOfUnpaid(member: PersonRow, rows: readonly LedgerRow[], now: Date): MarkOutcome {
  const ended = rows.filter(({ id }) => id === member.ledger_entry_id)
  const voids = voidsOf(member, rows, ended, { reason: null, now })
  const outcome = outcomeOf(accountOf([...rows, ...voids]), [])
  return { preview: { ...outcome, replaces: ended.map(replacedOf) }, ended, voids }
}

const replacedOf = ({ id, receipt_number, amount_paise }: LedgerRow) => ({
  id,
  receipt_number,
  amount_paise,
})

/** The entries that would void these. */
const voidsOf = (
  member: PersonRow,
  rows: readonly LedgerRow[],
  ended: readonly LedgerRow[],
  options: VoidOptions,
): LedgerRow[] => ended.flatMap((entry) => plannedVoids(member, rows, entry, options))

interface PreviewedMark {
  member: PersonRow
  /** All entries of the member. */
  rows: readonly LedgerRow[]
  mark: PaidMark
  now: Date
}

/** What Mark Paid would do to a member. `isRecorded`: nothing, the payment is there already. */
export async function outcomeOfMark(
  ratesOf: RatesReader,
  { member, rows, mark, now }: PreviewedMark,
): Promise<MarkOutcome & { isRecorded: boolean }> {
  const payment = paymentOf(mark, now)
  const active = activeEntries(rows)
  const recorded = member.ledger_entry_id !== null && findRecorded(active, payment)
  if (recorded)
    return {
      preview: { ...outcomeOf(accountOf(rows), [recorded.id]), replaces: [] },
      ended: [],
      voids: [],
      isRecorded: true,
    }
  const days = { from: mark.membership_valid_from, to: mark.membership_valid_to }
  const ended = active.filter((entry) => namesSomeOf(entry, days))
  const voids = voidsOf(member, rows, ended, { reason: 'replaced', now })
  const before = [...rows, ...voids]
  const outcome = await outcomeOfNamed(ratesOf, { member, rows: before, payment, now })
  const preview = { ...outcome, replaces: ended.map(replacedOf) }
  return { preview, ended, voids, isRecorded: false }
}

/** What a payment for its own days would settle, after these entries. */
async function outcomeOfNamed(
  ratesOf: RatesReader,
  {
    member,
    rows: before,
    payment,
    now,
  }: { member: PersonRow; rows: readonly LedgerRow[]; payment: Payment; now: Date },
): Promise<Omit<MarkPreview, 'replaces'>> {
  const entry: LedgerRow = {
    ...paymentEntry({ admin: { id: '' }, member, payment, receipt: officeReceipt(null), now }),
    ...entryHeader({ id: '' }, member, now, before.at(-1)?.recorded_at),
  }
  const account = accountOf([...before, entry])
  const brings = { entry, account, isImported: false }
  const year_amounts = await amountsBrought(ratesOf, member, brings)
  return outcomeOf(
    year_amounts === null ? account : accountOf([...before, { ...entry, year_amounts }]),
    [entry.id],
  )
}

/** What `recordPayment` would settle, of a payment for its own days. `ended` are voids that would be recorded before. */
export const previewNamedPayment = async (
  db: Database,
  member: PersonRow,
  { payment, now, ended }: { payment: Payment; now: Date; ended: readonly LedgerRow[] },
): Promise<Omit<MarkPreview, 'replaces'>> => {
  const rows = [...(await listLedgerRows(db, member.id)), ...ended]
  return outcomeOfNamed(ratesReader(db), { member, rows, payment, now })
}

/** What the history keeps beside the payment: why its reference is used again. */
export const detailsOf = ({ another_payment }: { another_payment?: string | undefined }) =>
  another_payment === undefined ? undefined : { another_payment }

/**
 * The payment with these values among the entries: a mark that is sent again changes nothing. The
 * browser sends the time of the click: only its day in India counts.
 */
function findRecorded(active: readonly LedgerRow[], payment: Payment): LedgerRow | undefined {
  const valuesOf = ({ amount_paise, mode, reference, valid_from, valid_to, paid_at }: Payment) =>
    JSON.stringify([amount_paise, mode, reference, valid_from, valid_to, isoDay(new Date(paid_at))])
  const values = valuesOf(payment)
  return active.find((entry) => entry.kind === 'payment' && valuesOf(entry) === values)
}

interface PaymentToRecord {
  admin: Caller
  member: PersonRow
  payment: Payment
  receipt: Receipt
  now: Date
  details?: Record<string, unknown> | undefined
  /** The bulk payment that it is a part of. */
  run?: string | null
  /** 'if free': an import names a reference that is taken in its plan, and is not refused. */
  reference: ReferenceClaim | 'if free'
}

/**
 * Adds a payment for its own days or, without days, for what is owed or the year in which it was made. Throws
 * Refusal 'conflict' when its reference is one of an earlier payment.
 */
export async function recordPayment(
  db: Database,
  { admin, member, payment, receipt, now, reference, details, run = null }: PaymentToRecord,
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const entry: LedgerRow = {
    ...paymentEntry({
      admin,
      member,
      payment,
      receipt: await receiptColumns(db, receipt, now),
      now,
    }),
    ...entryHeader(admin, member, now, rows.at(-1)?.recorded_at),
    run_id: run,
  }
  const account = accountOf([...rows, entry])
  const isImported = receipt !== 'series'
  entry.year_amounts = await amountsBrought(ratesReader(db), member, { entry, account, isImported })
  if (reference === 'if free') await claimFreeReferences(db, [entry])
  else await claimReference(db, entry, reference)
  return writeEntry(db, {
    admin,
    member,
    entry,
    action: 'marked paid',
    ...(details && { details }),
  })
}

/** The dues of a member for these years. */
export type RatesReader = (
  member: Pick<PersonRow, 'id' | 'role'>,
  years: readonly string[],
) => Promise<Rates>

const ratesReader =
  (db: Database): RatesReader =>
  (member, years) =>
    readRates(db, member, years)

interface PaymentInAccount {
  entry: LedgerRow
  /** The account after the entry, which brings dues only. */
  account: Account
  /** The members of a sheet have all joined on the day of the import, so that their payments bring no joining fee. */
  isImported: boolean
}

/**
 * The amounts of the charges that a payment brings; null when it is all for the dues of one
 * year. They are the rates of several years, and the joining fee if the member joined in one of the years and the payment
 * covers the fee with the dues. A lower amount is all for the dues.
 */
async function amountsBrought(
  ratesOf: RatesReader,
  member: PersonRow,
  { entry, account, isImported }: PaymentInAccount,
): Promise<YearAmounts | null> {
  const brought = account.charges.filter(({ brought_by: id }) => id === entry.id)
  if (brought.length === 0) return null
  const joinedIn = financialYear(new Date(member.created_at))
  const years = brought.map(({ year }) => year)
  const mayJoin = !isImported && years.includes(joinedIn.name) && !hasJoiningFee(account)
  if (years.length < 2 && !mayJoin) return null
  const rates = await ratesOf(member, years)
  const joiner = { created_at: member.created_at, paid_until: '', has_joining_fee: !mayJoin }
  const rate = rates[joinedIn.name]
  const planned = rate ? chargesFor(joiner, joinedIn, rate, isoDay(entry.paid_at)) : []
  const others = years.filter((year) => year !== joinedIn.name)
  const needed = totalOf([...planned, ...others.flatMap((year) => rates[year] ?? [])])
  const fee = planned.find(({ item }) => item === 'joining fee')
  const brings = fee && totalOf(brought) >= needed ? { [joiningFeeOf(joinedIn.name)]: fee } : {}
  if (years.length < 2 && !fee) return null
  const amounts = { ...rates, ...brings }
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([key, one]) => (one ? [[key, one.amount_paise]] : [])),
  )
}

/**
 * Puts another payment, or none, in the place of the member's current one: voids that one, then adds the
 * new payment. Call it in a transaction.
 */
export async function replacePayment(
  db: Database,
  { payment, ...change }: Omit<PaymentToRecord, 'payment'> & { payment: Payment | null },
): Promise<PersonRow> {
  const { admin, member, now } = change
  const batch = payment && (await sharedBatch(db, member.id, payment))
  const reason = payment ? 'replaced' : null
  const unpaidMember = await voidCurrentPayment(db, admin, member, { reason, now })
  if (!payment) return unpaidMember
  const reference = change.reference === 'if free' ? change.reference : { batch }
  return recordPayment(db, { ...change, member: unpaidMember, payment, reference })
}

/**
 * The receipt of a payment that an administrator corrects by hand: an imported payment keeps its number
 * or has none, any other payment gets the next number of the series.
 */
export async function receiptOfCorrection(
  db: Database,
  { ledger_entry_id: id }: PersonRow,
): Promise<Receipt> {
  const current = id === null ? undefined : await findEntry(db, id)
  if (current?.kind !== 'payment' || current.receipt_number !== null) return 'series'
  return { number: current.office_receipt_number }
}

/** Voids the member's current payment or waiver; returns an unpaid member unchanged. */
export const voidCurrentPayment = async (
  db: Database,
  admin: Caller,
  member: PersonRow,
  options: VoidOptions,
): Promise<PersonRow> =>
  member.ledger_entry_id === null
    ? member
    : voidPayment(db, { admin, member, id: member.ledger_entry_id, ...options })

async function voidPayment(
  db: Database,
  { admin, member, id, ...options }: VoidOptions & { admin: Caller; member: PersonRow; id: string },
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const voided = rows.find((row) => row.id === id)
  if (!voided) throw new Error(`The ledger has no entry ${id}`)
  const entry = await voidingEntry(db, { admin, member, rows, voided, ...options })
  return writeEntry(db, { admin, member, entry, action: voidActions[voided.kind] })
}

/** What the history calls the end of an entry of each kind. */
export const voidActions: Record<LedgerRow['kind'], string> = {
  payment: 'marked unpaid',
  tds: 'tax deduction cancelled',
  refund: 'refund cancelled',
  waiver: 'waiver cancelled',
  settlement: 'settlement cancelled',
  charge: 'charge cancelled',
  paper: '',
  reversal: '',
  cancellation: '',
}
