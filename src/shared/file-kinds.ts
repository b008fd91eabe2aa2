/** The kinds of uploaded files: allowed types, size and count (contract 14.1). */
import { joinWithOr } from './sentences.ts'

export type FileType = 'jpeg' | 'png' | 'gif' | 'pdf'

interface FileRule {
  /** Detected by content, not by name. */
  types: readonly FileType[]
  /** In MiB; a file must be smaller. */
  maxMegabytes: number
  /** How many files of this kind a form accepts. */
  maxCount: number
  /** Stored encrypted and shown one at a time. */
  isSecret: boolean
}

const photo = {
  types: ['jpeg', 'png', 'gif'],
  maxMegabytes: 4,
  maxCount: 1,
  isSecret: false,
} as const
const document = {
  types: ['pdf', 'jpeg', 'png'],
  maxMegabytes: 10,
  maxCount: 1,
  isSecret: false,
} as const

/** Named after the fields of the application form (contract 3.8), and the logo of the profile. */
export const fileKinds = {
  memberPhoto: photo,
  incorporationCertificate: { ...document, isSecret: true },
  companyPanCard: { ...document, isSecret: true },
  factoryMachineryPhotos: {
    types: ['jpeg', 'png'],
    maxMegabytes: 10,
    maxCount: 12,
    isSecret: false,
  },
  businessCard: document,
  logo: photo,
  /** Of a payment of dues that a member reports. */
  paymentScreenshot: document,
} as const satisfies Record<string, FileRule>

export type FileKind = keyof typeof fileKinds

export const isFileKind = (name: string): name is FileKind => Object.hasOwn(fileKinds, name)

export const mediaTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
} as const satisfies Record<FileType, string>

/** 'File size must be less than 4MB' (contract 8.2), for the limit of the kind. */
export const tooLargeMessage = (kind: FileKind): string =>
  `File size must be less than ${fileKinds[kind].maxMegabytes}MB`

const labels: Record<FileType, string> = { jpeg: 'JPG', png: 'PNG', gif: 'GIF', pdf: 'PDF' }

/** 'Please choose a JPG, PNG or GIF file': for a file of another type. */
export function wrongTypeMessage(kind: FileKind): string {
  const names = fileKinds[kind].types.map((type) => labels[type])
  return `Please choose a ${joinWithOr(names)} file`
}

export const maxBytes = (kind: FileKind): number => fileKinds[kind].maxMegabytes * 1024 * 1024
