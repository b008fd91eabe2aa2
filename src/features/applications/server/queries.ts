import { sql } from 'kysely'
import { insertIfNew, updateIfUnchanged } from '#platform/server/database/conditional-writes.ts'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, tableWithHint } from '#platform/server/database/engine-sql.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import type { Instant } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { searchTerms } from '#shared/search.ts'
import type { Application } from '../answers.ts'
import type { ApplicationQuery } from '../contract.ts'
import { searchedNumber } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    application: ApplicationRow
  }
}

export interface ApplicationRow
  extends Omit<Application, 'formData' | 'decided_by' | 'membership_number'> {
  name: string
  /** In canonical form. */
  email: string
  company_name: string
  /** Normalised phone number and company name, to find duplicates; empty when there is none. */
  phone_key: string
  company_key: string
  /** `ApplicationData` as JSON. */
  form_data: string
  /** The text a search matches: name, company and e-mail. */
  search_text: string
  /** Unique hash that recognises a repeated submission; null once the same form may be sent as a new one. */
  submission_key: string | null
  /** Fingerprint of the last submitted form. */
  content_hash: string
  /** The administrator of the last decision. */
  decided_by: string | null
  /** When the mails about a missing confirmation were sent; they count only since `updated_at`. */
  reminded_at: Instant | null
  deletion_announced_at: Instant | null
  /** The administrator who decided to keep it. */
  kept_by: string | null
}

/** A row with the deciding administrator's name and the member it became. */
export type ApplicationRecord = ApplicationRow & {
  decider_name: string | null
  decider_email: string | null
  /** The membership number of the member it became. */
  member_number: string | null
}

interface ApplicationPage {
  applications: ApplicationRecord[]
  /** The number of matching applications, ignoring `limit` and `after`. */
  total: number
  next: Cursor | undefined
}

/**
 * A page of applications, newest first by default; ties are ordered by id. A page starts after the
 * cursor's row, so that applications arriving in between cause neither gaps nor duplicates.
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
    const isAfter = sql.raw(order === 'asc' ? '>' : '<')
    page = page.where(
      sql<boolean>`(application.created_at, application.id) ${isAfter} (${after.at}, ${after.id})`,
    )
  }
  if (query.limit !== undefined) page = page.limit(query.limit + 1)
  const { rows, next } = pageOf(await page.execute(), query.limit, (last) => ({
    at: last.created_at,
    id: last.id,
  }))
  return { applications: rows, total, next }
}

/** `hint` is an index hint for SQLite. */
const applications = (db: Database, hint = '') =>
  db.selectFrom(tableWithHint(db, 'application', 'application', hint))

type Applications = ReturnType<typeof applications>

function matching(db: Database, query: Omit<ApplicationQuery, 'cursor'>): Applications {
  const terms = searchTerms(query.search ?? '')
  let selection = applications(db, terms.length > 0 ? 'indexed by application_searched' : '')
  for (const term of terms) {
    const inText = containsText(db, 'application.search_text', term)
    const number = searchedNumber(term)
    selection = selection.where(
      number === undefined
        ? inText
        : sql<boolean>`(${inText} or application.id like ${`%${number}`})`,
    )
  }
  if (query.status) selection = selection.where('application.status', '=', query.status)
  if (query.email === 'confirmed')
    selection = selection.where('application.email_confirmed_at', 'is not', null)
  if (query.email === 'unconfirmed')
    selection = selection
      .where('application.email_confirmed_at', 'is', null)
      .where('application.status', 'in', ['pending', 'changes'])
  if (query.type) selection = selection.where('application.type', '=', query.type)
  return selection
}

async function count(selection: Applications): Promise<number> {
  const { total } = await selection
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Applications with the deciding administrator and the member they became. */
export const applicationRecords = (db: Database) => withNames(applications(db))

const withNames = (selection: Applications) =>
  selection
    .leftJoin('person', 'person.id', 'application.decided_by')
    .leftJoin('person as member', 'member.id', 'application.member_id')
    .selectAll('application')
    .select([
      'person.name as decider_name',
      'person.email as decider_email',
      'member.membership_number as member_number',
    ])

/** The number of pending applications, of one type or both. */
export const countPending = (db: Database, type?: MemberRole): Promise<number> =>
  count(matching(db, { status: 'pending', type }))

/** When the oldest pending application was sent; null when none is pending. */
export async function findOldestPendingApplication(db: Database): Promise<Instant | null> {
  const { at } = await matching(db, { status: 'pending' })
    .select(({ fn }) => fn.min('application.created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** The number of applications of a type that were sent since a moment, decided or not. */
export const countReceived = (db: Database, type: MemberRole, since: Instant): Promise<number> =>
  count(matching(db, { type }).where('application.created_at', '>=', since))

/** The number of undecided applications with this e-mail address. */
export const countOpen = (db: Database, email: string): Promise<number> =>
  count(
    applications(db)
      .where('application.email', '=', email)
      .where('application.status', 'in', ['pending', 'changes']),
  )

export function findApplication(db: Database, id: string): Promise<ApplicationRecord | undefined> {
  return applicationRecords(db).where('application.id', '=', id).executeTakeFirst()
}

/** The application with a submission key, if it was created after `since`. */
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

/** Frees a submission key that belongs to an application from before `since`. */
export async function freeSubmission(db: Database, key: string, since: Date): Promise<void> {
  await db
    .updateTable('application')
    .set({ submission_key: null })
    .where('submission_key', '=', key)
    .where('created_at', '<=', since.toISOString())
    .execute()
}

/** False when an application with the same submission key exists. */
export const insertApplication = (db: Database, row: ApplicationRow): Promise<boolean> =>
  insertIfNew(db, 'application', row, { uniqueColumn: 'submission_key' })

/** Updates an application that is still as `expected`; false when it has changed in the meantime. */
export const updateApplication = (
  db: Database,
  expected: Pick<ApplicationRow, 'id' | 'status' | 'updated_at'>,
  changes: Partial<ApplicationRow>,
): Promise<boolean> =>
  updateIfUnchanged(db, 'application', {
    expected,
    columns: ['id', 'status', 'updated_at'],
    changes,
  })

/** Stores which member an application became. */
export async function setMember(db: Database, id: string, memberId: string): Promise<void> {
  await db.updateTable('application').set({ member_id: memberId }).where('id', '=', id).execute()
}
