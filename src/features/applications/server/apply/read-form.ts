/** Reads the multipart form of an application: validates the fields, groups the papers by kind. */

import { hashSecret } from '#platform/server/core/ids.ts'
import type { IncomingFile } from '#platform/server/files/file-store-interface.ts'
import { fileNameInUrl } from '#platform/server/files/stored-files.ts'
import type { UploadForm } from '#platform/server/files/upload-form.ts'
import { parseInput } from '#platform/server/http/parse-input.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { type ApplicationForm, applicationForm } from '../../contract.ts'
import { type PaperKind, paperKinds } from '../../papers.ts'
import { hasUploadField, paperLabels } from '../../rules.ts'

/** The papers of one kind: file names of earlier uploads, and files sent with the form itself. */
interface SubmittedPapers {
  uploadNames: string[]
  incoming: IncomingFile[]
}

export interface SubmittedForm {
  form: ApplicationForm
  /** The kinds that the form mentions. An empty list (`[]`) removes the papers of its kind. */
  papers: Map<PaperKind, SubmittedPapers>
  /** Equal for equal fields and files. */
  contentHash: string
}

/** Refuses an invalid form with the first message in the order of the form, and its field (contract 5.8). */
export function readApplication({ fields, files }: UploadForm): SubmittedForm {
  const form = parseInput(applicationForm, fieldValues(fields))
  const papers = new Map<PaperKind, SubmittedPapers>()
  for (const kind of paperKinds) {
    const uploadNames = readUploadNames(kind, fields[kind] ?? [])
    const incoming = files.filter((file) => file.kind === kind)
    if (uploadNames !== undefined || incoming.length > 0)
      papers.set(kind, { uploadNames: uploadNames ?? [], incoming })
  }
  const unexpected = [...papers.keys(), ...files.map(({ kind }) => kind)].find(
    (kind) => !hasUploadField(form.type, kind),
  )
  if (unexpected)
    throw new Refusal(
      'invalid',
      `The form for ${form.type === 'oem' ? 'OEM members' : 'vendors'} has no file "${unexpected}"`,
    )
  return { form, papers, contentHash: contentHashOf(form, papers) }
}

/** The fields as the schema expects them: one value each, except for the materials. */
function fieldValues(fields: UploadForm['fields']): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, values] of Object.entries(fields)) {
    if (Object.hasOwn(fileKinds, name)) continue
    if (values.length > 1 && name !== 'materials')
      throw new Refusal('invalid', `Please enter "${name.slice(0, 40)}" only once`)
    result[name] = values.length > 1 ? values : values[0]
  }
  return result
}

/** Reads text that is sent instead of a file: addresses of earlier uploads, possibly as a JSON array. */
function readUploadNames(kind: PaperKind, values: readonly string[]): string[] | undefined {
  const texts = values.map((value) => value.trim()).filter(Boolean)
  if (texts.length === 0) return undefined
  return [...new Set(texts.flatMap((text) => uploadNamesIn(kind, text)))]
}

function uploadNamesIn(kind: PaperKind, text: string): string[] {
  const addresses: unknown[] = text.startsWith('[') ? parseArray(text) : [text]
  return addresses.map((address) => {
    const name = typeof address === 'string' ? fileNameInUrl(address) : undefined
    if (name === undefined)
      throw new Refusal('invalid', `Please select the ${paperLabels[kind]}`, { field: kind })
    return name
  })
}

function parseArray(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return [undefined]
  }
}

function contentHashOf(form: ApplicationForm, papers: SubmittedForm['papers']): string {
  const files = [...papers].map(([kind, { uploadNames, incoming }]) => [
    kind,
    uploadNames,
    incoming.map(({ digest }) => digest),
  ])
  return hashSecret(JSON.stringify([form, files]))
}

/** The files sent with the form itself. */
export const incomingFiles = ({ papers }: SubmittedForm): IncomingFile[] =>
  [...papers.values()].flatMap(({ incoming }) => incoming)

/** The number of papers by kind. */
export const countPapers = (papers: SubmittedForm['papers']) =>
  Object.fromEntries(
    [...papers].map(([kind, { uploadNames, incoming }]) => [
      kind,
      uploadNames.length + incoming.length,
    ]),
  )
