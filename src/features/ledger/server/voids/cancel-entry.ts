import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { Day } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { activeEntries } from '../../account-entries.ts'
import { cashReturnedMessage, type ReversalReason } from '../../contract.ts'
import { moneyWithCharge } from '../../receipts/paid-charges.ts'
import { bankFeeCharge, otherCharge } from '../charges/other-charge.ts'
import type { AccountChange } from '../entries.ts'
import { lockForPayment } from '../lock-for-payment.ts'
import { returnedAt } from '../payment-day.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { findContent } from '../receipts/receipt-content.ts'
import { writeEntry } from '../write.ts'
import { writeVoid } from './void-payment.ts'

export interface Cancellation {
  entry_id: string
  reason?: ReversalReason | undefined
  /** The administrator's own text. */
  note?: string | undefined
  /** The fee that the bank took for a returned payment, which the member owes. 0 for none. */
  bank_fee_paise?: Paise
  /**
   * The day (yyyy-MM-dd) on which the money of a payment went back, which is the day of the reversal in the books. For
   * the reasons 'bounced' and 'other'; today by default.
   */
  returned_on?: Day | undefined
  /** Another payment replaces it in the same transaction. */
  isCorrection?: boolean
  /** The version of the member that was read. */
  updated_at?: string | undefined
}

/**
 * Voids an entry of a member in the caller's transaction: a payment (not necessarily the current one), a waiver or a
 * charge. Money that had paid a void charge pays the next charge, or becomes credit.
 */
export async function cancelEntry(
  db: Database,
  {
    admin,
    personId,
    entry_id,
    reason,
    note,
    bank_fee_paise = 0,
    returned_on,
    isCorrection = false,
    updated_at,
    now,
  }: Cancellation & { admin: Caller; personId: string; now: Date },
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const entries = await listEntriesOf(db, member.id)
  const voided = await entryToCancel(db, entries, { entry_id, reason, bank_fee_paise })
  const change = await writeVoid(db, {
    admin,
    member,
    entries,
    voided,
    reason: isCorrection ? 'replaced' : (reason ?? null),
    now,
    ...(returned_on && { paid_at: await returnedAt(db, voided, returned_on, now) }),
    details: {
      amount_paise: negative(voided.amount_paise),
      ...(reason && { reason }),
      ...(note && { note }),
      ...(returned_on && { returned_on }),
    },
  })
  if (bank_fee_paise === 0) return change
  const fee = { admin, member: change.member, paise: bank_fee_paise, now }
  return { ...change, member: (await chargeBankFee(db, fee)).member }
}

/** Charges a fee that the bank took, in the caller's transaction. */
export async function chargeBankFee(
  db: Database,
  { admin, member, paise, now }: { admin: Caller; member: PersonRow; paise: Paise; now: Date },
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const entry = await otherCharge(db, {
    admin,
    member,
    entries,
    charge: bankFeeCharge(paise, now),
    now,
  })
  const details = { amount_paise: paise }
  const action = 'bank fee charged'
  return { member: await writeEntry(db, { admin, member, entry, action, details }), entry }
}

/** The entry that `cancelEntry` voids, also for a preview; throws Refusal when it may not. */
export async function entryToCancel(
  db: Database,
  entries: readonly LedgerRow[],
  { entry_id, ...cancellation }: Pick<Cancellation, 'entry_id' | 'reason' | 'bank_fee_paise'>,
): Promise<LedgerRow> {
  const entry = requireActiveEntry(entries, entry_id)
  refuseReturnOfCash(entry, cancellation)
  refuseDeductionOfReceipt(entries, entry)
  await refuseInvoicedCharge(db, entries, entry)
  return entry
}

/** Throws Refusal when cash is reversed as returned by the bank, or with a fee of the bank. */
function refuseReturnOfCash(
  { kind, mode }: LedgerRow,
  { reason, bank_fee_paise }: Pick<Cancellation, 'reason' | 'bank_fee_paise'>,
): void {
  if (kind === 'payment' && mode === 'Cash' && (reason === 'bounced' || bank_fee_paise))
    throw new Refusal('invalid', cashReturnedMessage, { field: 'reason' })
}

/** Throws Refusal for tax that the receipt of a payment states: it becomes void only with the payment. */
function refuseDeductionOfReceipt(entries: readonly LedgerRow[], { paid_with }: LedgerRow): void {
  const payment = entries.find(({ id }) => id === paid_with)
  if (payment)
    throw new Refusal(
      'conflict',
      `This tax is on receipt ${payment.receipt_number}. Please reverse that payment, then record it again`,
    )
}

/**
 * Throws Refusal for a charge on the tax invoice of an active payment: the invoice would declare tax on a supply that
 * did not happen.
 */
async function refuseInvoicedCharge(
  db: Database,
  entries: readonly LedgerRow[],
  { id, kind }: LedgerRow,
): Promise<void> {
  if (kind !== 'charge') return
  for (const money of moneyWithCharge(entries, id)) {
    const content = await findContent(db, money.id)
    if (content?.tax.kind === 'invoice')
      throw new Refusal(
        'conflict',
        `This charge is on tax invoice ${content.number}. Please reverse that payment first`,
      )
  }
}

/** The active entry with this id; throws Refusal for a void entry and for one that cannot be voided. */
export function requireActiveEntry(entries: readonly LedgerRow[], entryId: string): LedgerRow {
  const entry = activeEntries(entries).find(({ id }) => id === entryId)
  if (!entry) {
    if (entries.some(({ reverses_id }) => reverses_id === entryId))
      throw new Refusal('conflict', 'This entry has been cancelled already')
    throw new Refusal('missing', 'Entry not found')
  }
  if (entry.kind === 'paper')
    throw new Refusal(
      'conflict',
      'This paper is cancelled with its charge, or with the payment that pays it',
    )
  if (entry.kind === 'settlement')
    throw new Refusal(
      'conflict',
      'These dues were settled from credit. Please reverse the payment that gave the credit',
    )
  return entry
}
