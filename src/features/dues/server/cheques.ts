/** Held cheques, which are received and not cleared yet: holding, clearing, returning and removing them. */

import { activeEntries, overlapsDays } from '#features/ledger/account-entries.ts'
import type { HeldCheque } from '#features/ledger/answers.ts'
import type {
  ChequeClearing,
  ChequeReturn,
  NewHeldCheque,
  PaidMark,
} from '#features/ledger/contract.ts'
import { canClear } from '#features/ledger/payment-days.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import { refuseFuturePayment, refusePaymentDay } from '#features/ledger/server/payment-day.ts'
import {
  findHeldCheque,
  findReturnedCheque,
  type HeldChequeRow,
  holdClearedCheque,
  holdReturnedCheque,
  insertHeldCheque,
  takeHeldCheque,
} from '#features/ledger/server/payments/cheque-queries.ts'
import { markPaid } from '#features/ledger/server/payments/mark-paid.ts'
import { deleteReference } from '#features/ledger/server/payments/reference-queries.ts'
import {
  chequeReference,
  claimCheque,
  takeRecordedPayment,
} from '#features/ledger/server/payments/references.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { cancelEntry, chargeBankFee } from '#features/ledger/server/voids/cancel-entry.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { type Instant, isoDay, momentOnDay, type Period } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { recordInstalment } from './instalment.ts'
import { payDues } from './pay-dues.ts'

/** The same 404 for an unknown id, and for a cheque that is cleared, returned or removed. */
export const noSuchCheque = () => new Refusal('missing', 'Cheque not found')

interface ChequeId {
  personId: string
  chequeId: string
}

/** Records a held cheque, without a payment or receipt. Refused for a cheque that is held or recorded already. */
export async function holdCheque(
  db: Database,
  {
    admin,
    personId,
    cheque: { membership_valid_from: from, membership_valid_to: to, amount, kind, ...cheque },
    now,
  }: { admin: Caller; personId: string; cheque: NewHeldCheque; now: Date },
): Promise<HeldCheque> {
  refuseFuturePayment(cheque.received_on, now, 'received_on')
  const member = await lockForPayment(db, personId, undefined)
  const row: HeldChequeRow = {
    id: newId(now),
    person_id: member.id,
    ...cheque,
    kind,
    amount_paise: amount,
    valid_from: kind === 'dues' ? null : (from ?? null),
    valid_to: kind === 'dues' ? null : (to ?? null),
    recorded_at: now.toISOString(),
    recorded_by: admin.id,
    cleared_entry_id: null,
    returned_line_id: null,
    fee_entry_id: null,
  }
  await claimCheque(db, row)
  await insertHeldCheque(db, row)
  await recordChequeChange(db, row, { admin, action: 'cheque received', now })
  const noted = await findHeldCheque(db, row.id)
  if (!noted) throw new Error('The cheque was not noted')
  return noted
}

/**
 * Records the payment of a cheque with its receipt, as of the day on which the bank credited it. A payment of the
 * member by this cheque that is recorded already, such as one of an import, is taken instead: the money counts once.
 */
export async function clearCheque(
  world: World,
  db: Database,
  admin: Caller,
  { personId, chequeId, cleared_on, email_receipt, updated_at }: ChequeClearing & ChequeId,
): Promise<AccountChange & { isMailQueued?: boolean; wasRecorded: boolean }> {
  const now = world.now()
  await refusePaymentDay(db, cleared_on, now, 'cleared_on')
  const member = await lockForPayment(db, personId, updated_at)
  const cheque = await takeCheque(db, { personId, chequeId })
  if (!canClear(cheque, cleared_on))
    throw new Refusal('invalid', 'The bank cannot credit a cheque before it was received', {
      field: 'cleared_on',
    })
  const recorded = await takeRecordedPayment(db, cheque)
  await recordChequeChange(db, cheque, {
    admin,
    action: 'cheque cleared',
    now,
    ...(recorded && { more: { recorded_on: isoDay(recorded.recorded_at) } }),
  })
  const paid_at = momentOnDay(cleared_on, now)
  const change = recorded
    ? { member, entry: recorded }
    : await payCheque(world, db, { admin, cheque, paid_at })
  await insertHeldCheque(db, { ...cheque, cleared_entry_id: change.entry.id })
  const cleared = { ...change, wasRecorded: recorded !== undefined }
  if (!email_receipt) return cleared
  return { ...cleared, isMailQueued: await queueReceipt(world, db, change.entry.id) }
}

/**
 * After a payment was cancelled, marks the cheque that it had cleared as held again. Does nothing for other payments.
 */
export async function restoreClearedCheque(
  db: Database,
  admin: Caller,
  entryId: string,
  now: Date,
): Promise<void> {
  const cheque = await holdClearedCheque(db, entryId)
  if (!cheque) return
  await claimCheque(db, cheque)
  await recordChequeChange(db, cheque, { admin, action: 'cheque held again', now })
}

async function payCheque(
  world: World,
  db: Database,
  {
    admin,
    cheque: { id, person_id, amount_paise, kind, valid_from, valid_to, ...cheque },
    paid_at,
  }: { admin: Caller; cheque: HeldChequeRow; paid_at: Instant },
): Promise<AccountChange> {
  const reference = chequeReference(cheque)
  if (
    kind === 'dues' ||
    valid_from === null ||
    valid_to === null ||
    (await hasPaidDays(db, person_id, { from: valid_from, to: valid_to }))
  ) {
    const payment = { amount_paise, mode: 'Cheque', reference, paid_at, cheque_id: id } as const
    return payDues(db, { admin, personId: person_id, payment, now: world.now() })
  }
  const mark: PaidMark = {
    payment_status: true,
    paymentMode: 'Cheque',
    email_receipt: false,
    paymentAmount: amount_paise,
    paymentRef: reference,
    payment_date: paid_at,
    membership_valid_from: valid_from,
    membership_valid_to: valid_to,
  }
  const paid = { admin, personId: person_id, mark, chequeId: id }
  return kind === 'instalment' ? recordInstalment(world, db, paid) : markPaid(world, db, paid)
}

/** Whether another payment is for some of the days of a cheque, whose money comes in addition: it replaces none. */
const hasPaidDays = async (db: Database, personId: string, days: Period): Promise<boolean> =>
  activeEntries(await listEntriesOf(db, personId)).some((entry) => overlapsDays(entry, days))

/**
 * Records that the bank returned a cheque, and charges the bank's fee. If a bank line (`lineId`) shows the return, the
 * row of the cheque is kept, so that `restoreReturnedCheque` can undo the return.
 */
export async function returnCheque(
  { now: clock }: World,
  db: Database,
  admin: Caller,
  {
    personId,
    chequeId,
    lineId,
    reason,
    bank_fee = 0,
    updated_at,
  }: ChequeReturn & ChequeId & { lineId?: string },
): Promise<PersonRow> {
  const now = clock()
  const member = await lockForPayment(db, personId, updated_at)
  const cheque = await takeCheque(db, { personId, chequeId })
  await recordChequeChange(db, cheque, { admin, action: 'cheque returned', now, more: { reason } })
  const charged =
    bank_fee > 0
      ? await chargeBankFee(db, { admin, member, paise: bank_fee, now })
      : { member, entry: null }
  await deleteReference(db, cheque.id)
  if (lineId)
    await insertHeldCheque(db, {
      ...cheque,
      returned_line_id: lineId,
      fee_entry_id: charged.entry?.id ?? null,
    })
  return charged.member
}

/**
 * Undoes the return of a cheque by a bank line: the cheque is held again, and the charge of the bank's fee is
 * cancelled. Returns false when no cheque is stored for the line.
 */
export async function restoreReturnedCheque(
  db: Database,
  admin: Caller,
  lineId: string,
  now: Date,
): Promise<boolean> {
  const cheque = await findReturnedCheque(db, lineId)
  if (!cheque) return false
  const { person_id, fee_entry_id: fee } = cheque
  await lockForPayment(db, person_id, undefined)
  await holdReturnedCheque(db, cheque.id)
  await claimCheque(db, cheque)
  await recordChequeChange(db, cheque, { admin, action: 'cheque return undone', now })
  const active = activeEntries(await listEntriesOf(db, person_id))
  if (fee && active.some(({ id }) => id === fee))
    await cancelEntry(db, { admin, personId: person_id, entry_id: fee, now })
  return true
}

/** Removes a cheque that was noted by mistake, or given back. */
export async function removeCheque(
  { now: clock }: World,
  db: Database,
  admin: Caller,
  { personId, chequeId }: ChequeId,
): Promise<void> {
  await lockForPayment(db, personId, undefined)
  const cheque = await takeCheque(db, { personId, chequeId })
  await recordChequeChange(db, cheque, { admin, action: 'cheque removed', now: clock() })
  await deleteReference(db, cheque.id)
}

async function takeCheque(db: Database, { personId, chequeId }: ChequeId): Promise<HeldChequeRow> {
  const cheque = await takeHeldCheque(db, personId, chequeId)
  if (!cheque) throw noSuchCheque()
  return cheque
}

const recordChequeChange = (
  db: Database,
  cheque: HeldChequeRow,
  {
    admin,
    action,
    now,
    more = {},
  }: { admin: Caller; action: string; now: Date; more?: Record<string, string> },
): Promise<void> =>
  recordChange(
    db,
    {
      actor: admin.id,
      subject: 'person',
      subjectId: cheque.person_id,
      action,
      after: { amount_paise: cheque.amount_paise, cheque: chequeReference(cheque), ...more },
    },
    now,
  )
