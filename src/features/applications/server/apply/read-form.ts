/** What an applicant sends, read: the fields by the contract, the papers by kind. */
import { fileNameInUrl, type IncomingFile } from '#platform/server/files/files.ts'
import type { ReceivedForm } from '#platform/server/http/multipart.ts'
import { hashSecret } from '#platform/server/ids.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type ApplicationForm,
  applicationForm,
  type PaperKind,
  paperKinds,
} from '../../contract.ts'
import { hasUploadField, paperLabels } from '../../rules.ts'

/** The papers of one kind: addresses of earlier uploads, and what came with the form itself. */
interface SentPapers {
  names: string[]
  arrived: IncomingFile[]
}

export interface SubmittedForm {
  form: ApplicationForm
  /** Only the kinds that were mentioned; an empty one was emptied on purpose (`[]`). */
  papers: Map<PaperKind, SentPapers>
  /** The same for the same fields and files. */
  fingerprint: string
}

/** Refuses with the first message of the contract, in the order of the form. */
export function readApplication({ fields, files }: ReceivedForm): SubmittedForm {
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
    (kind) => !hasUploadField(form.type, kind),
  )
  if (foreign)
    throw new Refusal(
      'invalid',
      `The form for ${form.type === 'oem' ? 'OEM members' : 'vendors'} has no file "${foreign}"`,
    )
  return { form, papers, fingerprint: printOf(form, papers) }
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
    const name = typeof address === 'string' ? fileNameInUrl(address) : undefined
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

function printOf(form: ApplicationForm, papers: SubmittedForm['papers']): string {
  const files = [...papers].map(([kind, { names, arrived }]) => [
    kind,
    names,
    arrived.map(({ digest }) => digest),
  ])
  return hashSecret(JSON.stringify([form, files]))
}

/** The files that came with the form itself. */
export const receivedFiles = ({ papers }: SubmittedForm): IncomingFile[] =>
  [...papers.values()].flatMap(({ arrived }) => arrived)

/** How many files of each kind there will be. */
export const countPapers = (papers: ReadonlyMap<PaperKind, SentPapers>) =>
  Object.fromEntries(
    [...papers].map(([kind, { names, arrived }]) => [kind, names.length + arrived.length]),
  )
