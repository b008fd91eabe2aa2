import { namesOf } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, type RecordedChange } from '#platform/server/history.ts'
import type { ApplicationDetails } from '../../answers.ts'
import { isPaperKind, paperLabels, paperRetentionDays } from '../../rules.ts'
import { describeChanges } from '../applicant/changes.ts'
import { applicationFromRow } from '../application-row.ts'
import { findApplication } from '../queries.ts'
import { noSuchApplication } from './decide.ts'
import { findDuplicates } from './duplicates.ts'

/** An application with its possible duplicates and its history. */
export async function applicationDetails(db: Database, id: string): Promise<ApplicationDetails> {
  const row = await findApplication(db, id)
  if (!row) throw noSuchApplication()
  return {
    ...applicationFromRow(row),
    alike: await findDuplicates(db, row),
    history: await listHistory(db, id),
  }
}

async function listHistory(db: Database, id: string): Promise<ApplicationDetails['history']> {
  const changes = await listChanges(db, 'application', id)
  const actors = new Set(changes.flatMap(({ actor_id }) => actor_id ?? []))
  const names = await namesOf(db, [...actors])
  return changes.map((change) => ({
    at: change.at,
    words: describeEntry(change, names.get(change.actor_id ?? '') ?? 'Somebody'),
  }))
}

function describeEntry(change: RecordedChange, actor: string): string {
  const { act, after } = change
  const reason = typeof after.reason === 'string' ? `: “${after.reason}”` : ''
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
      return `${actor} opened the ${paperLabel(after)}`
    case 'asked for changes':
      return `${actor} asked for changes${reason}`
    default:
      return `${actor} ${act} this application${reason}`
  }
}

function paperLabel({ kind }: Record<string, unknown>): string {
  return typeof kind === 'string' && isPaperKind(kind) ? paperLabels[kind] : 'paper'
}
