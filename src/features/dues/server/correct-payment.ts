import { accountOf } from '#features/ledger/account.ts'
import { isPlainPayment, recordedUntil } from '#features/ledger/account-entries.ts'
import type { DuesPaymentPreview } from '#features/ledger/answers.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import { refuseClosedDays, refusePaymentDay } from '#features/ledger/server/payment-day.ts'
import { chargePaidFirst } from '#features/ledger/server/payments/dues-payments.ts'
import {
  paymentForDaysOutcome,
  ratesReader,
  recordPaymentForDays,
} from '#features/ledger/server/payments/payment-for-days.ts'
import {
  chargePaidBefore,
  readTax,
  receiptInstead,
} from '#features/ledger/server/payments/write-payment.ts'
import { type LedgerRow, listEntriesOf } from '#features/ledger/server/queries.ts'
import { voidWarnings } from '#features/ledger/server/receipts/void-warnings.ts'
import { cancelEntry, requireActiveEntry } from '#features/ledger/server/voids/cancel-entry.ts'
import { plannedVoids } from '#features/ledger/server/voids/void-entries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Instant, isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { PaymentCorrection } from '../contract.ts'
import { payDues, previewDuesPayment } from './pay-dues.ts'

/**
 * Corrects a payment on the day on which it was typed wrong, in the caller's transaction. The
 * payment becomes void. The corrected payment has its tax, and the next number of the series or the number of the
 * office. The member gets no mail.
 */
export async function correctPayment(
  db: Database,
  admin: Caller,
  {
    personId,
    entryId,
    amount,
    mode,
    reference,
    another_payment,
    ...values
  }: PaymentCorrection & {
    personId: string
    entryId: string
  },
  now: Date,
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, values.updated_at)
  const entries = await listEntriesOf(db, member.id)
  const voided = requireActiveEntry(entries, entryId)
  if (voided.kind !== 'payment') throw new Refusal('conflict', 'Only a payment can be corrected')
  if (isoDay(voided.recorded_at) !== isoDay(now))
    throw new Refusal(
      'conflict',
      'Only a payment that was recorded today can be corrected. Please reverse it instead',
    )
  const paid_at = values.paid_at ? new Date(values.paid_at).toISOString() : voided.paid_at
  await refusePaymentDay(db, paid_at, now, 'paid_at')
  const cancelled = await cancelEntry(db, {
    admin,
    personId,
    entry_id: entryId,
    isCorrection: true,
    now,
  })
  const payment = { amount_paise: amount, mode: mode ?? null, reference, paid_at }
  if (!isPlainPayment(voided)) {
    const open = await listEntriesOf(db, member.id)
    const tds = await readTax(db, entries, voided)
    const correction = { ...payment, another_payment, replaced: voided, tds }
    const charge_id = chargeOfCorrectedPayment(open, voided, correction)
    return payDues(db, { admin, personId, payment: { ...correction, charge_id }, now })
  }
  const { valid_from, valid_to } = voided
  return recordPaymentForDays(db, {
    admin,
    member: cancelled.member,
    now,
    receipt: receiptInstead(voided),
    isImported: isImported(voided),
    payment: { ...payment, valid_from, valid_to },
    reference: { another_payment, replaced: voided },
  })
}

/** Previews what `correctPayment` would do, without a change. */
export async function previewCorrection(
  db: Database,
  member: PersonRow,
  {
    entryId,
    paid: values,
    now,
  }: { entryId: string; paid: CorrectedPayment & { paid_at: Instant | undefined }; now: Date },
): Promise<DuesPaymentPreview> {
  const entries = await listEntriesOf(db, member.id)
  const voided = requireActiveEntry(entries, entryId)
  const paid = { ...values, paid_at: values.paid_at ?? voided.paid_at }
  const voidingEntries = plannedVoids(member, entries, [voided], { reason: 'replaced', now })
  await refuseClosedDays(db, voidingEntries)
  const warnings = await voidWarnings(db, entries, { voided: [voided], voidingEntries }, now)
  const open = [...entries, ...voidingEntries]
  if (isPlainPayment(voided)) {
    const { valid_from, valid_to } = voided
    const payment = { ...paid, mode: null, valid_from, valid_to }
    const outcome = await paymentForDaysOutcome(ratesReader(db), {
      member,
      entries: open,
      payment,
      replaced: voided,
      isImported: isImported(voided),
      now,
    })
    return {
      ...outcome,
      owed_paise: accountOf(open).open_paise,
      not_raised_paise: 0,
      notices: warnings,
      charge_id: null,
      year: null,
      valid_from,
      valid_to,
    }
  }
  const tds = await readTax(db, entries, voided)
  const charge_id = chargeOfCorrectedPayment(open, voided, paid)
  return {
    ...(await previewDuesPayment(db, member, open, {
      payment: { ...paid, mode: null, tds, charge_id, replaced: voided },
      now,
    })),
    notices: warnings,
  }
}

type CorrectedPayment = Pick<LedgerRow, 'amount_paise' | 'reference'>

/**
 * The charge that a corrected payment pays first. A manually selected charge is kept if it is open. A charge that was
 * derived from the wrong reference or amount is undefined, so that it is derived again, as for a new payment.
 */
function chargeOfCorrectedPayment(
  entries: readonly LedgerRow[],
  voided: LedgerRow,
  { amount_paise, reference }: CorrectedPayment,
): string | null | undefined {
  const isSame = amount_paise === voided.amount_paise && reference === voided.reference
  if (!isSame && !isChosen(entries, voided)) return undefined
  return chargePaidBefore(entries, voided)
}

/** Payments that the portal records have a number of its series. */
const isImported = ({ receipt_number }: LedgerRow): boolean => receipt_number === null

/** Whether a payment pays another charge than the one that its reference and amount would select at its recording. */
function isChosen(entries: readonly LedgerRow[], payment: LedgerRow): boolean {
  const recordedBefore = recordedUntil(entries, payment).filter(({ id }) => id !== payment.id)
  const isItsTax = ({ paid_with }: LedgerRow) => paid_with === payment.id
  const paise = payment.amount_paise + (recordedBefore.find(isItsTax)?.amount_paise ?? 0)
  const before = accountOf(recordedBefore.filter((row) => !isItsTax(row)))
  const { reference, paid_at } = payment
  return payment.charge_id !== chargePaidFirst(before, { amount_paise: paise, reference, paid_at })
}
