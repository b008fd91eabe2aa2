/** The values of the application form in the browser: defaults, labels and validation. */

import type { ApiError } from '#platform/web/api/call.ts'
import { valuesLike } from '#platform/web/form/stored-draft.ts'
import type { UploadQueue } from '#platform/web/uploads/upload-queue.ts'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { keysOf } from '#shared/records.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { ApplicationData } from '../../answers.ts'
import { oemApplication, vendorApplication } from '../../contract.ts'
import { type PaperKind, paperKinds } from '../../papers.ts'
import {
  detailLabels,
  fileErrors,
  hasUploadField,
  type PaperUrls,
  paperLabels,
} from '../../rules.ts'

const schemas = { oem: oemApplication, vendor: vendorApplication } as const

/** The empty fields of both forms. */
export const emptyValues = {
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

export type FormValues = typeof emptyValues
export type FormFieldName = keyof FormValues

/** The labels of all fields, in the order of the form. */
export const fieldLabels: Record<FormFieldName | PaperKind, string> = {
  ...detailLabels,
  ...paperLabels,
  consent: 'Your consent',
}

export type FileCounts = Partial<Record<FileKind, number>>

/** The number of files by kind: stored ones and uploads that were not refused. */
export function countFiles(uploads: UploadQueue['list'], stored: PaperUrls): FileCounts {
  const counts: FileCounts = {}
  for (const kind of paperKinds) {
    const uploadCount = uploads.filter(
      (upload) => upload.kind === kind && upload.state !== 'refused',
    ).length
    const storedCount = stored[kind]?.length ?? 0
    counts[kind] =
      fileKinds[kind].maxCount === 1
        ? Math.max(uploadCount, Math.min(storedCount, 1))
        : uploadCount + storedCount
  }
  return counts
}

const consentMessage = 'Please accept to continue'

/** The errors of a form, one per field, in the order of the form. */
export function fieldErrors(
  type: MemberRole,
  values: FormValues,
  counts: FileCounts,
): { name: FormFieldName | PaperKind; message: string }[] {
  const messages: Partial<Record<string, string>> = {}
  for (const { path, message } of schemas[type].safeParse({ ...values, type }).error?.issues ?? [])
    messages[String(path[0])] ??= message
  for (const { field, message } of fileErrors(type, counts)) messages[field] = message
  if (!values.consent) messages.consent = consentMessage
  const names = keysOf(fieldLabels)
  return names.flatMap((name) => {
    const message = messages[name]
    return message === undefined ? [] : [{ name, message }]
  })
}

/** The field of the form that a refusal names; undefined when the form has no such field. */
export function fieldOfRefusal(
  type: MemberRole,
  { field }: Pick<ApiError, 'field'>,
): FormFieldName | PaperKind | undefined {
  // 'materials.0' is an item of the field 'materials'.
  const name = field?.split('.')[0]
  return [...fieldsOf(type), ...paperKinds.filter((kind) => hasUploadField(type, kind))].find(
    (formField) => formField === name,
  )
}

/** The names of the fields that the form of this type has and sends. */
export const fieldsOf = (type: MemberRole): FormFieldName[] =>
  keysOf(emptyValues).filter((name) => name in schemas[type].shape)

/** Form values from a stored draft or a submitted application; entries of another shape are dropped. */
export const valuesFrom = (data: Record<string, unknown> | ApplicationData): FormValues => ({
  ...emptyValues,
  ...valuesLike(emptyValues, data),
})

export const isEmpty = (values: FormValues): boolean =>
  Object.entries(emptyValues).every(
    ([name, empty]) => String(values[name as FormFieldName]) === String(empty),
  )

/** The values of the fields that both forms have; the consent must be given again. */
export function sharedValues(from: MemberRole, to: MemberRole, values: FormValues): FormValues {
  const names = fieldsOf(from).filter((name) => fieldsOf(to).includes(name))
  return valuesFrom(Object.fromEntries(names.map((name) => [name, values[name]])))
}
