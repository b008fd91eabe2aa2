import { sql } from 'kysely'
import { byCompanyAndName } from '#features/members/display-name.ts'
import { lockPeople } from '#features/members/server/list/bulk-queries.ts'
import { chunks, insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Role } from '#shared/roles.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    invitation: InvitationRow
  }
}

export interface InvitationRow {
  id: string
  /** The sending it belongs to. */
  batch_id: string
  person_id: string
  /** The mail in the outbox. */
  mail_id: string
  invited_at: string
  invited_by: string | null
}

export interface InviteeRow {
  id: string
  name: string
  company_name: string
  email: string
  role: Role | null
  is_active: boolean
  membership_number: string | null
  last_sign_in_at: string | null
  invited_at: string | null
}

const columns = [
  'id',
  'name',
  'company_name',
  'email',
  'role',
  'is_active',
  'membership_number',
  'last_sign_in_at',
  'invited_at',
] as const

/** The people with these ids, by company and name. */
export async function findInvitees(db: Database, ids: readonly string[]): Promise<InviteeRow[]> {
  const rows: InviteeRow[] = []
  for (const chunk of chunks(ids, 500))
    rows.push(...(await db.selectFrom('person').select(columns).where('id', 'in', chunk).execute()))
  return rows.toSorted(byCompanyAndName)
}

/** The ids of the active members who have never signed in. */
export async function listNeverSignedIn(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('last_sign_in_at', 'is', null)
    .where('role', 'in', ['oem', 'vendor'])
    .where('is_active', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of the people whom an import added or changed. */
export async function listImported(db: Database, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('import_row')
    .select('person_id')
    .distinct()
    .where('batch_id', '=', batchId)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/**
 * Marks people as invited now. Returns the ids of those whom no other sending has invited after
 * `before`, so that of two at once only one invites a person.
 */
export async function markInvited(
  db: Database,
  ids: readonly string[],
  before: string,
  now: Date,
): Promise<Set<string>> {
  const marked = new Set<string>()
  for (const chunk of chunks(ids.toSorted(), 500)) {
    await lockPeople(db, chunk)
    const rows = await db
      .updateTable('person')
      .set({ invited_at: now.toISOString() })
      .where('id', 'in', chunk)
      .where((eb) => eb.or([eb('invited_at', 'is', null), eb('invited_at', '<=', before)]))
      .where('last_sign_in_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of rows) marked.add(id)
  }
  return marked
}

export const insertInvitations = (db: Database, rows: readonly InvitationRow[]): Promise<void> =>
  insertRows(db, 'invitation', rows)

/** Counts the mails of a sending; undefined when there is no such sending. */
export async function countMails(db: Database, batchId: string) {
  const { total, sent, failed } = await db
    .selectFrom('invitation')
    .leftJoin('outbox', 'outbox.id', 'invitation.mail_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    // The outbox forgets a mail 90 days after it was sent.
    .select([
      sql<number>`coalesce(sum(case when outbox.id is null or outbox.sent_at is not null then 1 else 0 end), 0)`.as(
        'sent',
      ),
      sql<number>`coalesce(sum(case when outbox.failed_at is not null then 1 else 0 end), 0)`.as(
        'failed',
      ),
    ])
    .where('invitation.batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  if (Number(total) === 0) return undefined
  return { total: Number(total), sent: Number(sent), failed: Number(failed) }
}
