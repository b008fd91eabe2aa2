/**
 * Confirms, ignores and reopens bank lines; each in one transaction with its payment. A confirmed line writes the line,
 * a payment of dues (ledger/server/dues-payments.ts: receipt number, reference, entry; write.ts: all that follows from
 * it), the member's report of it, and the mail with the receipt. No trigger computes anything.
 */

import { payable } from '#features/dues/dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { decideReport } from '#features/dues-notices/server/report-queries.ts'
import type { PaymentMode } from '#features/ledger/contract.ts'
import { cancelEntry } from '#features/ledger/server/cancel-entry.ts'
import { recordDuesPayment } from '#features/ledger/server/dues-payments.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/ledger.ts'
import { findEntry, type LedgerRow } from '#features/ledger/server/queries.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { findByReference, refuseRecorded } from '#features/ledger/server/references.ts'
import { lockPerson } from '#features/members/server/queries.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { startOfDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { utrsOf } from '#shared/values/reference.ts'
import type { ChangedLine, ConfirmedLines } from '../answers.ts'
import type { ConfirmSure, LineChange } from '../contract.ts'
import { maxLines } from './matching/references.ts'
import {
  changeLine,
  countLinesWith,
  deleteUnmatched,
  findLine,
  isActivePayment,
  isMatchedPayment,
  type LineRow,
  listOpenReports,
  reopenReport,
  setLineEntry,
} from './queries.ts'
import { noSuchStatement, readStatements, reviewAll, sureLines, tokenOf } from './review.ts'

export const noSuchLine = () => new Refusal('missing', 'Bank line not found')

const alreadyChanged = () =>
  new Refusal('conflict', 'Another administrator has just dealt with this line. Reload the list')

interface Expected {
  /** The proposal was sure because the member owes the amount: refused when they owe less by now. */
  mustOwe?: boolean
}

export const changeBankLine = (
  world: World,
  admin: Caller,
  id: string,
  change: LineChange & Expected,
): Promise<ChangedLine> =>
  world.db.transaction().execute(async (db) => {
    // The order of locks: the ledger, the line, the member, the reference.
    await lockLedger(db, 'shared')
    const line = await findLine(db, id)
    if (!line) throw noSuchLine()
    const now = world.now()
    if (change.state === 'open') return reopen(db, admin, line, now)
    if (line.state !== 'open') throw alreadyChanged()
    refuseOtherSign(line, change)
    const decided = { decided_at: now.toISOString(), decided_by: admin.id }
    const entry_id = change.state === 'recorded' ? change.entry_id : null
    // From here on no other administrator changes the line.
    if (!(await changeLine(db, line, { ...decided, state: change.state, entry_id })))
      throw alreadyChanged()
    if (change.state === 'returned')
      return takeBack(db, admin, line, { paymentId: change.entry_id, now })
    if (entry_id !== null) {
      // Two lines of one payment wait here for each other.
      if (!(await lockActivePayment(db, entry_id))) throw paymentGone()
      if (await isMatchedPayment(db, entry_id, id))
        throw new Refusal('conflict', 'Another bank line is matched to this payment already')
    }
    if (change.state !== 'confirmed') return { id, state: change.state, receipt_number: null }
    const entry = await recordPayment(db, admin, line, change, now)
    if (change.email_receipt) await queueReceipt(world, db, entry.id)
    const { receipt_number } = entry
    return { id, state: change.state, receipt_number }
  })

const paymentGone = () =>
  new Refusal('conflict', 'This payment is not in the ledger any more. Reload the list')

/** A credit is a payment, a debit takes one back. */
function refuseOtherSign({ amount_paise }: LineRow, { state }: LineChange): void {
  if (state === 'ignored') return
  if (amount_paise < 0 && state !== 'returned')
    throw new Refusal('conflict', 'This line is a debit, so it is no payment of a member')
  if (amount_paise > 0 && state === 'returned')
    throw new Refusal('conflict', 'This line is a credit, so it takes no payment back')
}

/** Reverses the payment that the bank took back by this debit, and matches the line to the reversal. */
async function takeBack(
  db: Database,
  admin: Caller,
  line: LineRow,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<ChangedLine> {
  const payment = await lockActivePayment(db, paymentId)
  if (!payment) throw paymentGone()
  if (payment.amount_paise !== -line.amount_paise)
    throw new Refusal('conflict', 'The payment has another amount than this debit')
  const { entry } = await cancelEntry(db, admin, payment.person_id, { entry_id: payment.id }, now)
  await setLineEntry(db, line.id, entry.id)
  return { id: line.id, state: 'returned', receipt_number: entry.receipt_number }
}

type Confirmation = Extract<LineChange, { state: 'confirmed' }> & Expected

/** Records the payment of the line and confirms the member's report of it, if there is one. */
async function recordPayment(
  db: Database,
  admin: Caller,
  line: LineRow,
  { person_id: personId, another_payment, mustOwe }: Confirmation,
  now: Date,
): Promise<AccountChange['entry']> {
  const utrs = await distinctUtrsOf(db, line)
  // Before the look-up, so that it sees what other administrators have just recorded for the member.
  await lockForPayment(db, personId, undefined)
  const recorded = await findByReference(db, utrs)
  refuseRecorded(recorded, personId, { isAnother: another_payment !== undefined })
  const owed = mustOwe ? (await readDues(db, [personId], now)).get(personId) : undefined
  if (owed && payable(owed) < line.amount_paise)
    throw new Refusal(
      'conflict',
      'This member owes less than when you loaded the list. Review the line again',
    )
  const payment = {
    amount_paise: line.amount_paise,
    mode: modeOf(line),
    reference: referenceOf(line, utrs),
    another_payment,
    paid_at: startOfDay(line.day),
    reference_key: utrs[0] ?? '',
  }
  const { entry } = await recordDuesPayment(db, admin, personId, payment, now)
  await setLineEntry(db, line.id, entry.id)
  for (const report of await listOpenReports(db, personId)) {
    const isOfLine = utrsOf(report.reference).some((utr) => utrs.includes(utr))
    if (isOfLine && report.amount_paise === line.amount_paise)
      await decideReport(db, report.id, {
        outcome: 'confirmed',
        decided_at: now.toISOString(),
        decided_by: admin.id,
        ledger_entry_id: entry.id,
      })
  }
  return entry
}

/** The UTRs of a line, without numbers that many lines have: those of the account of the association. */
async function distinctUtrsOf(
  db: Database,
  { statement_id, reference, narration }: LineRow,
): Promise<string[]> {
  const distinct: string[] = []
  for (const utr of utrsOf(`${reference} ${narration}`))
    if ((await countLinesWith(db, statement_id, utr)) <= maxLines) distinct.push(utr)
  return distinct
}

const modeOf = ({ narration, reference }: LineRow): PaymentMode =>
  /\bUPI\b|@/i.test(`${narration} ${reference}`) ? 'GPay' : 'Bank'

const maxReference = 100

const referenceOf = ({ reference, narration }: LineRow, [utr]: readonly string[]): string =>
  (utr ?? (reference || narration)).slice(0, maxReference)

/** Undoes what was decided: the payment that was recorded for the line is reversed. */
async function reopen(db: Database, admin: Caller, line: LineRow, now: Date): Promise<ChangedLine> {
  const { id, state, entry_id } = line
  if (state === 'open') return { id, state, receipt_number: null }
  const open = { state: 'open', entry_id: null, decided_at: null, decided_by: null } as const
  if (!(await changeLine(db, line, open))) throw alreadyChanged()
  const entry =
    state === 'confirmed' && entry_id !== null ? await lockActivePayment(db, entry_id) : undefined
  if (entry) {
    await cancelEntry(db, admin, entry.person_id, { entry_id: entry.id }, now)
    await reopenReport(db, entry.id)
  }
  return { id, state: 'open', receipt_number: null }
}

/** A payment that is not reversed, with its member locked, so that nobody reverses it meanwhile. */
async function lockActivePayment(db: Database, id: string): Promise<LedgerRow | undefined> {
  const entry = await findEntry(db, id)
  if (!entry) return undefined
  await lockPerson(db, entry.person_id)
  return (await isActivePayment(db, id)) ? entry : undefined
}

/**
 * Confirms all lines whose proposal is sure, each in a transaction of its own. Refused when the
 * proposals are no longer those that the token names.
 */
export async function confirmSureLines(
  world: World,
  admin: Caller,
  statementId: string,
  { token, email_receipt }: ConfirmSure,
): Promise<ConfirmedLines> {
  const [statement] = await readStatements(world, statementId)
  if (!statement) throw noSuchStatement()
  const sure = sureLines(await reviewAll(world, statement))
  if (tokenOf(sure) !== token)
    throw new Refusal(
      'conflict',
      'The matches have changed since you loaded them. Review them again',
    )
  const result: ConfirmedLines = { confirmed: 0, recorded: 0, failures: [] }
  for (const { id, proposal, isOwed } of sure) {
    const { entry_id, person_id } = proposal
    const change: (LineChange & Expected) | undefined = entry_id
      ? { state: 'recorded', entry_id }
      : person_id
        ? { state: 'confirmed', person_id, email_receipt, mustOwe: isOwed }
        : undefined
    if (!change) continue
    try {
      const { state } = await changeBankLine(world, admin, id, change)
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

/** Deletes a statement of which no line is matched to a payment. */
export async function removeStatement({ db }: World, id: string): Promise<void> {
  if (await deleteUnmatched(db, id)) return
  const [statement] = await readStatements({ db }, id)
  if (!statement) throw noSuchStatement()
  throw new Refusal(
    'conflict',
    'Payments are matched to this statement, so it cannot be deleted. Undo them first',
  )
}
