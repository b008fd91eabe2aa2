/**
 * Finds in the history whose data an export, a paper or a session contained, for the notices after a breach
 * (docs/data.md).
 */

import { parseArgs } from 'node:util'
import { findApplication } from '#features/applications/server/queries.ts'
import { listed } from '#features/members/server/directory/listed-queries.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { findExportedPeople } from '#features/members/server/list/exported-people-queries.ts'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { findFile } from '#platform/server/files/stored-files.ts'
import { findChange, listByAct, type RecordedChange } from '#platform/server/history/history.ts'
import { csvRow } from '#shared/csv.ts'
import { addDays, isDay, startOfDay } from '#shared/dates.ts'
import { isRecord } from '#shared/records.ts'
import { readEmail } from '#shared/values/email.ts'

/** One sentence for the operator: the question cannot be answered. */
export class UnknownBreach extends Error {}

const breachUsage =
  'Please say what was lost: breach --export ID, --file NAME, --session ID, or --person ADDRESS with --from and --to (days like 2026-11-22)'

interface AffectedPerson {
  name: string
  company: string
  email: string
  phone: string
  /** What was held, such as 'companyPanCard', or the columns of an export. */
  data: Set<string>
}

interface BreachReport {
  /** The history entries, one line each. */
  lines: string[]
  people: Map<string, AffectedPerson>
}

/** Answers the command; the people as CSV follow the lines. */
export async function breachCommand(db: Database, args: string[]): Promise<string> {
  const { lines, people } = await breachReport(db, args)
  const rows = [...people.values()].map(({ name, company, email, phone, data }) =>
    csvRow([name, company, email, phone, [...data].join('; ')]),
  )
  const heading = csvRow(['Name', 'Company Name', 'Email', 'Mobile No.', 'Data'])
  return [...lines, `People affected: ${people.size}`, '', heading + rows.join('')].join('\n')
}

export async function breachReport(db: Database, args: string[]): Promise<BreachReport> {
  const report: BreachReport = { lines: [], people: new Map() }
  const options = readOptions(args)
  if (options.export !== undefined)
    await addExport(db, report, await readExport(db, options.export))
  else if (options.file !== undefined) await addFile(db, report, options.file)
  else if (options.session !== undefined) await addSession(db, report, options.session)
  else if (options.person !== undefined)
    await addPerson(db, report, { ...options, person: options.person })
  else throw new UnknownBreach(breachUsage)
  return report
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { export: text, file: text, session: text, person: text, from: text, to: text }
    return parseArgs({ args: joined(args), options }).values
  } catch {
    throw new UnknownBreach(breachUsage)
  }
}

/** `--file=-x` for `--file -x`: names of files and sessions are random and may begin with a hyphen. */
function joined(args: readonly string[]): string[] {
  const [arg, value, ...rest] = args
  if (arg === undefined) return []
  if (!/^--\w+$/.test(arg) || value === undefined) return [arg, ...joined(args.slice(1))]
  return [`${arg}=${value}`, ...joined(rest)]
}

async function readExport(db: Database, id: string): Promise<RecordedChange> {
  const entry = await findChange(db, id)
  if (entry?.action === 'members exported') return entry
  throw new UnknownBreach(`The history has no export ${id}.`)
}

async function addExport(db: Database, report: BreachReport, entry: RecordedChange): Promise<void> {
  const { file, columns, people, rows } = entry.after
  report.lines.push(`Export ${entry.id}: ${file}, ${rows} members, ${entry.at}`)
  if (people === undefined) {
    report.lines.push('The history has only the number of these members')
    return
  }
  const ids = (await findExportedPeople(db, String(people))) ?? []
  const data = Array.isArray(columns)
    ? `name, company, ${columns.join(', ')}`
    : 'name, company, contact, addresses, payments, remarks'
  await addPeople(db, report, ids, data)
}

async function addPeople(
  db: Database,
  { people }: BreachReport,
  ids: readonly string[],
  data: string,
): Promise<void> {
  for (const chunk of chunks(ids, 500)) {
    const rows = new Map((await findPeople(db, chunk)).map((row) => [row.id, row]))
    for (const id of chunk) add(people, id, contactOf(id, rows.get(id)), data)
  }
}

const contactOf = (id: string, row: PersonRow | undefined) => ({
  name: row?.name ?? `deleted permanently (${id})`,
  company: row?.company_name ?? '',
  email: row?.email ?? '',
  phone: row?.whatsapp_number ?? '',
})

function add(
  people: BreachReport['people'],
  id: string,
  contact: Omit<AffectedPerson, 'data'>,
  data: string,
): void {
  const person = people.get(id) ?? { ...contact, data: new Set() }
  people.set(id, person)
  person.data.add(data)
}

async function addFile(db: Database, report: BreachReport, name: string): Promise<void> {
  const file = await findFile(db, name)
  const opened = (await listAccesses(db)).filter(({ after }) => after.file === name)
  for (const { at, actor_id: by } of opened)
    report.lines.push(`Opened ${at} by ${await readName(db, by)}`)
  const applicationId = file?.owner === 'application' ? file.owner_id : opened[0]?.subject_id
  if (applicationId) return addPaper(db, report, applicationId, file?.kind ?? opened[0]?.after.kind)
  if (file?.owner !== 'person' || file.owner_id === null)
    throw new UnknownBreach(`The portal has no file ${name} of a person.`)
  await addPeople(db, report, [file.owner_id], file.kind)
}

async function addPaper(
  db: Database,
  report: BreachReport,
  applicationId: string,
  kind: unknown,
): Promise<void> {
  const application = await findApplication(db, applicationId)
  if (application?.member_id) return addPeople(db, report, [application.member_id], String(kind))
  const data: unknown = JSON.parse(application?.form_data ?? '{}')
  const contact = {
    name: application?.name ?? `deleted application (${applicationId})`,
    company: application?.company_name ?? '',
    email: application?.email ?? '',
    phone: isRecord(data) ? String(data.whatsappNumber ?? '') : '',
  }
  add(report.people, applicationId, contact, String(kind))
}

/** What a person opened and exported; an administrator can also have read every record. */
async function addPerson(
  db: Database,
  report: BreachReport,
  { person: address, from, to }: { person: string; from?: string; to?: string },
): Promise<void> {
  if (!isDay(from) || !isDay(to)) throw new UnknownBreach(breachUsage)
  const email = readEmail(address)
  const person = email && (await findPersonByEmail(db, email))
  if (!person) throw new UnknownBreach(`No account has the address ${address}.`)
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
  const accesses = (await listAccesses(db, person.id)).filter(({ at }) => at >= start && at < end)
  report.lines.push(`${person.email}, role ${person.role ?? 'job seeker'}, ${start} to ${end}`)
  await addAccesses(db, report, person, accesses)
}

async function addSession(db: Database, report: BreachReport, id: string): Promise<void> {
  const accesses = await listAccesses(db)
  const ofSession = accesses.filter(({ after }) => after.session === id)
  const session = await db
    .selectFrom('session')
    .select(['person_id', 'created_at', 'seen_at', 'device'])
    .where('id', '=', id)
    .executeTakeFirst()
  const signIn = ofSession.find(({ subject }) => subject === 'sign-in')
  const personId = session?.person_id ?? signIn?.subject_id ?? ofSession[0]?.actor_id
  const [person] = personId ? await findPeople(db, [personId]) : []
  if (!person) throw new UnknownBreach(`The portal has no session ${id}.`)
  const begun = session?.created_at ?? signIn?.at ?? 'unknown'
  const state = session ? `last used ${session.seen_at}, ${session.device}` : 'ended'
  report.lines.push(`Session of ${person.email}, begun ${begun}, ${state}`)
  await addAccesses(db, report, person, ofSession)
}

type Access = Awaited<ReturnType<typeof listAccesses>>[number]

const accessActs = ['signed in', 'members exported', 'paper-opened']

/** The sign-ins, exports and opened papers of one person or of everybody, oldest first. */
const listAccesses = (db: Database, person?: string) =>
  listByAct(db, accessActs, person === undefined ? undefined : { person, aboutPerson: 'sign-in' })

async function addAccesses(
  db: Database,
  report: BreachReport,
  person: PersonRow,
  accesses: readonly Access[],
): Promise<void> {
  await addPeople(db, report, [person.id], 'own profile')
  for (const access of accesses) {
    if (access.action === 'signed in')
      report.lines.push(`Signed in ${access.at}, session ${access.after.session ?? 'unknown'}`)
    if (access.action === 'members exported') await addExport(db, report, access)
    if (access.action !== 'paper-opened') continue
    report.lines.push(`Opened ${access.after.kind} ${access.after.file}, ${access.at}`)
    await addPaper(db, report, access.subject_id, access.after.kind)
  }
  await addReadable(db, report, person)
}

/** Reading a list or a record is not recorded, so everyone whom the person may read is included. */
async function addReadable(db: Database, report: BreachReport, { role }: PersonRow): Promise<void> {
  if (role === null) return
  const people = db.selectFrom('person').select('id')
  const readable = role === 'admin' ? people.where(hasMemberRole) : people.where(listed)
  const rows = await readable.execute()
  const data = role === 'admin' ? 'record could be read' : 'directory entry could be read'
  report.lines.push(
    `The role ${role} can read ${rows.length} members without an entry in the history`,
  )
  await addPeople(
    db,
    report,
    rows.map(({ id }) => id),
    data,
  )
}

async function readName(db: Database, id: string | null): Promise<string> {
  const [person] = id === null ? [] : await findPeople(db, [id])
  return person?.email ?? id ?? 'the portal'
}
