/** The papers of an application: kept, claimed, and their addresses in what is stored and shown. */
import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
  type IncomingFile,
  type StoredFile,
} from '#platform/server/files/files.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type Application,
  type ApplicationData,
  type ApplicationForm,
  type PaperKind,
  paperKinds,
} from '../../contract.ts'
import { paperLabels } from '../../rules.ts'
import type { ApplicationRecord, ApplicationRow } from '../queries.ts'
import type { SubmittedForm } from './read-form.ts'

/**
 * Keeps what has arrived, in its order, and does the work with it. What the work does not want in
 * the end (it fails, or answers `used: false`) goes again.
 */
export async function withStoredFiles<Answer>(
  world: World,
  arrived: readonly IncomingFile[],
  work: (kept: readonly StoredFile[]) => Promise<{ used: boolean; answer: Answer }>,
): Promise<Answer> {
  const kept: StoredFile[] = []
  let used = false
  try {
    for (const file of arrived) kept.push(await world.files.store(file, null, world.now()))
    const outcome = await work(kept)
    used = outcome.used
    return outcome.answer
  } finally {
    if (!used) await drop(world, kept)
  }
}

/** Best effort: what stays behind belongs to nobody, and the daily sweep takes it. */
async function drop({ db, files, log }: World, kept: readonly StoredFile[]): Promise<void> {
  const names = kept.map(({ name }) => name)
  try {
    await deleteFileRecords(db, names)
    await files.removeBytes(names)
  } catch (error) {
    log.warn({ err: error, files: names.length }, 'files left for the sweep')
  }
}

export type PaperAddresses = Partial<Record<PaperKind, string[]>>

/** The addresses of the papers of a form, by kind; `kept` is what came with the form itself. */
export function paperAddresses(
  { papers }: Pick<SubmittedForm, 'papers'>,
  kept: readonly StoredFile[],
): PaperAddresses {
  const addresses: PaperAddresses = {}
  for (const [kind, { names }] of papers) {
    const fresh = kept.filter((file) => file.kind === kind).map(({ name }) => name)
    addresses[kind] = [...names, ...fresh].map(fileUrl)
  }
  return addresses
}

/** Makes papers the application's own; Refusal 'gone' when an upload is not there any more. */
export async function claimPapers(
  db: Database,
  applicationId: string,
  papers: PaperAddresses,
): Promise<void> {
  // Everybody claims in one order, so that nobody waits for somebody who waits for them.
  const wanted = paperKinds
    .flatMap((kind) => (papers[kind] ?? []).map((address) => ({ kind, address })))
    .sort((one, other) => (one.address < other.address ? -1 : 1))
  for (const { kind, address } of wanted)
    if (!(await claimFile(db, fileNameInUrl(address) ?? '', kind, 'application', applicationId)))
      throw new Refusal(
        'gone',
        `Please choose the ${paperLabels[kind]} again: its upload is no longer there`,
      )
}

/** What is stored of a form, with the addresses of its papers. */
export function dataFrom(form: ApplicationForm, papers: PaperAddresses): ApplicationData {
  const { type: _type, noticeVersion: _version, ...fields } = form
  const { factoryMachineryPhotos: photos = [], ...single } = papers
  const data: ApplicationData = { ...fields }
  for (const [kind, [address]] of Object.entries(single))
    if (address !== undefined) Object.assign(data, { [kind]: address })
  if (photos.length > 0) data.factoryMachineryPhotos = photos
  return data
}

/** The addresses of the papers in what is stored. */
export function papersOf(data: ApplicationData): PaperAddresses {
  const papers: PaperAddresses = {}
  for (const kind of paperKinds) {
    const value = data[kind]
    if (value !== undefined) papers[kind] = Array.isArray(value) ? value : [value]
  }
  return papers
}

/** The addresses of `papers` that `others` does not hold as the same kind. */
export function withoutAddresses(papers: PaperAddresses, others: PaperAddresses): PaperAddresses {
  const left: PaperAddresses = {}
  for (const kind of paperKinds)
    left[kind] = papers[kind]?.filter((address) => !others[kind]?.includes(address)) ?? []
  return left
}

/** The file names in their addresses. */
export const fileNamesOf = (papers: PaperAddresses): string[] =>
  Object.values(papers)
    .flat()
    .flatMap((address) => fileNameInUrl(address) ?? [])

/** What is left of an application when its papers go. */
export function withoutPapers(data: ApplicationData): ApplicationData {
  const left = { ...data }
  for (const kind of paperKinds) delete left[kind]
  return left
}

export const applicationFromRow = (row: ApplicationRecord): Application => ({
  id: row.id,
  type: row.type,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
  formData: dataOf(row),
  decided_at: row.decided_at,
  decided_by: row.decided_by && (row.decider_name || row.decider_email),
  decision_reason: row.decision_reason,
  member_id: row.member_id,
  membership_number: row.member_number,
  notice_version: row.notice_version,
  consented_at: row.consented_at,
  email_confirmed_at: row.email_confirmed_at,
  papers_removed_at: row.papers_removed_at,
})

/** Only this feature writes the column. */
export const dataOf = (row: Pick<ApplicationRow, 'form_data'>): ApplicationData =>
  JSON.parse(row.form_data) as ApplicationData
