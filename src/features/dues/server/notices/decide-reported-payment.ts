/** Administrators confirm or reject reported payments, members withdraw them (contract 13.10). */

import { refusePaymentDay } from '#features/ledger/server/payment-day.ts'
import { findRecordedMoney, refuseRecorded } from '#features/ledger/server/payments/references.ts'
import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, fileUrl } from '#platform/server/files/stored-files.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { momentOnDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Paise } from '#shared/rupees.ts'
import { payable } from '../../dues.ts'
import type { ReportedPayment } from '../../notices/answers.ts'
import type { ReportedPaymentConfirmation } from '../../notices/contract.ts'
import { payDues } from '../pay-dues.ts'
import { readDues } from '../read-dues.ts'
import { rejectedReportMail } from './mails.ts'
import { findNotice, listMembers } from './queries.ts'
import {
  findReportedPayment,
  listReportedPayments,
  type ReportedPaymentRow,
  saveReportDecision,
} from './reported-payment-queries.ts'

export const noSuchReportedPayment = () => new Refusal('missing', 'Reported payment not found')

/** The reported payments, with what each member owes now. */
export async function readReportedPayments(
  { db, now }: World,
  filter: { status: 'open' | 'all'; id?: string },
): Promise<ReportedPayment[]> {
  const rows = await listReportedPayments(db, filter)
  const dues = await readDues(
    db,
    rows.map(({ person_id }) => person_id),
    now(),
  )
  const owedBy = ({ person_id }: ReportedPaymentRow): Paise => {
    const owed = dues.get(person_id)
    return owed ? payable(owed) : 0
  }
  return rows.map((row) => ({
    id: row.id,
    person_id: row.person_id,
    name: row.name,
    company_name: row.company_name,
    membership_number: row.membership_number,
    notice_reference: row.notice_reference,
    owed_paise: owedBy(row),
    reference: row.reference,
    amount_paise: row.amount_paise,
    paid_on: row.paid_on,
    reported_at: row.reported_at,
    outcome: row.outcome,
    reason: row.reason,
    screenshot: row.screenshot === null ? null : fileUrl(row.screenshot),
    decided_at: row.decided_at,
    decided_by: row.decided_by_name,
  }))
}

async function readReportedPayment(world: World, id: string): Promise<ReportedPayment> {
  const [report] = await readReportedPayments(world, { status: 'all', id })
  if (!report) throw noSuchReportedPayment()
  return report
}

/**
 * Records the payment with its receipt. When a payment with the same reference is recorded already, from a
 * bank statement for example, the report refers to that one and nothing is recorded twice.
 */
export async function confirmReportedPayment(
  world: World,
  admin: Caller,
  id: string,
  confirmation: ReportedPaymentConfirmation,
): Promise<ReportedPayment> {
  await world.db.transaction().execute(async (db) => {
    const now = world.now()
    const report = await lockOpenReport(db, id)
    const recorded = await findRecordedPayment(db, report, confirmation)
    const entryId = recorded ?? (await payDuesOfReport(db, world, { admin, report, confirmation }))
    const decision = {
      outcome: 'confirmed',
      decided_at: now.toISOString(),
      decided_by: admin.id,
      ledger_entry_id: entryId,
    } as const
    if (!(await saveReportDecision(db, id, decision))) throw alreadyDecided()
    if (confirmation.email_receipt) await queueReceipt(world, db, entryId)
  })
  return readReportedPayment(world, id)
}

const alreadyDecided = () =>
  new Refusal('conflict', 'Another administrator has just decided this report. Reload the list')

/** Locks the ledger and the member, in the order of every change of the ledger, then reads the report. */
async function lockOpenReport(db: Database, id: string): Promise<ReportedPaymentRow> {
  await lockLedger(db, 'shared')
  const report = await findReportedPayment(db, id)
  if (!report) throw noSuchReportedPayment()
  await lockPeople(db, [report.person_id])
  const current = await findReportedPayment(db, id)
  if (current?.outcome !== null) throw alreadyDecided()
  return current
}

/** Finds the member's payment that is the same money; refuses the number of another payment. */
async function findRecordedPayment(
  db: Database,
  { person_id }: ReportedPaymentRow,
  { mode, reference, amount, paid_on, another_payment }: ReportedPaymentConfirmation,
): Promise<string | undefined> {
  const money = { mode, reference, amount_paise: amount, paid_at: paid_on }
  const payments = await findRecordedMoney(db, person_id, money)
  const same = payments.find(
    (payment) => payment.person_id === person_id && payment.amount_paise === amount,
  )
  if (same) return same.id
  refuseRecorded(payments, person_id, { isAnother: another_payment !== undefined })
  return undefined
}

async function payDuesOfReport(
  db: Database,
  world: World,
  {
    admin,
    report,
    confirmation: { amount, mode, reference, paid_on, another_payment },
  }: { admin: Caller; report: ReportedPaymentRow; confirmation: ReportedPaymentConfirmation },
): Promise<string> {
  const now = world.now()
  await refusePaymentDay(db, paid_on, now, 'paid_on')
  const payment = {
    amount_paise: amount,
    mode,
    reference,
    another_payment,
    paid_at: momentOnDay(paid_on, now),
  }
  const { entry } = await payDues(db, { admin, personId: report.person_id, payment, now })
  return entry.id
}

/** Rejects a report and mails the reason; its screenshot is deleted. */
export async function rejectReportedPayment(
  world: World,
  admin: Caller,
  id: string,
  reason: string,
): Promise<ReportedPayment> {
  const deleted = await world.db.transaction().execute(async (db) => {
    const now = world.now()
    const report = await lockOpenReport(db, id)
    const at = now.toISOString()
    const decision = { outcome: 'rejected', decided_at: at, decided_by: admin.id } as const
    if (!(await saveReportDecision(db, id, { ...decision, reason, screenshot: null })))
      throw alreadyDecided()
    const notice = await findNotice(db, report.notice_id)
    const [member] = await listMembers(db, [report.person_id])
    if (notice && member)
      await queueMail(db, rejectedReportMail(world, { member, report, notice, reason }), now)
    return endReport(db, report, { actor: admin.id, action: 'reported payment rejected', now })
  })
  await world.files.removeBytes(deleted)
  return readReportedPayment(world, id)
}

/** Deletes the record of the screenshot, and returns the file, whose bytes go after the transaction. */
async function endReport(
  db: Database,
  { screenshot, person_id: subjectId, amount_paise, reference }: ReportedPaymentRow,
  { actor, action, now }: { actor: string | null; action: string; now: Date },
): Promise<string[]> {
  const files = screenshot === null ? [] : [screenshot]
  await deleteFileRecords(db, files)
  const after = { reported_amount: amount_paise, reported_reference: reference }
  await recordChange(db, { actor, subject: 'person', subjectId, action, after }, now)
  return files
}

/** Withdraws the member's own report; its screenshot is deleted. One that is withdrawn already stays so. */
export async function withdrawReport(world: World, personId: string, id: string): Promise<void> {
  const deleted = await world.db.transaction().execute(async (db) => {
    const now = world.now()
    await lockPeople(db, [personId])
    const found = await findReportedPayment(db, id)
    if (found?.person_id !== personId) throw noSuchReportedPayment()
    if (found.outcome === 'withdrawn') return []
    if (found.outcome !== null) throw decidedByOffice()
    const decision = {
      outcome: 'withdrawn',
      decided_at: now.toISOString(),
      decided_by: null,
      screenshot: null,
    } as const
    if (!(await saveReportDecision(db, id, decision))) throw decidedByOffice()
    return endReport(db, found, { actor: null, action: 'reported payment withdrawn', now })
  })
  await world.files.removeBytes(deleted)
}

const decidedByOffice = () =>
  new Refusal('conflict', 'The office has already checked this payment. Please reload the page')
