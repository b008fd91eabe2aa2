/** The changes an applicant submits on request of an administrator, and how the history shows them. */

import { materialLabel } from '#features/members/materials.ts'
import { recordEvent } from '#features/notifications/server/events.ts'
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, type StoredFile } from '#platform/server/files/stored-files.ts'
import type { UploadForm } from '#platform/server/files/upload-form.ts'
import { visitorFrom } from '#platform/server/files/uploader.ts'
import { withStoredFiles } from '#platform/server/files/with-stored-files.ts'
import type { Change, RecordedChange } from '#platform/server/history/history.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { parseInput } from '#platform/server/http/parse-input.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ApplicationData, SubmittedChanges } from '../../answers.ts'
import { applicantToken } from '../../contract.ts'
import { paperKinds } from '../../papers.ts'
import {
  detailLabels,
  fileErrors,
  isDetailName,
  isPaperKind,
  type PaperUrls,
  paperLabels,
  papersOf,
} from '../../rules.ts'
import { recordApplicationChange } from '../application-history.ts'
import { applicationData, formColumns, storedData } from '../application-row.ts'
import { assertOpenApplicationLimit } from '../apply/limits.ts'
import {
  countPapers,
  incomingFiles,
  readApplication,
  type SubmittedForm,
} from '../apply/read-form.ts'
import { receivedMail } from '../mails.ts'
import { claimPapers, fileNamesOf, paperUrls, withoutUrls } from '../papers.ts'
import {
  type ApplicationRecord,
  type ApplicationRow,
  findApplication,
  updateApplication,
} from '../queries.ts'
import { deleteLinks } from './link-queries.ts'
import { applicationConflict, ownApplicationFromRow } from './own-application.ts'
import { createLink, findByToken } from './private-link.ts'

/**
 * Stores the requested changes: replaces the fields, and the papers of the kinds that were sent. The
 * application is pending again. With a new e-mail address all earlier links end, and a mail to that
 * address has a new one. Sending the same changes again returns the application unchanged.
 */
export async function submitChanges(
  world: World,
  received: UploadForm,
  client: Client,
): Promise<SubmittedChanges> {
  const token = readToken(received)
  const current = await findByToken(world.db, world, token)
  const submitted = readApplication(received)
  if (isRepeated(current, submitted)) return ownApplicationFromRow(current)
  assertChangesRequested(current, submitted)
  assertPapersComplete(current, submitted)
  await enforceLimit(world.db, limits.applications, client, world.now())
  const deletedFiles: string[] = []
  const sent = incomingFiles(submitted)
  const answer = await withStoredFiles(world, sent, visitorFrom(client), (files) =>
    world.db.transaction().execute(async (db) => {
      const row = await findByToken(db, world, token)
      const replacedFiles = await applyChanges(world, db, { row, submitted, files })
      const updated = await findApplication(db, row.id)
      if (!updated || !(replacedFiles || isRepeated(updated, submitted)))
        throw applicationConflict()
      deletedFiles.push(...(replacedFiles ?? []))
      const newLink = updated.email === row.email ? {} : { new_link_to: updated.email }
      return {
        isUsed: replacedFiles !== undefined,
        answer: { ...ownApplicationFromRow(updated), ...newLink },
      }
    }),
  )
  await world.files.removeBytes(deletedFiles)
  return answer
}

/**
 * Returns the names of the replaced files, whose bytes must be deleted after the commit. Undefined
 * when the application was changed by another request in the meantime.
 */
async function applyChanges(
  world: World,
  db: Database,
  {
    row,
    submitted,
    files,
  }: { row: ApplicationRecord; submitted: SubmittedForm; files: readonly StoredFile[] },
): Promise<string[] | undefined> {
  if (isRepeated(row, submitted)) return undefined
  assertChangesRequested(row, submitted)
  const now = world.now()
  const { form } = submitted
  const oldPapers = papersOf(storedData(row))
  const newPapers = paperUrls(submitted, files)
  const papers = { ...oldPapers, ...newPapers }
  const hasNewEmail = form.email !== row.email
  if (hasNewEmail) await enforceLimit(db, limits.applicationsOfAddress, form.email, now)
  const columns = changedColumns(row, submitted, papers, now)
  if (!(await updateApplication(db, row, columns))) return undefined
  await claimPapers(db, row.id, withoutUrls(newPapers, oldPapers))
  const replacedFiles = fileNamesOf(withoutUrls(oldPapers, papers))
  await deleteFileRecords(db, replacedFiles)
  const diff = diffApplication(storedData(row), applicationData(form, papers))
  await recordApplicationChange(db, row.id, { action: 'changes-sent', ...diff }, now)
  await recordEvent(db, { kind: 'changes', subjectId: row.id }, now)
  if (hasNewEmail) await reissueLink(db, world, { id: row.id, email: form.email })
  return replacedFiles
}

/**
 * Ends all links and mails a new one to a changed address: readers of the old mailbox lose access,
 * and the new address counts as confirmed only once its link is opened.
 */
async function reissueLink(
  db: Database,
  world: World,
  application: Pick<ApplicationRow, 'id' | 'email'>,
): Promise<void> {
  const now = world.now()
  await assertOpenApplicationLimit(db, application.email)
  await deleteLinks(db, application.id)
  const token = await createLink(db, application, now)
  await queueMail(db, receivedMail(world, application.email, token), now)
}

function changedColumns(
  row: ApplicationRow,
  submitted: SubmittedForm,
  papers: PaperUrls,
  now: Date,
): Partial<ApplicationRow> {
  const { notice_version, consented_at, ...columns } = formColumns(submitted, papers, now)
  return {
    ...columns,
    ...(notice_version !== null && { notice_version, consented_at }),
    status: 'pending',
    decision_reason: '',
    decided_by: null,
    decided_at: null,
    papers_removed_at: null,
    submission_key: null,
    email_confirmed_at: submitted.form.email === row.email ? row.email_confirmed_at : null,
    updated_at: now.toISOString(),
  }
}

/** True when these changes are stored already, because the response to an earlier request was lost. */
const isRepeated = (row: ApplicationRow, { contentHash }: SubmittedForm): boolean =>
  row.status === 'pending' && row.content_hash === contentHash && row.submission_key === null

function assertChangesRequested(row: ApplicationRow, { form }: SubmittedForm): void {
  if (row.status !== 'changes') throw new Refusal('conflict', cannotChange[row.status])
  if (form.type !== row.type)
    throw new Refusal(
      'invalid',
      'The membership type cannot be changed. Please withdraw this application and apply again.',
    )
}

const cannotChange = {
  pending: 'Your application is being reviewed and cannot be changed now',
  approved: 'Your application has been approved. You can change your details in the portal.',
  rejected: 'Your application has been rejected. You are welcome to apply again.',
  withdrawn: 'Your application has been withdrawn. You are welcome to apply again.',
} as const

function assertPapersComplete(row: ApplicationRow, { form, papers }: SubmittedForm): void {
  const stored = Object.entries(papersOf(storedData(row))).map(([kind, list]) => [
    kind,
    list.length,
  ])
  const counts = { ...Object.fromEntries(stored), ...countPapers(papers) }
  const error = fileErrors(form.type, counts)[0]
  if (error) throw new Refusal('invalid', error.message, { field: error.field })
}

const readToken = ({ fields }: UploadForm): string =>
  parseInput(applicantToken, { token: fields.token?.[0] }).token

/** The changed fields, before and after. Of changed papers only the kinds: replaced files are deleted. */
function diffApplication(
  before: ApplicationData,
  after: ApplicationData,
): Pick<Required<Change>, 'before' | 'after'> {
  const oldValues: Record<string, unknown> = {}
  const newValues: Record<string, unknown> = {}
  for (const [name] of Object.entries(detailLabels)) {
    if (!isDetailName(name) || isEqual(before[name], after[name])) continue
    oldValues[name] = before[name] ?? ''
    newValues[name] = after[name] ?? ''
  }
  const papers = paperKinds.filter((kind) => !isEqual(before[kind], after[kind]))
  return { before: oldValues, after: { ...newValues, ...(papers.length > 0 && { papers }) } }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** A sentence like 'The applicant changed the Email from “a” to “b”, the Company PAN Card'. */
export function describeChanges({
  before,
  after,
}: Pick<RecordedChange, 'before' | 'after'>): string {
  const fields = Object.keys(after)
    .filter(isDetailName)
    .map(
      (name) =>
        `the ${detailLabels[name]} from ${quoteValue(before[name])} to ${quoteValue(after[name])}`,
    )
  const papers = (Array.isArray(after.papers) ? after.papers : [])
    .filter(isPaperKind)
    .map((kind) => `the ${paperLabels[kind]}`)
  const changed = [...fields, ...papers]
  if (changed.length === 0) return 'The applicant resubmitted the application without changes'
  return `The applicant changed ${changed.join(', ')}`
}

const maxQuoteLength = 80

/** A value in quotes, shortened, with materials by their labels; 'nothing' when empty. */
function quoteValue(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map((id) => materialLabel(id) ?? String(id)).join(', ')
    : String(value ?? '')
  if (text === '') return 'nothing'
  const characters = [...text]
  const isLong = characters.length > maxQuoteLength
  return `“${isLong ? `${characters.slice(0, maxQuoteLength).join('').trimEnd()}…` : text}”`
}
