/** The kinds of uploaded files: allowed types, size and count (contract 14.1). */
import type { FileContent } from './file-contents.ts'
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
  /** The screenshot of a payment of dues that a member reports. */
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

const endings: Record<FileType, RegExp> = {
  jpeg: /\.jpe?g$/i,
  png: /\.png$/i,
  gif: /\.gif$/i,
  pdf: /\.pdf$/i,
}

/** The names in messages for file contents that not every kind accepts. */
const names: Partial<Record<FileContent, string>> = {
  gif: 'a GIF picture',
  webp: 'a WebP picture',
  heic: 'a HEIC photo, as iPhones make them',
  avif: 'an AVIF picture',
  tiff: 'a TIFF picture',
  bmp: 'a BMP picture',
  psd: 'a Photoshop picture',
  svg: 'an SVG drawing',
  pdf: 'a PDF',
  video: 'a video',
  page: 'a web page',
  archive: 'a packed file',
  program: 'a program',
  workbook: 'an Excel workbook',
  xls: 'an Excel workbook',
  xlsb: 'an Excel workbook',
  ods: 'an OpenDocument spreadsheet',
  password: 'an Office file with a password',
  numbers: 'a file of Apple Numbers, Pages or Keynote',
  word: 'a Word document',
  odt: 'an OpenDocument text',
  slides: 'a PowerPoint presentation',
  message: 'a mail of Outlook',
}

const pictures: readonly FileContent[] = ['gif', 'webp', 'avif', 'tiff', 'bmp', 'psd', 'svg']
const printable: readonly FileContent[] = [
  'page',
  'workbook',
  'xls',
  'xlsb',
  'ods',
  'numbers',
  'word',
  'odt',
  'slides',
  'message',
]

/**
 * 'Please choose a JPG, PNG or GIF file': for a file of another type. If its content is recognised, the sentence names
 * the type and how to convert it.
 */
export function wrongTypeMessage(
  kind: FileKind,
  found?: { content: FileContent; name: string },
): string {
  const what = found && names[found.content]
  const { types } = fileKinds[kind] as FileRule
  if (!what || types.some((type) => type === found.content)) return choiceOf(types)
  const ending = types
    .map((type) => found.name.match(endings[type])?.[0].toLowerCase())
    .find(Boolean)
  const is = ending ? `This file is named ${ending} but is ${what}` : `This is ${what}`
  return `${is}. ${howToConvert(found.content, types)}`
}

/** The advice for a file whose content is not accepted. */
function howToConvert(content: FileContent, types: readonly FileType[]): string {
  if (content === 'heic') return 'Open it, share it as JPEG and choose that'
  if (pictures.includes(content)) return 'Open it, save it as JPG or PNG and choose that'
  if (content === 'archive') return 'Unpack it and choose the file in it'
  if (printable.includes(content) && types.includes('pdf'))
    return 'Open it, save or print it as PDF and choose that'
  return choiceOf(types)
}

const choiceOf = (types: readonly FileType[]): string =>
  `Please choose a ${joinWithOr(types.map((type) => labels[type]))} file`

export const maxBytes = (kind: FileKind): number => fileKinds[kind].maxMegabytes * 1024 * 1024
