import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { Notice, ReportOutcome } from '../../notices/answers.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    reported_payment: ReportedPaymentRow
  }
}

/** A payment that a member has reported. */
export interface ReportedPaymentRow {
  id: string
  notice_id: string
  person_id: string
  /**
   * The reference as typed. `reference_key` is the `moneyKey`, in older rows the letters and digits of the reference,
   * and is unique among a member's open and confirmed reported payments.
   */
  reference: string
  reference_key: string
  amount_paise: Paise
  paid_on: Day
  /** The name of the file. */
  screenshot: string | null
  reported_at: Instant
  outcome: ReportOutcome | null
  decided_at: Instant | null
  decided_by: string | null
  /** Why it was rejected. */
  reason: string
  /** The payment that confirms it. */
  ledger_entry_id: string | null
}

/** The reports of a member, newest first. */
export function listOwnReportedPayments(
  db: Database,
  personId: string,
): Promise<Notice['reports']> {
  return db
    .selectFrom('reported_payment')
    .select(['id', 'reference', 'amount_paise', 'paid_on', 'reported_at', 'outcome', 'reason'])
    .where('person_id', '=', personId)
    .orderBy('reported_at', 'desc')
    .limit(20)
    .execute()
}

export const findReportedPayment = (
  db: Database,
  id: string,
): Promise<ReportedPaymentRow | undefined> =>
  db.selectFrom('reported_payment').selectAll().where('id', '=', id).executeTakeFirst()

/** The open and confirmed reports of a member; `voided_by` is what voided the payment that confirms it. */
export const listCountedReports = (db: Database, personId: string) =>
  db
    .selectFrom('reported_payment')
    .leftJoin('ledger_entry as voiding', 'voiding.reverses_id', 'reported_payment.ledger_entry_id')
    .select(['reported_payment.id', 'reported_payment.reference', 'voiding.id as voided_by'])
    .select(['reported_payment.amount_paise', 'reported_payment.paid_on'])
    .where('reported_payment.person_id', '=', personId)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'confirmed')]))
    .execute()

/** Rejects reports whose payment was reversed, so that the member can report the money again. */
export async function rejectReversedReports(db: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db
      .updateTable('reported_payment')
      .set({ outcome: 'rejected', reason: 'The payment was reversed.' })
      .where('id', '=', id)
      .execute()
}

export async function countOpenReportedPayments(db: Database, personId: string): Promise<number> {
  const rows = await db
    .selectFrom('reported_payment')
    .select('id')
    .where('person_id', '=', personId)
    .where('outcome', 'is', null)
    .execute()
  return rows.length
}

/** The reported payments that are not decided yet. */
export async function sumOpenReportedPayments(
  db: Database,
): Promise<{ count: number; paise: Paise }> {
  const { count, paise } = await db
    .selectFrom('reported_payment')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum<number | null>('amount_paise').as('paise'),
    ])
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), paise: Number(paise ?? 0) }
}

export async function insertReportedPayment(db: Database, row: ReportedPaymentRow): Promise<void> {
  await db.insertInto('reported_payment').values(row).execute()
}

/** Decides an open report; false when it has been decided already. Visitors have the space of its screenshot again. */
export async function saveReportDecision(
  db: Database,
  id: string,
  decision: Pick<ReportedPaymentRow, 'outcome' | 'decided_at' | 'decided_by'> &
    Partial<ReportedPaymentRow>,
): Promise<boolean> {
  const decided = await db
    .updateTable('reported_payment')
    .set(decision)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning('screenshot')
    .executeTakeFirst()
  if (decided?.screenshot)
    await db
      .updateTable('stored_file')
      .set({ pool: null, pool_key: null })
      .where('name', '=', decided.screenshot)
      .execute()
  return decided !== undefined
}

/** Reports with their members, newest first; `open` lists those without a decision, oldest first. */
export const listReportedPayments = (
  db: Database,
  filter: { status: 'open' | 'all'; id?: string },
) =>
  db
    .selectFrom('reported_payment')
    .innerJoin('person', 'person.id', 'reported_payment.person_id')
    .innerJoin('dues_notice', 'dues_notice.id', 'reported_payment.notice_id')
    .leftJoin('person as admin', 'admin.id', 'reported_payment.decided_by')
    .selectAll('reported_payment')
    .select([
      'person.name',
      'person.company_name',
      'person.membership_number',
      'dues_notice.reference as notice_reference',
      'admin.name as decided_by_name',
    ])
    .$if(filter.status === 'open', (rows) => rows.where('reported_payment.outcome', 'is', null))
    .$if(filter.id !== undefined, (rows) => rows.where('reported_payment.id', '=', filter.id ?? ''))
    .orderBy('reported_payment.reported_at', filter.status === 'open' ? 'asc' : 'desc')
    .limit(500)
    .execute()
