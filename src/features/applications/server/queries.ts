import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, tableWithHint } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import type { MemberRole } from '#shared/roles.ts'
import { searchTerms } from '#shared/search.ts'
import type { Application, ApplicationQuery } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    application: ApplicationRow
  }
}

export interface ApplicationRow
  extends Omit<Application, 'formData' | 'decided_by' | 'membership_number'> {
  name: string
  /** In the portal's one spelling. */
  email: string
  company_name: string
  /** What other spellings of the phone number and of the company name share. */
  phone_key: string
  company_key: string
  /** `ApplicationData` as JSON. */
  form_data: string
  /** What a search looks through: name, company and e-mail. */
  search_text: string
  /** Hash of what makes two submissions the same one; null when that is over. */
  submission_key: string | null
  /** Hash of everything the applicant last sent. */
  submission_print: string
  /** The administrator of the last decision. */
  decided_by: string | null
}

/** A row with the administrator of the last decision as people know them. */
export type ApplicationRecord = ApplicationRow & {
  decider_name: string | null
  decider_email: string | null
  /** The number of the member it has become. */
  member_number: string | null
}

export interface ApplicationPage {
  applications: ApplicationRecord[]
  /** How many there are in all, before `limit` and `after`. */
  total: number
  next: Cursor | undefined
}

/**
 * Applications, newest first unless asked otherwise; ties broken by id so that pages never shuffle,
 * and pages continue behind a place, so that what arrives meanwhile makes neither gaps nor doubles.
 */
export async function listApplications(
  db: Database,
  query: Omit<ApplicationQuery, 'cursor'>,
  after: Cursor | undefined,
): Promise<ApplicationPage> {
  const total = await count(matching(db, query))
  if (total === 0) return { applications: [], total, next: undefined }
  const order = query.sort === 'created_at' ? 'asc' : 'desc'
  let page = withNames(matching(db, query))
    .orderBy('application.created_at', order)
    .orderBy('application.id', order)
  if (after) {
    const behind = sql.raw(order === 'asc' ? '>' : '<')
    page = page.where(
      sql<boolean>`(application.created_at, application.id) ${behind} (${after.at}, ${after.id})`,
    )
  }
  if (query.limit !== undefined) page = page.limit(query.limit + 1)
  const rows = await page.execute()
  const shown = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { applications: shown, total, next: last && { at: last.created_at, id: last.id } }
}

/** On SQLite read as told, for a search reads an index that holds all it looks at. */
const applications = (db: Database, how = '') =>
  db.selectFrom(tableWithHint(db, 'application', 'application', how))

type Applications = ReturnType<typeof applications>

function matching(db: Database, query: Omit<ApplicationQuery, 'cursor'>): Applications {
  const words = searchTerms(query.search ?? '')
  let found = applications(db, words.length > 0 ? 'indexed by application_searched' : '')
  for (const word of words) found = found.where(containsText(db, 'application.search_text', word))
  if (query.status) found = found.where('application.status', '=', query.status)
  if (query.type) found = found.where('application.type', '=', query.type)
  return found
}

async function count(found: Applications): Promise<number> {
  const { total } = await found
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Applications with who decided them and what became of them. */
export const applicationRecords = (db: Database) => withNames(applications(db))

const withNames = (found: Applications) =>
  found
    .leftJoin('person', 'person.id', 'application.decided_by')
    .leftJoin('person as member', 'member.id', 'application.member_id')
    .selectAll('application')
    .select([
      'person.name as decider_name',
      'person.email as decider_email',
      'member.membership_number as member_number',
    ])

/** How many applications of a type wait for a decision. */
export const countPending = (db: Database, type: MemberRole): Promise<number> =>
  count(matching(db, { status: 'pending', type }))

/** How many applications with this e-mail address are not decided yet. */
export const countOpen = (db: Database, email: string): Promise<number> =>
  count(
    applications(db)
      .where('application.email', '=', email)
      .where('application.status', 'in', ['pending', 'changes']),
  )

export function findApplication(db: Database, id: string): Promise<ApplicationRecord | undefined> {
  return applicationRecords(db).where('application.id', '=', id).executeTakeFirst()
}

/** The application that was sent under a submission key since `since`. */
export function findSubmission(
  db: Database,
  key: string,
  since: Date,
): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('submission_key', '=', key)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirst()
}

/** Lets a submission key be used again whose application is from before `since`. */
export async function freeSubmission(db: Database, key: string, since: Date): Promise<void> {
  await db
    .updateTable('application')
    .set({ submission_key: null })
    .where('submission_key', '=', key)
    .where('created_at', '<=', since.toISOString())
    .execute()
}

/** False when an application was already sent under its submission key. */
export async function insertApplication(db: Database, row: ApplicationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application')
    .values(row)
    .onConflict((conflict) => conflict.column('submission_key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes an application that still is as it was read; false when somebody else was faster. */
export async function updateApplication(
  db: Database,
  read: Pick<ApplicationRow, 'id' | 'status' | 'updated_at'>,
  changes: Partial<ApplicationRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set(changes)
    .where('id', '=', read.id)
    .where('status', '=', read.status)
    .where('updated_at', '=', read.updated_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes which member an application has become. */
export async function updateMember(db: Database, id: string, memberId: string): Promise<void> {
  await db.updateTable('application').set({ member_id: memberId }).where('id', '=', id).execute()
}

/** Other applications with the same e-mail address, phone or company, newest first. */
export function listDuplicates(
  db: Database,
  row: Pick<ApplicationRow, 'id' | 'email' | 'phone_key' | 'company_key'>,
): Promise<ApplicationRow[]> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('id', '!=', row.id)
    .where((is) =>
      is.or([
        is('email', '=', row.email),
        ...(row.phone_key ? [is('phone_key', '=', row.phone_key)] : []),
        ...(row.company_key ? [is('company_key', '=', row.company_key)] : []),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
}
