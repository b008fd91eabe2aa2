import { byCompanyAndName } from '#features/members/display-name.ts'
import { lockPeople } from '#features/members/server/lock-queries.ts'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { chunks, insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { mailCounts, progressOf } from '#platform/server/mail/mail-progress.ts'
import type { Instant } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import type { InvitationProgress } from '../../invitations/answers.ts'

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
  invited_at: Instant
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
  last_sign_in_at: Instant | null
  invited_at: Instant | null
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
    .where(hasMemberRole)
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
 * `before`, so that only one of two concurrent requests invites a person.
 */
export async function markInvited(
  db: Database,
  ids: readonly string[],
  before: Instant,
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

/** The progress of a sending's mails; undefined when there is no such sending. */
export async function findProgress(
  db: Database,
  batchId: string,
): Promise<InvitationProgress | undefined> {
  const counts = await db
    .selectFrom('invitation')
    .leftJoin('outbox', 'outbox.id', 'invitation.mail_id')
    .select(mailCounts())
    .where('invitation.batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  const progress = progressOf(counts)
  return progress.total === 0 ? undefined : { id: batchId, ...progress }
}
