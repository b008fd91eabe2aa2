/** Mark Paid and Mark Unpaid, with their preview. */

import type { PersonRow } from '#features/members/server/queries.ts'
import { requireMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { accountOf } from '../../account.ts'
import { activeEntries, overlapsDays } from '../../account-entries.ts'
import type { MarkPreview } from '../../answers.ts'
import type { PaidMark, PaymentMark } from '../../contract.ts'
import type { AccountChange, Payment, PossibleChange } from '../entries.ts'
import { lockForPayment } from '../lock-for-payment.ts'
import { refuseClosedVoids, refusePaymentDay } from '../payment-day.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { assumedState } from '../receipts/assumed-state.ts'
import { queueReceipt } from '../receipts/send-receipt.ts'
import { voidWarnings } from '../receipts/void-warnings.ts'
import { plannedVoids } from '../voids/void-entries.ts'
import { voidCurrentPayment, voidPayment } from '../voids/void-payment.ts'
import {
  paymentForDaysOutcome,
  type RatesReader,
  ratesReader,
  recordPaymentForDays,
} from './payment-for-days.ts'
import { paymentOutcome } from './payment-outcome.ts'
import { isSameMoney } from './references.ts'
import { receiptInstead } from './write-payment.ts'

/**
 * Mark Paid adds a payment for days, Mark Unpaid voids the current payment (contract 13.1), in one transaction with the
 * payment fields of the member. Mark Paid first voids a payment that names some of the same days, so that no day is
 * paid twice. Marking a member paid again with the same values changes nothing, and neither does marking an unpaid
 * member unpaid.
 */
export async function markPayment(
  world: World,
  admin: Caller,
  personId: string,
  mark: PaymentMark,
): Promise<PossibleChange> {
  return world.db.transaction().execute((db) => markPaymentIn(world, db, { admin, personId, mark }))
}

interface MarkedPayment<Mark> {
  admin: Caller
  personId: string
  mark: Mark
  /**
   * The id of a bulk payment, which is stored with its entries. One transfer may have paid all entries of a batch.
   */
  batch?: string | null
  /** The id of the cheque that the payment clears. */
  chequeId?: string | undefined
}

/** Like `markPayment`, in the caller's transaction. */
export async function markPaymentIn(
  world: World,
  db: Database,
  { mark, ...change }: MarkedPayment<PaymentMark>,
): Promise<PossibleChange> {
  if (mark.payment_status) return markPaid(world, db, { ...change, mark })
  const { admin, personId } = change
  const member = await lockForPayment(db, personId, mark.updated_at)
  return voidCurrentPayment(db, admin, member, { reason: null, now: world.now() })
}

/** Mark Paid, in the caller's transaction. The change has the payment, which may have been recorded before. */
export async function markPaid(
  world: World,
  db: Database,
  { admin, personId, mark, batch = null, chequeId }: MarkedPayment<PaidMark>,
): Promise<AccountChange> {
  const now = world.now()
  const member = await lockForPayment(db, personId, mark.updated_at)
  const change = await recordMark(db, { admin, member, mark, batch, chequeId, now })
  if (mark.email_receipt) await queueReceipt(world, db, change.entry.id)
  return change
}

interface PaidMember {
  admin: Caller
  member: PersonRow
  mark: PaidMark
  batch: string | null
  chequeId: string | undefined
  now: Date
}

async function recordMark(
  db: Database,
  { admin, member, mark, batch, chequeId, now }: PaidMember,
): Promise<AccountChange> {
  const payment = paymentOf(mark, now)
  await refusePaymentDay(db, payment.paid_at, now, 'payment_date')
  const active = activeEntries(await listEntriesOf(db, member.id))
  const recorded = member.ledger_entry_id === null ? undefined : findSamePayment(active, payment)
  if (recorded) return { member, entry: recorded }
  const overlapping = paymentsForDays(active, mark)
  let current = member
  for (const { id } of overlapping)
    ({ member: current } = await voidPayment(db, {
      admin,
      member: current,
      id,
      reason: 'replaced',
      now,
      batch,
    }))
  const replaced = overlapping.find((entry) => isSameMoney(entry, payment))
  return recordPaymentForDays(db, {
    admin,
    payment,
    now,
    member: current,
    // The office's own number stays; every other payment that is marked here has one of the series.
    receipt: replaced?.office_receipt_number ? receiptInstead(replaced) : 'series',
    reference: {
      batch,
      another_payment: mark.another_payment,
      chequeId,
      replaced,
    },
    batch,
  })
}

const paymentsForDays = (active: readonly LedgerRow[], mark: PaidMark): LedgerRow[] => {
  const { membership_valid_from: from, membership_valid_to: to } = mark
  return active.filter((entry) => overlapsDays(entry, { from, to }))
}

const paymentOf = (mark: PaidMark, now: Date): Payment => ({
  amount_paise: mark.paymentAmount,
  mode: mark.paymentMode ?? null,
  reference: mark.paymentRef,
  valid_from: mark.membership_valid_from,
  valid_to: mark.membership_valid_to,
  paid_at: mark.payment_date ? new Date(mark.payment_date).toISOString() : now.toISOString(),
})

/**
 * Previews Mark Paid (what it would settle, and which payments it would replace) or Mark Unpaid (which payment it would
 * void).
 */
export async function previewMark(
  { db, now: clock }: World,
  personId: string,
  mark: PaymentMark,
): Promise<MarkPreview> {
  const now = clock()
  const member = await requireMember(db, personId)
  const entries = await listEntriesOf(db, member.id)
  if (mark.payment_status)
    await refusePaymentDay(db, paymentOf(mark, now).paid_at, now, 'payment_date')
  const { preview, voided, voidingEntries } = mark.payment_status
    ? await previewMarkPaid(ratesReader(db), { member, entries, mark, now })
    : outcomeOfUnpaid(member, entries, now)
  await refuseClosedVoids(db, voided, mark.payment_status ? 'replaced' : null)
  const warnings = await voidWarnings(db, entries, { voided, voidingEntries }, now)
  return {
    ...preview,
    ...(warnings.length > 0 && { notices: warnings }),
    ...(mark.payment_status && (await assumedState(db, member, paymentOf(mark, now).paid_at))),
  }
}

interface MarkOutcome {
  preview: MarkPreview
  /** The payments that become void. */
  voided: readonly LedgerRow[]
  /** The entries that void them. */
  voidingEntries: readonly LedgerRow[]
}

function outcomeOfUnpaid(member: PersonRow, entries: readonly LedgerRow[], now: Date): MarkOutcome {
  const voided = entries.filter(({ id }) => id === member.ledger_entry_id)
  const voidingEntries = plannedVoids(member, entries, voided, { reason: null, now })
  const outcome = paymentOutcome(accountOf([...entries, ...voidingEntries]), [])
  return { preview: { ...outcome, replaces: voided.map(replacedOf) }, voided, voidingEntries }
}

const replacedOf = ({ id, receipt_number, amount_paise }: LedgerRow) => ({
  id,
  receipt_number,
  amount_paise,
})

interface PreviewedMark {
  member: PersonRow
  /** All of the member's entries. */
  entries: readonly LedgerRow[]
  mark: PaidMark
  now: Date
}

/** What Mark Paid would do to a member. `isRecorded` means nothing, because the same payment already exists. */
export async function previewMarkPaid(
  ratesOf: RatesReader,
  { member, entries, mark, now }: PreviewedMark,
): Promise<MarkOutcome & { isRecorded: boolean }> {
  const payment = paymentOf(mark, now)
  const active = activeEntries(entries)
  const recorded = member.ledger_entry_id !== null && findSamePayment(active, payment)
  if (recorded)
    return {
      preview: { ...paymentOutcome(accountOf(entries), [recorded]), replaces: [] },
      voided: [],
      voidingEntries: [],
      isRecorded: true,
    }
  const voided = paymentsForDays(active, mark)
  const voidingEntries = plannedVoids(member, entries, voided, { reason: 'replaced', now })
  const outcome = await paymentForDaysOutcome(ratesOf, {
    member,
    entries: [...entries, ...voidingEntries],
    payment,
    replaced: voided.find((entry) => isSameMoney(entry, payment)),
    now,
  })
  const preview = { ...outcome, replaces: voided.map(replacedOf) }
  return { preview, voided, voidingEntries, isRecorded: false }
}

/**
 * Finds an active payment with the same values, so that sending Mark Paid again changes nothing. Times are compared by
 * their day in India, because the browser sends the time of the click.
 */
function findSamePayment(active: readonly LedgerRow[], payment: Payment): LedgerRow | undefined {
  const valuesOf = ({ amount_paise, mode, reference, valid_from, valid_to, paid_at }: Payment) =>
    JSON.stringify([amount_paise, mode, reference, valid_from, valid_to, isoDay(new Date(paid_at))])
  const values = valuesOf(payment)
  return active.find((entry) => entry.kind === 'payment' && valuesOf(entry) === values)
}
