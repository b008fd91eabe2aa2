/** Confirms, ignores, returns and reopens bank lines, each in one transaction. */

import {
  noSuchCheque,
  restoreClearedCheque,
  restoreReturnedCheque,
  returnCheque,
} from '#features/dues/server/cheques.ts'
import { reverseEntry } from '#features/dues/server/reverse-entry.ts'
import { findHeldCheque } from '#features/ledger/server/payments/cheque-queries.ts'
import { findEntry, type LedgerRow } from '#features/ledger/server/queries.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, longDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { sum } from '#shared/sum.ts'
import type { ChangedLine, ConfirmedLines } from '../answers.ts'
import type { ConfirmSure, LineChange, LineState } from '../contract.ts'
import { clearCachedReview, readReview } from './cached-review.ts'
import { alreadyChanged, type OwingCondition, recordPaymentsOfLine } from './line-payments.ts'
import { deleteMatches, insertMatches, listPaidTogether } from './match-queries.ts'
import { isActivePayment, reopenReportedPayment } from './payment-queries.ts'
import { changeLine, findLine, type LineRow } from './queries.ts'
import {
  noSuchStatement,
  readStatements,
  reviewAll,
  sureLines,
  tokenOfProposals,
} from './review.ts'

export const noSuchLine = () => new Refusal('missing', 'Bank line not found')

export async function changeBankLine(
  world: World,
  admin: Caller,
  id: string,
  change: LineChange,
): Promise<ChangedLine> {
  if (change.state === 'recorded') await refuseOtherPayment(world, id, change.entry_id)
  return changeReviewedLine(world, admin, id, change)
}

/** Changes a line without comparing it with its proposal; the caller has done so. */
const changeReviewedLine = (
  world: World,
  admin: Caller,
  id: string,
  change: LineChange & OwingCondition,
): Promise<ChangedLine> =>
  world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const line = await findLine(db, id)
    if (!line) throw noSuchLine()
    const now = world.now()
    if (change.state === 'open') return reopenLine(world, db, { admin, line, change })
    if (line.state !== 'open') throw alreadyChanged()
    refuseOtherSign(line, change)
    const decided = { decided_at: now.toISOString(), decided_by: admin.id }
    // The line is locked now: no other administrator can change it.
    if (!(await changeLine(db, line, { ...decided, state: change.state }))) throw alreadyChanged()
    if (change.state === 'returned')
      return 'cheque_id' in change
        ? endReturnedCheque(world, db, { admin, line, change })
        : reverseReturnedPayments(world, db, { admin, line, change })
    if (change.state === 'recorded') {
      const { active } = await lockPayments(db, [change.entry_id])
      if (active.length === 0) throw paymentMissing()
      await matchLine(db, id, active)
    }
    if (change.state !== 'confirmed') return toChangedLine(id, change.state, [])
    const payments = await recordPaymentsOfLine(world, db, { admin, line, confirmation: change })
    await matchLine(db, id, payments)
    if (change.email_receipt)
      for (const payment of payments) await queueReceipt(world, db, payment.id)
    return toChangedLine(id, change.state, payments)
  })

/**
 * Refuses to match an open line to a payment other than the proposed one: its number, mode or member shows that they
 * differ, or the bank returned the credit.
 */
async function refuseOtherPayment(world: World, id: string, entryId: string): Promise<void> {
  const line = await findLine(world.db, id)
  const [statement] = line?.state === 'open' ? await readStatements(world, line.statement_id) : []
  if (!statement) return
  const { proposals } = await readReview(world, statement)
  const { kind, entry_id } = proposals.get(id) ?? {}
  if (kind !== 'recorded' || entry_id !== entryId)
    throw new Refusal(
      'conflict',
      'This line is not the payment that you chose: its number or its member is another, or the bank returned it. Reload the list',
    )
}

/** `receipt_number` is set for a single entry; `receipt_numbers` has the numbers of all entries. */
function toChangedLine(
  id: string,
  state: LineState,
  entries: readonly Pick<LedgerRow, 'receipt_number'>[],
): ChangedLine {
  const receipt_numbers = entries.flatMap((entry) => entry.receipt_number ?? [])
  const receipt_number = (entries.length === 1 && receipt_numbers[0]) || null
  return { id, state, receipt_number, receipt_numbers }
}

async function matchLine(
  db: Database,
  id: string,
  entries: readonly Pick<LedgerRow, 'id'>[],
): Promise<void> {
  const ids = entries.map((entry) => entry.id)
  if (!(await insertMatches(db, id, ids)))
    throw new Refusal('conflict', 'Another bank line is matched to this payment already')
}

const paymentMissing = () =>
  new Refusal('conflict', 'This payment is not in the ledger any more. Reload the list')

/** Refuses a payment for a debit, and a return for a credit. */
function refuseOtherSign({ amount_paise }: LineRow, { state }: LineChange): void {
  if (state === 'ignored') return
  if (amount_paise < 0 && state !== 'returned')
    throw new Refusal('conflict', 'This line is a debit, so it is no payment of a member')
  if (amount_paise > 0 && state === 'returned')
    throw new Refusal('conflict', 'This line is a credit, so it takes no payment back')
}

type Returned = Extract<LineChange, { state: 'returned' }>

/** Reverses the payments that the bank returned by this debit, and matches the line to the reversals. */
async function reverseReturnedPayments(
  world: World,
  db: Database,
  {
    admin,
    line,
    change: { entry_id, bank_fee, email_member },
  }: { admin: Caller; line: LineRow; change: Extract<Returned, { entry_id: string }> },
): Promise<ChangedLine> {
  // The bank returns a transfer as a whole, including the parts of other members.
  const { all, active } = await lockPayments(db, await listPaidTogether(db, entry_id))
  if (!active.some(({ id }) => id === entry_id)) throw paymentMissing()
  const total = sum(all, ({ amount_paise }) => amount_paise)
  if (total !== -line.amount_paise)
    throw new Refusal('conflict', 'The payment has another amount than this debit')
  if (bank_fee && active.length > 1)
    throw new Refusal(
      'invalid',
      'A bank fee is for one member. Please reverse the payments without it, then add it as a charge to that member',
      { field: 'bank_fee' },
    )
  const reversals: LedgerRow[] = []
  for (const { id, person_id, paid_at } of active) {
    const paidOn = isoDay(paid_at)
    const { entry } = await reverseEntry(world, db, admin, {
      personId: person_id,
      entryId: id,
      reason: 'bounced',
      bank_fee,
      email_member,
      // A return cannot be dated before the payment, whose day may have been entered too late.
      returned_on: line.day > paidOn ? line.day : paidOn,
    })
    reversals.push(entry)
  }
  await matchLine(db, line.id, reversals)
  return toChangedLine(line.id, 'returned', reversals)
}

/** Removes the held cheque that the bank returned by this debit; there is no payment to reverse. */
async function endReturnedCheque(
  world: World,
  db: Database,
  {
    admin,
    line,
    change: { cheque_id, bank_fee },
  }: { admin: Caller; line: LineRow; change: Extract<Returned, { cheque_id: string }> },
): Promise<ChangedLine> {
  const cheque = await findHeldCheque(db, cheque_id)
  if (!cheque) throw noSuchCheque()
  if (cheque.amount_paise !== -line.amount_paise)
    throw new Refusal('conflict', 'The cheque has another amount than this debit')
  await returnCheque(world, db, admin, {
    personId: cheque.person_id,
    chequeId: cheque.id,
    lineId: line.id,
    bank_fee,
    reason: `Returned by the bank on ${longDate(line.day)}`,
  })
  return toChangedLine(line.id, 'returned', [])
}

/**
 * Undoes the decision about a line: reverses the payments that were recorded for it, and restores the cheque that it
 * cleared or returned.
 */
async function reopenLine(
  world: World,
  db: Database,
  {
    admin,
    line,
    change: { email_member },
  }: { admin: Caller; line: LineRow; change: Extract<LineChange, { state: 'open' }> },
): Promise<ChangedLine> {
  const { id, state } = line
  if (state === 'open') return toChangedLine(id, state, [])
  const open = { state: 'open', decided_at: null, decided_by: null } as const
  if (!(await changeLine(db, line, open))) throw alreadyChanged()
  const matched = await deleteMatches(db, id)
  const isOfCheque = state === 'returned' && matched.length === 0
  // Before cheques kept their rows, a return could not be undone.
  if (isOfCheque && !(await restoreReturnedCheque(db, admin, id, world.now())))
    throw new Refusal(
      'conflict',
      'This line returned a cheque, which Undo does not bring back. If it was not returned, note the cheque again and cancel its bank fee',
    )
  const { active } = await lockPayments(db, state === 'confirmed' ? matched : [])
  for (const payment of active) {
    const reversed = { personId: payment.person_id, entryId: payment.id }
    await reverseEntry(world, db, admin, { ...reversed, email_member })
    await reopenReportedPayment(db, payment.id)
    await restoreClearedCheque(db, admin, payment.id, world.now())
  }
  return toChangedLine(id, 'open', [])
}

/** Payments, with their members locked until the transaction ends; `active` are those that are not reversed. */
async function lockPayments(
  db: Database,
  ids: readonly string[],
): Promise<{ all: LedgerRow[]; active: LedgerRow[] }> {
  const all: LedgerRow[] = []
  const active: LedgerRow[] = []
  for (const id of ids) {
    const entry = await findEntry(db, id)
    if (entry) all.push(entry)
  }
  const people = all.map(({ person_id }) => person_id)
  await lockPeople(db, people)
  for (const entry of all) if (await isActivePayment(db, entry.id)) active.push(entry)
  return { all, active }
}

/**
 * Confirms all lines with a sure proposal, each in its own transaction. Refused when the proposals no longer match the
 * token.
 */
export async function confirmSureLines(
  world: World,
  admin: Caller,
  statementId: string,
  { token, email_receipt }: ConfirmSure,
): Promise<ConfirmedLines> {
  const [statement] = await readStatements(world, statementId)
  if (!statement) throw noSuchStatement()
  // Without the cache, so that a refused administrator reviews current proposals.
  clearCachedReview()
  const sure = sureLines(await reviewAll(world, statement))
  if (tokenOfProposals(sure) !== token)
    throw new Refusal(
      'conflict',
      'The matches have changed since you loaded them. Review them again',
    )
  const result: ConfirmedLines = { confirmed: 0, recorded: 0, failures: [] }
  for (const { id, proposal, isOwed } of sure) {
    const { entry_id, person_id } = proposal
    const change: (LineChange & OwingCondition) | undefined = entry_id
      ? { state: 'recorded', entry_id }
      : person_id
        ? { state: 'confirmed', person_id, email_receipt, mustOwe: isOwed }
        : undefined
    if (!change) continue
    try {
      const { state } = await changeReviewedLine(world, admin, id, change)
      result[state === 'recorded' ? 'recorded' : 'confirmed'] += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result.failures.push({ id, reason: error.message })
    }
    await yieldToEventLoop()
  }
  world.log.info(
    { statement: statementId, person: admin.id, confirmed: result.confirmed },
    'bank lines confirmed',
  )
  return result
}
