/** An application while it is filled in: its fields, what is still wrong, how the device keeps it. */
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { removeStoredUploadsExcept } from '#platform/web/uploads/stored-uploads.ts'
import type { UploadQueue } from '#platform/web/uploads/upload-queue.ts'
import { days } from '#shared/dates.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { isRecord } from '#shared/records.ts'
import type { MemberRole } from '#shared/roles.ts'
import {
  type ApplicationData,
  oemApplication,
  type PaperKind,
  paperKinds,
  tooManyFiles,
  uploadFields,
  vendorApplication,
} from '../../contract.ts'
import { detailLabels, fileErrors, paperLabels, privacyNotice } from '../../rules.ts'

const schemas = { oem: oemApplication, vendor: vendorApplication } as const

/** The fields of both forms as they stand in the browser. */
export const blankFields = {
  name: '',
  companyName: '',
  ageSex: '',
  designation: '',
  email: '',
  whatsappNumber: '',
  yearOfIncorporation: '',
  totalEmployees: '',
  websiteUrl: '',
  address: '',
  factoryAddress: '',
  certificatePostalAddress: '',
  companyDescription: '',
  servicesProducts: '',
  materials: [] as string[],
  otherMaterials: '',
  referenceBy: '',
  socialMediaLinks: '',
  consent: false,
}

export type FormValues = typeof blankFields
export type FieldName = keyof FormValues

/** What each field is called, in the order of the form. */
export const fieldLabels: Record<FieldName | PaperKind, string> = {
  ...detailLabels,
  ...paperLabels,
  consent: 'Your agreement',
}

/** How many files of each kind there are. */
export type FileCounts = Partial<Record<FileKind, number>>

/** Addresses of papers that are with the association already, by kind. */
export type StoredPapers = Partial<Record<PaperKind, string[]>>

/** How many files of each kind the form has: those that can arrive, and those that are there. */
export function countFiles(list: UploadQueue['list'], present: StoredPapers): FileCounts {
  const counts: FileCounts = {}
  for (const kind of paperKinds) {
    const fresh = list.filter((upload) => upload.kind === kind && upload.state !== 'refused').length
    const there = present[kind]?.length ?? 0
    counts[kind] =
      fileKinds[kind].maxCount === 1 ? Math.max(fresh, Math.min(there, 1)) : fresh + there
  }
  return counts
}

export const consentMessage = 'Please agree so that we may handle your application'

/** What is wrong with a form, each with its words, in the order of the form. */
export function fieldErrors(
  type: MemberRole,
  typed: FormValues,
  counts: FileCounts,
): { name: FieldName | PaperKind; message: string }[] {
  const messages: Partial<Record<string, string>> = {}
  for (const { path, message } of schemas[type].safeParse({ ...typed, type }).error?.issues ?? [])
    messages[String(path[0])] ??= message
  for (const { field, message } of fileErrors(type, counts)) messages[field] = message
  if (!typed.consent) messages.consent = consentMessage
  const names = Object.keys(fieldLabels) as (FieldName | PaperKind)[]
  return names.flatMap((name) => {
    const message = messages[name]
    return message === undefined ? [] : [{ name, message }]
  })
}

/** The field to which a refusal of the portal belongs: the contract has these words for it alone. */
export function fieldOfRefusal(type: MemberRole, words: string): FieldName | PaperKind | undefined {
  const worst = { ...blankFields, websiteUrl: '-', consent: true }
  const tooMany = paperKinds.find(
    (kind) => kind in uploadFields[type] && tooManyFiles(kind) === words,
  )
  return fieldErrors(type, worst, {}).find(({ message }) => message === words)?.name ?? tooMany
}

/** The names of the fields that the form of this type has and sends. */
export const fieldsOf = (type: MemberRole): FieldName[] =>
  (Object.keys(blankFields) as FieldName[]).filter((name) => name in schemas[type].shape)

export interface Draft {
  /** One for each form: makes the submission one however often it is sent, and names its files. */
  key: string
  typed: FormValues
}

export const newDraft = (typed: FormValues = blankFields): Draft => ({ key: newKey(), typed })

/** How long the device keeps what nobody sends. */
const draftLife = days(30)

const noteOf = (slot: string) => `application-${slot}`

/** Keeps a draft under its slot; false when it will not outlive the page. */
export const saveDraft = (slot: string, draft: Draft): boolean =>
  writeLocalItem(noteOf(slot), { ...draft, notice: privacyNotice.version, at: Date.now() })

export const deleteDraft = (slot: string) => removeLocalItem(noteOf(slot))

/** The draft the device kept; undefined when there is none or it is too old. */
export function loadDraft(slot: string, now = Date.now()): Draft | undefined {
  const note = readLocalItem(noteOf(slot))
  if (!isRecord(note) || typeof note.key !== 'string' || !isRecord(note.typed)) return undefined
  if (typeof note.at !== 'number' || note.at < now - draftLife) {
    deleteDraft(slot)
    return undefined
  }
  const typed = valuesFrom(note.typed)
  return {
    key: note.key,
    // Who agreed to an older notice is asked again.
    typed: { ...typed, consent: typed.consent && note.notice === privacyNotice.version },
  }
}

const slots = ['oem', 'vendor', 'changes']

/** Takes files from the device whose draft is not there any more: nobody could bring them back. */
export const deleteOrphanUploads = () =>
  removeStoredUploadsExcept(slots.flatMap((slot) => loadDraft(slot)?.key ?? []))

/** Fields from anything that looks like them: a kept draft, an application that was sent. */
export function valuesFrom(given: Record<string, unknown> | ApplicationData): FormValues {
  const known = Object.entries(given).filter(([name, value]) => {
    const blank: unknown = Object.hasOwn(blankFields, name)
      ? blankFields[name as FieldName]
      : undefined
    return Array.isArray(blank)
      ? Array.isArray(value) && value.every((one) => typeof one === 'string')
      : typeof value === typeof blank && blank !== undefined
  })
  return { ...blankFields, ...Object.fromEntries(known) }
}

export const isBlank = (typed: FormValues): boolean =>
  Object.entries(blankFields).every(
    ([name, blank]) => String(typed[name as FieldName]) === String(blank),
  )

/** What both forms ask for, taken over from the one to the other; agreeing is asked again. */
export function sharedFields(from: MemberRole, to: MemberRole, typed: FormValues): FormValues {
  const shared = fieldsOf(from).filter((name) => fieldsOf(to).includes(name))
  return valuesFrom(Object.fromEntries(shared.map((name) => [name, typed[name]])))
}

/** 'www.teak.example' becomes 'https://www.teak.example'; anything else stays as it was typed. */
export function withScheme(typed: string): string {
  const trimmed = typed.trim()
  return /^[^\s/:@]+\.[^\s/:@.]{2,}([/?#]\S*)?$/.test(trimmed) ? `https://${trimmed}` : typed
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
