/** Recognises the type of a file by its content, regardless of its name. */

/** `text`: anything without a known beginning. `heic` and `avif` are in the same container as videos. */
export type FileContent =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'tiff'
  | 'bmp'
  | 'psd'
  | 'svg'
  | 'pdf'
  | 'video'
  | 'page'
  | 'archive'
  | 'program'
  | 'workbook'
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'password'
  | 'numbers'
  | 'word'
  | 'odt'
  | 'slides'
  | 'message'
  | 'text'

export interface ReadableFile {
  size: number
  /** Fewer bytes at the end of the file. */
  read: (offset: number, length: number) => Promise<Uint8Array>
}

/** The first 16 bytes in hex. `zip` and `compound` are containers; their contents decide on the kind. */
const beginnings: readonly [pattern: RegExp, content: FileContent | 'zip' | 'compound'][] = [
  [/^ffd8ff/, 'jpeg'],
  [/^89504e470d0a1a0a/, 'png'],
  [/^474946383[79]61/, 'gif'],
  [/^52494646.{8}57454250/, 'webp'],
  // ISO media files: avif, avis; heic, heix, hevc, heim …, mif1, msf1; other brands are videos.
  [/^0000.{4}66747970617669[67]/, 'avif'],
  [/^0000.{4}66747970(?:6865|6d696631|6d736631)/, 'heic'],
  [/^0000.{4}66747970/, 'video'],
  // AVI; Matroska and WebM.
  [/^52494646.{8}41564920|^1a45dfa3/, 'video'],
  [/^(?:49492a00|4d4d002a)/, 'tiff'],
  [/^424d.{8}0{8}/, 'bmp'],
  [/^38425053/, 'psd'],
  [/^504b(?:0304|0506)/, 'zip'],
  [/^d0cf11e0a1b11ae1/, 'compound'],
  // gzip, RAR, 7z.
  [/^(?:1f8b|52617221|377abcaf)/, 'archive'],
  // Excel 2 to 4, before there were compound files.
  [/^09(?:00|02|04)0[468]00/, 'xls'],
  // Windows, Linux.
  [/^(?:4d5a.{6}00|7f454c46)/, 'program'],
]

/** The beginnings of files that are text. */
const textBeginnings: readonly [pattern: RegExp, content: FileContent][] = [
  [/^\s*<(?:[\s\S]*<)?(?:!doctype html|html)[\s>]/i, 'page'],
  [/^\s*<(?:[\s\S]*<)?svg[\s>]/i, 'svg'],
  [/^\{\\rtf/, 'word'],
]

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export async function fileContent(file: ReadableFile): Promise<FileContent> {
  const head = await file.read(0, partBytes)
  const start = hexOf(head.subarray(0, 16))
  const content = beginnings.find(([pattern]) => pattern.test(start))?.[1]
  if (content === 'compound') return compoundContent(file, head)
  if (content === 'zip')
    return packedContent(latin1(head) + latin1(await file.read(lastPart(file), partBytes)))
  if (content) return content
  if (pdfStart(head) !== undefined) return 'pdf'
  const text = latin1(head.subarray(0, 1024)).replace(/^\xef\xbb\xbf/, '')
  return textBeginnings.find(([pattern]) => pattern.test(text))?.[1] ?? 'text'
}

/**
 * Where a PDF begins in the first bytes of a file: after nothing but blanks and byte order marks, within
 * the 1,024 bytes in which readers look for it. Undefined: no PDF.
 */
export function pdfStart(head: Uint8Array): number | undefined {
  const before = latin1(head.subarray(0, 1024)).match(
    /^((?:[\0\t\n\v\f\r ]|\xef\xbb\xbf|\xfe\xff|\xff\xfe)*)%PDF-/,
  )?.[1]
  return before?.length
}

const partBytes = 64 * 1024
const lastPart = ({ size }: ReadableFile): number => Math.max(0, size - partBytes)

/** Each byte as a character, so that patterns match bytes. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

/**
 * Recognises the content of a ZIP file by the names of its entries, which are listed at its end.
 */
function packedContent(names: string): FileContent {
  if (names.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods'
  if (names.includes('application/vnd.oasis.opendocument.text')) return 'odt'
  if (names.includes('xl/workbook.bin')) return 'xlsb'
  if (names.includes('word/document.xml')) return 'word'
  if (names.includes('ppt/presentation.xml')) return 'slides'
  if (/Index\/[\w/-]+\.iwa|Index\.zip/.test(names)) return 'numbers'
  // A truncated workbook may have no other entry name at its beginning.
  return /\[Content_Types\]\.xml|xl\/(?:work|shared)/i.test(names) ? 'workbook' : 'archive'
}

/**
 * Recognises the content of a compound file by the names in its directory ([MS-CFB] 2.6), which are UTF-16.
 */
async function compoundContent(file: ReadableFile, head: Uint8Array): Promise<FileContent> {
  if (head.length < 512) return 'xls'
  const header = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const sectorBytes = header.getUint16(30, true) === 12 ? 4096 : 512
  const at = (header.getUint32(48, true) + 1) * sectorBytes
  const directory = latin1(await file.read(at, 4096)).replaceAll('\0', '')
  if (/EncryptedPackage|EncryptionInfo/.test(directory)) return 'password'
  if (directory.includes('WordDocument')) return 'word'
  if (directory.includes('PowerPoint Document')) return 'slides'
  return directory.includes('__substg1.0') ? 'message' : 'xls'
}
