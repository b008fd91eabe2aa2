/** Records the payment of a bank line: for one member, or a part for each of several members (contract 13.11). */

import { payable } from '#features/dues/dues.ts'
import { clearCheque } from '#features/dues/server/cheques.ts'
import { saveReportDecision } from '#features/dues/server/notices/reported-payment-queries.ts'
import { payDues } from '#features/dues/server/pay-dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import type { PaymentMode } from '#features/ledger/payment-modes.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { findHeldCheque, listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { findByReference } from '#features/ledger/server/payments/reference-queries.ts'
import { refuseRecorded } from '#features/ledger/server/payments/references.ts'
import { lockPeople } from '#features/members/server/lock-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { startOfDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { hasUpiId } from '#shared/values/reference.ts'
import { isShortenedNumber } from '#shared/values/text.ts'
import type { LineChange } from '../contract.ts'
import { wordsOfLine } from './line-words.ts'
import {
  type ChequeToClear,
  heldChequeSentence,
  matchingCheques,
} from './matching/clues/held-cheques.ts'
import {
  distinctUtrsOf,
  referencesOf,
  utrsOfLine,
  utrsOfPayment,
} from './matching/clues/references.ts'
import { chequeNumberIn, isCash } from './matching/words/bank-words.ts'
import { lineText, withoutAccounts } from './matching/words/line-text.ts'
import { listOpenReportedPayments } from './payment-queries.ts'
import { countLinesWith, type LineRow } from './queries.ts'

export const alreadyChanged = () =>
  new Refusal('conflict', 'Another administrator has just dealt with this line. Reload the list')

export interface OwingCondition {
  /** The proposal was sure because the member owes the amount, so it is refused if they now owe less. */
  mustOwe?: boolean
}

type LineConfirmation = Extract<LineChange, { state: 'confirmed' }> & OwingCondition

/**
 * Records the payments of the line, with one claim of its reference, and confirms the members' reports of it. Members
 * are locked in the order of their ids, before any number is taken.
 */
export async function recordPaymentsOfLine(
  world: World,
  db: Database,
  { admin, line, confirmation }: { admin: Caller; line: LineRow; confirmation: LineConfirmation },
): Promise<AccountChange['entry'][]> {
  const now = world.now()
  const { another_payment, mustOwe } = confirmation
  const parts = readParts(line, confirmation)
  const utrs = await readDistinctUtrs(db, line)
  const ids = parts.map(({ person_id }) => person_id)
  const cheque = await findCheque(db, line, ids, another_payment)
  // Locked before the look-up, so that it sees what other administrators have just recorded for these members.
  const people = await lockPeople(db, ids)
  // Another administrator may have cleared it before the lock.
  if (cheque && !(await findHeldCheque(db, cheque.id))) throw alreadyChanged()
  const recorded = await findByReference(db, utrs)
  for (const id of ids) refuseRecorded(recorded, id, { isAnother: another_payment !== undefined })
  if (mustOwe) await refuseOwingLess(db, line, ids, now)
  if (cheque) {
    const { entry } = await clearCheque(world, db, admin, {
      personId: cheque.person_id,
      chequeId: cheque.id,
      cleared_on: line.day,
      email_receipt: false,
    })
    return [entry]
  }
  const entries: AccountChange['entry'][] = []
  for (const { person_id, amount } of parts) {
    const member = people.find(({ id }) => id === person_id)
    const payment = {
      amount_paise: amount,
      payer_text: member && wordsOfLine(world, line, member),
      ...modeAndReferenceOf(line, utrs, { isSplit: parts.length > 1 }),
      another_payment,
      paid_at: startOfDay(line.day),
      reference_keys: utrsOfPayment(line, utrs),
      batch: parts.length > 1 ? line.id : null,
    }
    const { entry } = await payDues(db, { admin, personId: person_id, payment, now })
    await confirmReports(db, admin, { line, utrs, entry, now })
    entries.push(entry)
  }
  return entries
}

/**
 * The held cheque of one of these members that the line clears. Refused when the line matches only cheques of other
 * members, unless an administrator gives a reason why it is another payment.
 */
async function findCheque(
  db: Database,
  line: LineRow,
  ids: readonly string[],
  anotherPayment: string | undefined,
): Promise<ChequeToClear | undefined> {
  const cheques = matchingCheques(
    line,
    await listHeldCheques(db, { amountPaise: line.amount_paise }),
  )
  const own = cheques.find(({ person_id }) => ids.includes(person_id))
  if (own && ids.length === 1) return own
  if (own)
    throw new Refusal(
      'conflict',
      `${heldChequeSentence(own)}, so the line cannot be split. Choose this member alone, or remove the cheque first`,
    )
  const [other] = cheques
  if (other && anotherPayment === undefined)
    throw new Refusal('conflict', heldChequeSentence(other), {
      field: 'reference',
      code: 'reference-taken',
      member: other.person_id,
    })
  return undefined
}

interface Part {
  person_id: string
  amount: Paise
}

/** The parts of the line, which add up to it. */
function readParts({ amount_paise }: LineRow, confirmation: LineConfirmation): readonly Part[] {
  if ('person_id' in confirmation)
    return [{ person_id: confirmation.person_id, amount: amount_paise }]
  const { parts } = confirmation
  const total = sum(parts, ({ amount }) => amount)
  if (total === amount_paise) return parts
  throw new Refusal(
    'invalid',
    `The parts come to ${formatRupees(total)}, but the bank line is ${formatRupees(amount_paise)}`,
    { field: 'parts' },
  )
}

async function refuseOwingLess(
  db: Database,
  line: LineRow,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const dues = await readDues(db, [...ids], now)
  const owed = sum([...dues.values()], payable)
  if (owed < line.amount_paise)
    throw new Refusal(
      'conflict',
      'This member owes less than when you loaded the list. Review the line again',
    )
}

/** Confirms the reports of the member that have the reference, with the part or with the whole of the line. */
async function confirmReports(
  db: Database,
  admin: Caller,
  {
    line,
    utrs,
    entry,
    now,
  }: { line: LineRow; utrs: readonly string[]; entry: AccountChange['entry']; now: Date },
): Promise<void> {
  for (const report of await listOpenReportedPayments(db, entry.person_id)) {
    const isOfLine = referencesOf(report.reference).some((utr) => utrs.includes(utr))
    if (isOfLine && [entry.amount_paise, line.amount_paise].includes(report.amount_paise))
      await saveReportDecision(db, report.id, {
        outcome: 'confirmed',
        decided_at: now.toISOString(),
        decided_by: admin.id,
        ledger_entry_id: entry.id,
      })
  }
}

/** The UTRs of a line, without numbers of other lines that are accounts of the association or its bank. */
async function readDistinctUtrs(db: Database, line: LineRow): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const utr of utrsOfLine(line))
    counts.set(utr, await countLinesWith(db, line.statement_id, utr))
  return distinctUtrsOf(line, (utr) => counts.get(utr) ?? 0)
}

const maxReference = 100

/**
 * A line with a UTR is a transfer, regardless of its description. Without a UTR the description is the reference,
 * except for a split line, because the description may contain the names of the other members.
 */
function modeAndReferenceOf(
  line: LineRow,
  [utr]: readonly string[],
  { isSplit }: { isSplit: boolean },
): ModeAndReference {
  const { narration, reference } = line
  const text = lineText(line)
  // A number that a spreadsheet has shortened names no payment.
  const stated = isShortenedNumber(reference.trim()) ? '' : withoutAccounts(reference)
  const shown = (utr ?? (stated || (isSplit ? '' : narration))).slice(0, maxReference)
  if (/\bUPI\b/i.test(text) || hasUpiId(text)) return { mode: 'GPay', reference: shown }
  if (utr === undefined && isCash(narration)) return { mode: 'Cash', reference: '' }
  const cheque = utr === undefined ? chequeNumberIn(text) : undefined
  return cheque ? { mode: 'Cheque', reference: cheque } : { mode: 'Bank', reference: shown }
}

interface ModeAndReference {
  mode: PaymentMode
  reference: string
}
