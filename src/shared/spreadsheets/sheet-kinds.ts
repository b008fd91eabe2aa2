/** What a file chosen as a spreadsheet is, by its content. */

export const refusedSheets = {
  xls: 'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx',
  password:
    'This workbook has a password. Open it in Excel, remove the password (File, Info, Protect Workbook) and save it',
  xlsb: 'This is a binary workbook of Excel (.xlsb). Open it in Excel and save it as .xlsx',
  ods: 'This is an OpenDocument spreadsheet (.ods). Open it in LibreOffice or Excel and save it as .xlsx',
  numbers: 'This is a spreadsheet of Apple Numbers. Open it in Numbers and export it to Excel',
  word: 'This is a Word document. Copy its table into Excel and save that as .xlsx',
  pdf: 'This is a PDF, whose rows cannot be read. Please choose the same list as Excel or CSV',
  picture: 'This is a picture, whose rows cannot be read. Please choose the list as Excel or CSV',
  archive: 'This is a packed file. Unpack it, and choose the spreadsheet in it',
} as const

/** `text`: CSV, a table of HTML, or anything else without a known beginning. */
export type SheetKind = 'workbook' | 'text' | keyof typeof refusedSheets

export interface ReadableFile {
  size: number
  /** Fewer bytes at the end of the file. */
  read: (offset: number, length: number) => Promise<Uint8Array>
}

/** The first bytes in hex. */
const beginnings: readonly [pattern: RegExp, kind: SheetKind | 'zip' | 'compound'][] = [
  [/^504b(?:0304|0506)/, 'zip'],
  [/^d0cf11e0a1b11ae1/, 'compound'],
  [/^25504446/, 'pdf'],
  // PNG, JPEG, GIF, BMP, TIFF, WebP; HEIC and AVIF.
  [/^(?:89504e47|ffd8ff|47494638|424d.{8}0{8}|49492a00|4d4d002a|52494646.{8}57454250)/, 'picture'],
  [/^.{8}66747970/, 'picture'],
  // gzip, RAR, 7z.
  [/^(?:1f8b|52617221|377abcaf)/, 'archive'],
  // Excel 2 to 4, before there were compound files.
  [/^09(?:00|02|04)0[468]00/, 'xls'],
]

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export async function sheetKind(file: ReadableFile): Promise<SheetKind> {
  const head = await file.read(0, partBytes)
  const start = hexOf(head.subarray(0, 16))
  const kind = beginnings.find(([pattern]) => pattern.test(start))?.[1] ?? 'text'
  if (kind === 'compound') return compoundKind(file, head)
  if (kind !== 'zip') return kind
  return packedKind(latin1(head) + latin1(await file.read(lastPart(file), partBytes)))
}

const partBytes = 64 * 1024
const lastPart = ({ size }: ReadableFile): number => Math.max(0, size - partBytes)

/** Each byte as a character: a pattern then matches bytes. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

/** By the names of the entries: the list of all is at the end. */
function packedKind(names: string): SheetKind {
  if (names.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods'
  if (names.includes('xl/workbook.bin')) return 'xlsb'
  if (names.includes('word/document.xml')) return 'word'
  if (/Index\/[\w/-]+\.iwa|Index\.zip/.test(names)) return 'numbers'
  // The beginning of a torn workbook may have no other name.
  return /\[Content_Types\]\.xml|xl\/(?:work|shared)/i.test(names) ? 'workbook' : 'archive'
}

/** By the names in the directory of a compound file ([MS-CFB] 2.6), which are UTF-16. */
async function compoundKind(file: ReadableFile, head: Uint8Array): Promise<SheetKind> {
  if (head.length < 512) return 'xls'
  const header = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const sectorBytes = header.getUint16(30, true) === 12 ? 4096 : 512
  const at = (header.getUint32(48, true) + 1) * sectorBytes
  const directory = latin1(await file.read(at, 4096)).replaceAll('\0', '')
  if (/EncryptedPackage|EncryptionInfo/.test(directory)) return 'password'
  return directory.includes('WordDocument') ? 'word' : 'xls'
}
