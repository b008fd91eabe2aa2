import { readDisplayNames } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, type RecordedChange } from '#platform/server/history/history.ts'
import type { ApplicationDetails } from '../../answers.ts'
import { isPaperKind, paperLabels, paperRetentionDays, unconfirmedDays } from '../../rules.ts'
import { describeChanges } from '../applicant/changes.ts'
import type { ApplicationAction } from '../application-history.ts'
import { applicationFromRow } from '../application-row.ts'
import type { ApplicationRecord } from '../queries.ts'
import { findDuplicates } from './duplicates.ts'

/** An application with its possible duplicates and its history. */
export async function applicationDetails(
  db: Database,
  row: ApplicationRecord,
): Promise<ApplicationDetails> {
  return {
    ...applicationFromRow(row),
    alike: await findDuplicates(db, row),
    history: await listHistory(db, row.id),
  }
}

async function listHistory(db: Database, id: string): Promise<ApplicationDetails['history']> {
  const changes = await listChanges(db, 'application', id)
  const actors = new Set(changes.flatMap(({ actor_id }) => actor_id ?? []))
  const names = await readDisplayNames(db, [...actors])
  return changes.map((change) => ({
    at: change.at,
    words: describeEntry(change, names.get(change.actor_id ?? '') ?? 'Someone'),
  }))
}

type Sentence = (change: RecordedChange, actor: string) => string

const withReason =
  (sentence: string): Sentence =>
  ({ after: { reason } }, actor) =>
    `${actor} ${sentence}${typeof reason === 'string' ? `: “${reason}”` : ''}`

const sentences: Record<ApplicationAction, Sentence> = {
  submitted: () => 'The applicant submitted this application',
  'email-confirmed': () =>
    'The applicant opened the private link, which confirms the email address',
  'changes-requested': withReason('requested changes'),
  'changes-sent': describeChanges,
  withdrawn: () => 'The applicant withdrew this application',
  approved: withReason('approved this application'),
  rejected: withReason('rejected this application'),
  reopened: withReason('reopened this application'),
  reminded: () => 'The applicant was reminded to confirm the email address',
  'deletion-announced': () =>
    `The applicant was told that the application will be deleted in ${unconfirmedDays.notice} days unless the email address is confirmed`,
  kept: (_change, actor) => `${actor} chose to keep this application without a confirmed email`,
  'not-kept': (_change, actor) =>
    `${actor} chose to no longer keep this application without a confirmed email`,
  'unconfirmed-deleted': () =>
    `The application was deleted after ${unconfirmedDays.deletion} days without a confirmed email`,
  'paper-opened': ({ after }, actor) => `${actor} opened the ${paperLabel(after)}`,
  'papers-deleted': () => `The documents were deleted after ${paperRetentionDays} days`,
  'applicant-deleted': (_change, actor) => `${actor} permanently deleted the applicant`,
}

const sentenceOf = new Map<string, Sentence>(Object.entries(sentences))

/** The sentence for an action; a generic one for actions of another version of the portal. */
const describeEntry: Sentence = (change, actor) =>
  sentenceOf.get(change.action)?.(change, actor) ?? `${actor} changed this application`

function paperLabel({ kind }: Record<string, unknown>): string {
  return typeof kind === 'string' && isPaperKind(kind) ? paperLabels[kind] : 'paper'
}
