/** A PDF parser that covers just enough of the grammar to see every object a reader could see. */
import { Refusal } from '#shared/refusal.ts'

/** `'/Name'`, `'()'` for any string; `'true'` and other keywords as they are. */
export type PdfValue = number | string | PdfReference | PdfValue[] | PdfDict
interface PdfReference {
  ref: number
}
/** In source order: a key may occur twice, and readers differ in which value they take. */
export interface PdfDict {
  pairs: [string, PdfValue][]
}

/** Remaining resources for one file; the file is refused when they are used up. */
export interface Budget {
  tokens: number
  /** Bytes of inflated data. */
  bytes: number
  objectStreams: number
}

export interface PdfCursor {
  bytes: Buffer
  at: number
  budget: Budget
}

export const isDict = (value: PdfValue | undefined): value is PdfDict =>
  typeof value === 'object' && 'pairs' in value
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && 'ref' in value

/** All values of a key. */
export const valuesOf = (dict: PdfDict, key: string): PdfValue[] =>
  dict.pairs.flatMap(([name, value]) => (name === key ? [value] : []))

export const damagedPdf = () => new Refusal('invalid', 'This PDF is damaged; please choose another')
export const uncheckablePdf = () =>
  new Refusal(
    'invalid',
    'This PDF could not be checked; please print it to a new PDF and upload that',
  )
export const activePdf = () =>
  new Refusal(
    'invalid',
    'This PDF contains scripts, forms or other files; please print it to a new PDF and upload that',
  )

/** Names of active content; refused anywhere in the file. */
const forbiddenNames = new Set(
  'JavaScript JS Launch EmbeddedFile EmbeddedFiles RichMedia XFA GoToE ImportData SubmitForm Rendition'
    .split(' ')
    .map((name) => `/${name}`),
)

const maxDepth = 100
/** Values in one array or dictionary; ordinary files of 50 pages stay far below. */
const maxValues = 100_000
/** Bytes of a number or a keyword. */
const maxKeywordLength = 128

/** The next value or keyword; undefined at the end. */
export function nextValue(cursor: PdfCursor, depth = 0): PdfValue | undefined {
  const token = nextToken(cursor)
  if (token === '[') return readList(cursor, ']', depth)
  if (token === '<<') return toDict(readList(cursor, '>>', depth))
  if (token === ']' || token === '>>') throw damagedPdf()
  return token
}

/** Within a list they would hide an object that other readers find by the cross-reference table. */
const structureKeywords = new Set<number | string>(
  'obj endobj stream endstream xref trailer startxref'.split(' '),
)

function readList(cursor: PdfCursor, end: string, depth: number): PdfValue[] {
  if (depth > maxDepth) throw uncheckablePdf()
  const values: PdfValue[] = []
  for (;;) {
    const token = nextToken(cursor)
    if (token === undefined) throw damagedPdf()
    if (token === end) return values
    if (values.length >= maxValues) throw uncheckablePdf()
    if (token === '[') values.push(readList(cursor, ']', depth + 1))
    else if (token === '<<') values.push(toDict(readList(cursor, '>>', depth + 1)))
    else if (token === 'R') values.push(toReference(values))
    else if (token === ']' || token === '>>' || structureKeywords.has(token)) throw damagedPdf()
    else values.push(token)
  }
}

function toReference(values: PdfValue[]): PdfReference {
  const generation = values.pop()
  const ref = values.pop()
  if (typeof generation !== 'number' || typeof ref !== 'number') throw damagedPdf()
  return { ref }
}

function toDict(values: PdfValue[]): PdfDict {
  const pairs: [string, PdfValue][] = []
  for (let i = 0; i < values.length; i += 2) {
    const [key, value] = [values[i], values[i + 1]]
    if (typeof key !== 'string' || !key.startsWith('/') || value === undefined) throw damagedPdf()
    pairs.push([key, value])
  }
  return { pairs }
}

/** A number, `'/Name'`, `'()'`, a keyword or a bracket; undefined at the end. */
function nextToken(cursor: PdfCursor): number | string | undefined {
  skipSpace(cursor)
  const { bytes, at, budget } = cursor
  if (at >= bytes.length) return undefined
  budget.tokens -= 1
  if (budget.tokens < 0) throw uncheckablePdf()
  const first = bytes[at] ?? 0
  if (first === slash) return readName(cursor)
  if (first === openParen) return readLiteralString(cursor)
  if (first === openAngle)
    return bytes[at + 1] === openAngle ? readBracket(cursor, 2) : readHexString(cursor)
  if (first === closeAngle && bytes[at + 1] === closeAngle) return readBracket(cursor, 2)
  if (isDelimiter(first)) return readBracket(cursor, 1)
  const word = readRegular(cursor)
  if (word.length > maxKeywordLength) throw uncheckablePdf()
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word) ? Number(word) : word
}

function readBracket(cursor: PdfCursor, length: 1 | 2): string {
  const text = cursor.bytes.toString('latin1', cursor.at, cursor.at + length)
  if (text === ')' || text === '>') throw damagedPdf()
  cursor.at += length
  return text
}

function readRegular(cursor: PdfCursor): string {
  const from = cursor.at
  const { bytes } = cursor
  while (cursor.at < bytes.length && isRegular(bytes[cursor.at] ?? 0)) cursor.at += 1
  return bytes.toString('latin1', from, cursor.at)
}

function readName(cursor: PdfCursor): string {
  cursor.at += 1
  const escaped = readRegular(cursor)
  const unescaped = escaped.replace(/#([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const name = `/${unescaped}`
  if (forbiddenNames.has(name)) throw activePdf()
  return name
}

function readLiteralString(cursor: PdfCursor): string {
  const { bytes, at: from } = cursor
  let depth = 0
  for (; cursor.at < bytes.length; cursor.at += 1) {
    const byte = bytes[cursor.at]
    if (byte === backslash) cursor.at += 1
    else if (byte === openParen) depth += 1
    else if (byte === closeParen) {
      depth -= 1
      if (depth > 0) continue
      cursor.at += 1
      refuseHidden(bytes, from, cursor.at)
      return '()'
    }
  }
  throw damagedPdf()
}

function readHexString(cursor: PdfCursor): string {
  const { bytes } = cursor
  for (cursor.at += 1; cursor.at < bytes.length; cursor.at += 1) {
    const byte = bytes[cursor.at] ?? 0
    if (byte === closeAngle) {
      cursor.at += 1
      return '()'
    }
    if (!isSpace(byte) && !hexDigits.has(byte)) break
  }
  throw damagedPdf()
}

function skipSpace(cursor: PdfCursor): void {
  const { bytes } = cursor
  for (; cursor.at < bytes.length; cursor.at += 1) {
    const byte = bytes[cursor.at] ?? 0
    if (byte === percent) {
      const from = cursor.at
      if (isEndBeforeObject(bytes, from)) {
        cursor.at += '%%EOF'.length
        return
      }
      while (cursor.at < bytes.length && !isLineEnd(bytes[cursor.at] ?? 0)) cursor.at += 1
      refuseHidden(bytes, from, cursor.at)
    } else if (!isSpace(byte)) return
  }
}

/** True for an end mark directly followed by an update, as programs write it that sign or annotate. */
const isEndBeforeObject = (bytes: Buffer, at: number): boolean =>
  /^%%EOF\d+ \d+ obj\b/.test(bytes.toString('latin1', at, at + 40))

/**
 * Refuses an object or a trailer inside a string, a comment or stream data: a reader that follows the
 * cross-reference table would find it there, but this parser would not.
 */
export function refuseHidden(bytes: Buffer, from: number, to: number): void {
  if (to - from < 7) return
  if (containsObject(bytes, from, to) || containsTrailer(bytes.subarray(from, to)))
    throw activePdf()
}

/** States of `containsObject`, as bits, because several readings are possible at once. */
const [digits1, space1, comment1, digits2, space2, comment2] = [1, 2, 4, 8, 16, 32]
const comments = comment1 | comment2

/** True when the range contains 'number number obj', possibly with comments in between. */
function containsObject(bytes: Buffer, from: number, to: number): boolean {
  let states = 0
  for (let i = from; i < to; i += 1) {
    const byte = bytes[i] ?? 0
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (states === 0 && !isDigit) continue
    const inFirst = states & (digits1 | space1)
    const inSecond = states & (digits2 | space2)
    let next = states & comments
    if (isDigit) next |= digits1 | (states & (space1 | digits2) ? digits2 : 0)
    else if (isLineEnd(byte))
      next =
        (inFirst | (states & comment1) ? space1 : 0) | (inSecond | (states & comment2) ? space2 : 0)
    else if (isSpace(byte)) next |= (inFirst ? space1 : 0) | (inSecond ? space2 : 0)
    else if (byte === percent) next |= (inFirst ? comment1 : 0) | (inSecond ? comment2 : 0)
    else if (byte === 0x6f && inSecond && bytes[i + 1] === 0x62 && bytes[i + 2] === 0x6a)
      return true
    states = next
  }
  return false
}

function containsTrailer(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at)) {
    at += 'trailer'.length
    while (at < bytes.length && isSpace(bytes[at] ?? 0)) at += 1
    if (bytes[at] === percent || (bytes[at] === openAngle && bytes[at + 1] === openAngle))
      return true
  }
  return false
}

const [slash, percent, backslash] = [0x2f, 0x25, 0x5c]
const [openParen, closeParen, openAngle, closeAngle] = [0x28, 0x29, 0x3c, 0x3e]
const spaces = new Set([0, 9, 10, 12, 13, 32])
const hexDigits = new Set(Buffer.from('0123456789abcdefABCDEF'))
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13
/** Lookup tables, because they are used for every byte. */
const tableOf = (test: (byte: number) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (test(byte) ? 1 : 0))
const spaceTable = tableOf((byte) => spaces.has(byte))
const regularTable = tableOf((byte) => !spaces.has(byte) && !delimiters.has(byte))
export const isSpace = (byte: number): boolean => spaceTable[byte] === 1
const isDelimiter = (byte: number): boolean => delimiters.has(byte)
const isRegular = (byte: number): boolean => regularTable[byte] === 1
