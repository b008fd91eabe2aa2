/** Queries of the retention sweep and of erasure. */
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import type { ApplicationStatus } from '../../contract.ts'
import type { ApplicationRow } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    retention_run: RetentionRun
  }
}

export interface RetentionRun {
  id: string
  at: Instant
  applications: number
  files: number
  orphans: number
}

const unsuccessful: ApplicationStatus[] = ['rejected', 'withdrawn']

const withPapers = (db: Database) =>
  db
    .selectFrom('application')
    .where('status', 'in', unsuccessful)
    .where('papers_removed_at', 'is', null)
    .where('decided_at', 'is not', null)

/** Unsuccessful applications with papers that were decided before a time, oldest first. */
export function listPapersDue(db: Database, before: Date): Promise<ApplicationRow[]> {
  return withPapers(db)
    .selectAll()
    .where('decided_at', '<=', before.toISOString())
    .orderBy('decided_at')
    .limit(100)
    .execute()
}

/** Marks papers as removed; false when another process did, or the application was reopened. */
export async function markPapersRemoved(
  db: Database,
  row: Pick<ApplicationRow, 'id' | 'decided_at'>,
  formData: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ papers_removed_at: now.toISOString(), form_data: formData })
    .where('id', '=', row.id)
    .where('status', 'in', unsuccessful)
    .where('decided_at', '=', row.decided_at)
    .where('papers_removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The number of unsuccessful applications with papers, and when the oldest was decided. */
export async function countRemainingPapers(
  db: Database,
): Promise<{ waiting: number; oldest: string | null }> {
  return withPapers(db)
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.min<string | null>('decided_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

export async function insertRun(db: Database, run: RetentionRun): Promise<void> {
  await db.insertInto('retention_run').values(run).execute()
}

export function lastRun(db: Database): Promise<RetentionRun | undefined> {
  return db
    .selectFrom('retention_run')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The ids of the applications that became this member. */
export async function listApplicationsOfMember(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes all personal data of the applicant from an application, and its private links. */
export async function anonymiseApplication(
  db: Database,
  id: string,
  { data, contentHash }: { data: string; contentHash: string },
  now: Date,
): Promise<void> {
  await db.deleteFrom('application_link').where('application_id', '=', id).execute()
  await db
    .updateTable('application')
    .set({
      name: 'Deleted applicant',
      email: '',
      company_name: '',
      phone_key: '',
      company_key: '',
      search_text: '',
      form_data: data,
      submission_key: null,
      content_hash: contentHash,
      decision_reason: '',
      papers_removed_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .execute()
}
