/** What the events of administrators' notifications are about, read from the features they come from. */
import { countPending as countPendingApplications } from '#features/applications/server/queries.ts'
import { countPending as countPendingJobs } from '#features/jobs/server/queries.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { type EventItems, notificationMailKinds } from '#features/notifications/server/mails.ts'
import type { EventItem, EventSource, EventSources } from '#features/notifications/server/notify.ts'
import { type MailKindName, mailKinds } from '#features/settings/mail-kinds.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { plainName } from '#platform/server/mail/mail-content.ts'
import { checks } from '../checks/checks.ts'

const listedItems = 10

/** 'Asha Patil, Teak & Co'; never an address. */
const nameOf = ({ name, company_name }: { name: string; company_name: string }): string =>
  [name, company_name].map(plainName).filter(Boolean).join(', ')

/** Reads by ids in chunks that both engines take. */
async function inChunks(
  ids: readonly string[],
  read: (ids: string[]) => Promise<EventItem[]>,
): Promise<EventItem[]> {
  const items: EventItem[] = []
  for (const chunk of chunks(ids, 500)) items.push(...(await read(chunk)))
  return items
}

/** Oldest first. */
const pendingApplications = (db: Database) =>
  db
    .selectFrom('application')
    .select(['id', 'name', 'company_name', 'type'])
    .where('status', '=', 'pending')
    .orderBy('created_at')

const applicationItem = (row: {
  id: string
  name: string
  company_name: string
  type: 'oem' | 'vendor'
}): EventItem => ({
  id: row.id,
  text: `${nameOf(row) || 'An applicant'} (${shortRoleLabels[row.type]})`,
})

const describeDeletions: EventSource['describe'] = (db, subjectIds) =>
  inChunks(subjectIds, async (ids) => {
    const rows = await db
      .selectFrom('application')
      .select(['id', 'name', 'company_name', 'type'])
      .where('status', 'in', ['pending', 'changes'])
      .where('email_confirmed_at', 'is', null)
      .where('kept_at', 'is', null)
      .where('id', 'in', ids)
      .orderBy('created_at')
      .execute()
    return rows.map(applicationItem)
  })

const describeApplications: EventSource['describe'] = (db, subjectIds) =>
  inChunks(subjectIds, async (ids) => {
    const rows = await pendingApplications(db).where('id', 'in', ids).execute()
    return rows.map(applicationItem)
  })

async function listPendingApplications(db: Database): Promise<EventItems> {
  const rows = await pendingApplications(db).limit(listedItems).execute()
  return {
    total: await countPendingApplications(db),
    lines: rows.map((row) => applicationItem(row).text),
  }
}

/** Oldest first; jobs of inactive members are not reviewed. */
const pendingJobs = (db: Database) =>
  db
    .selectFrom('job')
    .innerJoin('person', 'person.id', 'job.poster_id')
    .select(['job.id', 'job.title', 'job.company_name'])
    .where('job.status', '=', 'pending')
    .where('person.is_active', '=', true)
    .orderBy('job.created_at')

const jobItem = (row: { id: string; title: string; company_name: string }): EventItem => ({
  id: row.id,
  text: nameOf({ name: row.title, company_name: row.company_name }) || 'A job',
})

const describeJobs: EventSource['describe'] = (db, subjectIds) =>
  inChunks(subjectIds, async (ids) => {
    const rows = await pendingJobs(db).where('job.id', 'in', ids).execute()
    return rows.map(jobItem)
  })

async function listPendingJobs(db: Database): Promise<EventItems> {
  const rows = await pendingJobs(db).limit(listedItems).execute()
  return { total: await countPendingJobs(db), lines: rows.map((row) => jobItem(row).text) }
}

/** Oldest first. */
const selectOpenReportedPayments = (db: Database) =>
  db
    .selectFrom('reported_payment')
    .innerJoin('person', 'person.id', 'reported_payment.person_id')
    .select(['reported_payment.id', 'person.name', 'person.company_name'])
    .where('reported_payment.outcome', 'is', null)
    .orderBy('reported_payment.reported_at')

const reportItem = (row: { id: string; name: string; company_name: string }): EventItem => ({
  id: row.id,
  text: nameOf(row) || 'A member',
})

const describeReportedPayments: EventSource['describe'] = (db, subjectIds) =>
  inChunks(subjectIds, async (ids) => {
    const rows = await selectOpenReportedPayments(db)
      .where('reported_payment.id', 'in', ids)
      .execute()
    return rows.map(reportItem)
  })

async function listOpenReportedPayments(db: Database): Promise<EventItems> {
  const rows = await selectOpenReportedPayments(db).execute()
  return {
    total: rows.length,
    lines: rows.slice(0, listedItems).map((row) => reportItem(row).text),
  }
}

const mailLabel = (kind: string): string =>
  kind in mailKinds
    ? mailKinds[kind as MailKindName].label
    : kind.startsWith('sign-in')
      ? 'Sign-in email'
      : 'Email'

/** Undelivered mails, by the member or applicant with that address; those that were sent since are left out. */
const describeMails: EventSource['describe'] = (db, subjectIds) =>
  inChunks(subjectIds, async (ids) => {
    const mails = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'recipient', 'last_error'])
      .where('id', 'in', ids)
      .where('failed_at', 'is not', null)
      .execute()
    const owners = await readOwners(
      db,
      mails.map(({ recipient }) => recipient),
    )
    return mails.map(({ id, kind, recipient, last_error }) => ({
      id,
      text: `${owners.get(recipient) || 'An address without a member'}: ${mailLabel(kind)}`,
      detail: last_error ?? '',
    }))
  })

/** Names by address: of people, else of applicants. */
export async function readOwners(
  db: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map()
  const columns = ['email', 'name', 'company_name'] as const
  const applicants = await db
    .selectFrom('application')
    .select(columns)
    .where('email', 'in', addresses)
    .orderBy('created_at')
    .execute()
  const people = await db
    .selectFrom('person')
    .select(columns)
    .where('email', 'in', addresses)
    .where('role', 'is not', null)
    .execute()
  return new Map([...applicants, ...people].map((row) => [row.email, nameOf(row)]))
}

/** The tasks that can fail, by the subject of their event. */
const taskLabels: Record<string, string> = Object.assign(
  {},
  ...checks.map(({ failures }) => failures),
)

const describeTasks: EventSource['describe'] = async (_db, subjectIds) =>
  subjectIds.map((id) => ({ id, text: taskLabels[id] ?? id, detail: 'See the log of the portal.' }))

export const eventSources: EventSources = {
  application: { describe: describeApplications, listOpen: listPendingApplications },
  changes: { describe: describeApplications },
  deletion: { describe: describeDeletions },
  job: { describe: describeJobs, listOpen: listPendingJobs },
  payment: { describe: describeReportedPayments, listOpen: listOpenReportedPayments },
  bounce: { describe: describeMails },
  failure: { describe: describeTasks },
}

/**
 * Whether an undeliverable mail is an event. Mails about events are excluded, because they would cause further events,
 * and sign-in mails to addresses that anyone may have typed.
 */
export async function isBounceEvent(
  db: Database,
  { kind, recipient }: { kind: string; recipient: string },
): Promise<boolean> {
  if (notificationMailKinds.includes(kind)) return false
  return !kind.startsWith('sign-in') || (await readOwners(db, [recipient])).has(recipient)
}
