import { namesOf, type PersonRow } from '#features/members/server/queries.ts'
import { findSimilarPeople } from '#features/members/server/record/duplicate-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, type RecordedChange } from '#platform/server/history.ts'
import type { ApplicationDetails, PossibleDuplicate } from '../../contract.ts'
import { isPaperKind, paperLabels, paperRetentionDays, statusLabels } from '../../rules.ts'
import { describeChanges } from '../applicant/changes.ts'
import { applicationFromRow } from '../apply/papers.ts'
import {
  type ApplicationRecord,
  type ApplicationRow,
  findApplication,
  listDuplicates,
} from '../queries.ts'
import { noSuchApplication } from './decide.ts'

/** One application with who may be the same firm and what has happened to it. */
export async function applicationDetails(db: Database, id: string): Promise<ApplicationDetails> {
  const row = await findApplication(db, id)
  if (!row) throw noSuchApplication()
  return { ...applicationFromRow(row), alike: await alike(db, row), history: await history(db, id) }
}

async function alike(db: Database, row: ApplicationRecord): Promise<PossibleDuplicate[]> {
  const members = (await findSimilarPeople(db, row)).filter(({ id }) => id !== row.member_id)
  const others = await listDuplicates(db, row)
  const record = (
    what: PossibleDuplicate['what'],
    other: PersonRow | ApplicationRow,
    note: string,
  ) => ({
    what,
    id: other.id,
    name: other.name,
    company_name: other.company_name,
    note,
    same: sameIn(row, other),
  })
  return [
    ...members.map((member) => record('member', member, noteOf(member))),
    ...others.map((other) => record('application', other, statusLabels[other.status])),
  ]
}

function noteOf({ membership_number, role, is_active }: PersonRow): string {
  const what = membership_number ?? (role === 'admin' ? 'Administrator' : 'No number')
  return is_active ? what : `${what}, deleted`
}

type Keys = Pick<ApplicationRow, 'email' | 'phone_key' | 'company_key'>

function sameIn(one: Keys, other: Keys): PossibleDuplicate['same'] {
  const same: PossibleDuplicate['same'] = []
  if (one.email === other.email) same.push('email')
  if (one.phone_key !== '' && one.phone_key === other.phone_key) same.push('phone')
  if (one.company_key !== '' && one.company_key === other.company_key) same.push('company')
  return same
}

async function history(db: Database, id: string): Promise<ApplicationDetails['history']> {
  const changes = await listChanges(db, 'application', id)
  const actors = new Set(changes.flatMap(({ actor_id }) => actor_id ?? []))
  const names = await namesOf(db, [...actors])
  return changes.map((change) => ({
    at: change.at,
    words: wordsFor(change, names.get(change.actor_id ?? '') ?? 'Somebody'),
  }))
}

function wordsFor(change: RecordedChange, by: string): string {
  const { act, after } = change
  const said = typeof after.reason === 'string' ? `: “${after.reason}”` : ''
  switch (act) {
    case 'submitted':
      return 'The applicant sent this application'
    case 'e-mail confirmed':
      return 'The applicant opened the private link, so the e-mail address is theirs'
    case 'changes sent':
      return describeChanges(change)
    case 'withdrawn':
      return 'The applicant withdrew this application'
    case 'papers removed':
      return `The papers were removed after ${paperRetentionDays} days`
    case 'opened paper':
      return `${by} opened the ${paperIn(after)}`
    case 'asked for changes':
      return `${by} asked for changes${said}`
    default:
      return `${by} ${act} this application${said}`
  }
}

function paperIn({ kind }: Record<string, unknown>): string {
  return typeof kind === 'string' && isPaperKind(kind) ? paperLabels[kind] : 'paper'
}
