/**
 * The files of an application: which each form takes, and their order. Without
 * schemas, for screens that only show them.
 */
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'

/** The upload fields of each form, with the message of a required one. */
export const uploadFields = {
  oem: {
    memberPhoto: 'Member Photo is required',
    incorporationCertificate: 'Incorporation certificate is required',
    companyPanCard: 'Company PAN card is required',
    factoryMachineryPhotos: 'Factory / machinery photos are required',
    businessCard: undefined,
  },
  vendor: { memberPhoto: 'Member Photo is required' },
} as const satisfies Record<MemberRole, Partial<Record<FileKind, string | undefined>>>

/** The kinds of papers, in the order of the form. */
export const paperKinds = [
  'memberPhoto',
  'incorporationCertificate',
  'companyPanCard',
  'factoryMachineryPhotos',
  'businessCard',
] as const satisfies readonly FileKind[]

export type PaperKind = (typeof paperKinds)[number]

/** The message for more files of a kind than a form takes. */
export const tooManyFiles = (kind: FileKind): string =>
  fileKinds[kind].maxCount === 1
    ? 'Please upload one file for each field'
    : `Please upload at most ${fileKinds[kind].maxCount} photos`
