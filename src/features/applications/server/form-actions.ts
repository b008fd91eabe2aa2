/** What an applicant sends, read: the fields by the contract, the papers by kind. */

import type { Database } from '#platform/server/database.ts'
import type { ArrivedFile, StoredFile } from '#platform/server/files.ts'
import { claimFile, fileAddress, forgetFiles, nameInAddress } from '#platform/server/files.ts'
import { hashOf } from '#platform/server/ids.ts'
import type { ReceivedForm } from '#platform/server/multipart.ts'
import type { World } from '#platform/server/world.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type ApplicationData,
  type ApplicationForm,
  applicationForm,
  type PaperKind,
  paperKinds,
} from '../contract.ts'
import { hasFile, paperLabels } from '../rules.ts'

/** The papers of one kind: addresses of earlier uploads, and what came with the form itself. */
interface SentPapers {
  names: string[]
  arrived: ArrivedFile[]
}

export interface SentApplication {
  form: ApplicationForm
  /** Only the kinds that were mentioned; an empty one was emptied on purpose (`[]`). */
  papers: Map<PaperKind, SentPapers>
  /** The same for the same fields and files. */
  print: string
}

/** Refuses with the first message of the contract, in the order of the form. */
export function readApplication({ fields, files }: ReceivedForm): SentApplication {
  const result = applicationForm.safeParse(typed(fields))
  if (!result.success)
    throw new Refusal('invalid', result.error.issues[0]?.message ?? 'Please fill in the form')
  const form = result.data
  const papers = new Map<PaperKind, SentPapers>()
  for (const kind of paperKinds) {
    const names = namesIn(kind, fields[kind] ?? [])
    const arrived = files.filter((file) => file.kind === kind)
    if (names !== undefined || arrived.length > 0) papers.set(kind, { names: names ?? [], arrived })
  }
  const foreign = [...papers.keys(), ...files.map(({ kind }) => kind)].find(
    (kind) => !hasFile(form.type, kind),
  )
  if (foreign)
    throw new Refusal(
      'invalid',
      `The form for ${form.type === 'oem' ? 'OEM members' : 'vendors'} has no file "${foreign}"`,
    )
  return { form, papers, print: printOf(form, papers) }
}

/** The fields as the contract reads them: each once, but for the materials. */
function typed(fields: ReceivedForm['fields']): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [name, values] of Object.entries(fields)) {
    if (Object.hasOwn(fileKinds, name)) continue
    if (values.length > 1 && name !== 'materials')
      throw new Refusal('invalid', `Please give "${name.slice(0, 40)}" only once`)
    given[name] = values.length > 1 ? values : values[0]
  }
  return given
}

/** Text in place of a file: the address of an upload, several of them, or a JSON array. */
function namesIn(kind: PaperKind, values: readonly string[]): string[] | undefined {
  const written = values.map((value) => value.trim()).filter(Boolean)
  if (written.length === 0) return undefined
  return [...new Set(written.flatMap((value) => addressesIn(kind, value)))]
}

function addressesIn(kind: PaperKind, value: string): string[] {
  const list: unknown[] = value.startsWith('[') ? arrayIn(value) : [value]
  return list.map((address) => {
    const name = typeof address === 'string' ? nameInAddress(address) : undefined
    if (name === undefined) throw new Refusal('invalid', `Please choose the ${paperLabels[kind]}`)
    return name
  })
}

function arrayIn(value: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return [undefined]
  }
}

function printOf(form: ApplicationForm, papers: SentApplication['papers']): string {
  const files = [...papers].map(([kind, { names, arrived }]) => [
    kind,
    names,
    arrived.map(({ digest }) => digest),
  ])
  return hashOf(JSON.stringify([form, files]))
}

/** How many files of each kind there will be. */
export const countsOf = (papers: ReadonlyMap<PaperKind, SentPapers>) =>
  Object.fromEntries(
    [...papers].map(([kind, { names, arrived }]) => [kind, names.length + arrived.length]),
  )

/**
 * Keeps what came with a form and does the work with it. What the work does not want in the end
 * (it fails, or answers `used: false`) goes again.
 */
export async function withKept<Answer>(
  world: World,
  sent: SentApplication,
  work: (kept: readonly StoredFile[]) => Promise<{ used: boolean; answer: Answer }>,
): Promise<Answer> {
  const kept: StoredFile[] = []
  let used = false
  try {
    for (const { arrived } of sent.papers.values())
      for (const file of arrived) kept.push(await world.files.keep(file, null, world.now()))
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
    await forgetFiles(db, names)
    await files.removeBytes(names)
  } catch (error) {
    log.warn({ err: error, files: names.length }, 'files left for the sweep')
  }
}

export type PaperAddresses = Partial<Record<PaperKind, string[]>>

/** The addresses of the papers of a form, by kind; `kept` is what came with the form itself. */
export function addressesOf(sent: SentApplication, kept: readonly StoredFile[]): PaperAddresses {
  const addresses: PaperAddresses = {}
  for (const [kind, { names }] of sent.papers) {
    const fresh = kept.filter((file) => file.kind === kind).map(({ name }) => name)
    addresses[kind] = [...names, ...fresh].map(fileAddress)
  }
  return addresses
}

/** Makes papers the application's own; Refusal 'gone' when an upload is not there any more. */
export async function claimPapers(
  db: Database,
  applicationId: string,
  papers: PaperAddresses,
): Promise<void> {
  for (const kind of paperKinds)
    for (const address of papers[kind] ?? [])
      if (!(await claimFile(db, nameInAddress(address) ?? '', kind, 'application', applicationId)))
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
export function papersIn(data: ApplicationData): PaperAddresses {
  const papers: PaperAddresses = {}
  for (const kind of paperKinds) {
    const value = data[kind]
    if (value !== undefined) papers[kind] = Array.isArray(value) ? value : [value]
  }
  return papers
}

/** What is left of an application when its papers go. */
export function withoutPapers(data: ApplicationData): ApplicationData {
  const left = { ...data }
  for (const kind of paperKinds) delete left[kind]
  return left
}
