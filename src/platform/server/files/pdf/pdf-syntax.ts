/** The words of a PDF: enough of its grammar to see every object a reader could see, and no more. */
import { Refusal } from '#shared/refusal.ts'

/** `'/Name'`, `'()'` for any string, `'true'` and other bare words as they are. */
export type PdfValue = number | string | PdfReference | PdfValue[] | PdfDict
export interface PdfReference {
  ref: number
}
/** As written: a key may stand there twice, and readers differ in which one they take. */
export interface PdfDict {
  pairs: [string, PdfValue][]
}

/** What one file may still cost; it is refused when this is used up. */
export interface Budget {
  tokens: number
  /** Bytes that may still be inflated. */
  bytes: number
  objectStreams: number
}

export interface Cursor {
  bytes: Buffer
  at: number
  budget: Budget
}

export const isDict = (value: PdfValue | undefined): value is PdfDict =>
  typeof value === 'object' && 'pairs' in value
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && 'ref' in value

/** Everything that stands under a key. */
export const valuesOf = (dict: PdfDict, key: string): PdfValue[] =>
  dict.pairs.flatMap(([name, value]) => (name === key ? [value] : []))

export const damagedPdf = () => new Refusal('invalid', 'This PDF is damaged; please choose another')
export const uncheckablePdf = () =>
  new Refusal('invalid', 'This PDF cannot be checked; please print it to a new PDF and choose that')
export const activePdf = () =>
  new Refusal(
    'invalid',
    'This PDF holds scripts, forms or other files; please print it to a new PDF and choose that',
  )

/** Names that have no place in a paper, wherever they stand. */
const forbidden = new Set(
  'JavaScript JS Launch EmbeddedFile EmbeddedFiles RichMedia XFA GoToE ImportData SubmitForm Rendition'
    .split(' ')
    .map((name) => `/${name}`),
)

const deepest = 100
/** Values in one array or dictionary; the tables of an honest 50 pages stay far below. */
const mostInOne = 100_000
/** Bytes of a number or a bare word. */
const longestWord = 128

/** The next value or bare word; undefined at the end. */
export function nextValue(cursor: Cursor, depth = 0): PdfValue | undefined {
  const token = nextToken(cursor)
  if (token === '[') return list(cursor, ']', depth)
  if (token === '<<') return dict(list(cursor, '>>', depth))
  if (token === ']' || token === '>>') throw damagedPdf()
  return token
}

function list(cursor: Cursor, end: string, depth: number): PdfValue[] {
  if (depth > deepest) throw uncheckablePdf()
  const values: PdfValue[] = []
  for (;;) {
    const token = nextToken(cursor)
    if (token === undefined) throw damagedPdf()
    if (token === end) return values
    if (values.length >= mostInOne) throw uncheckablePdf()
    if (token === '[') values.push(list(cursor, ']', depth + 1))
    else if (token === '<<') values.push(dict(list(cursor, '>>', depth + 1)))
    else if (token === 'R') values.push(reference(values))
    else if (token === ']' || token === '>>') throw damagedPdf()
    else values.push(token)
  }
}

function reference(values: PdfValue[]): PdfReference {
  const generation = values.pop()
  const ref = values.pop()
  if (typeof generation !== 'number' || typeof ref !== 'number') throw damagedPdf()
  return { ref }
}

function dict(values: PdfValue[]): PdfDict {
  const pairs: [string, PdfValue][] = []
  for (let i = 0; i < values.length; i += 2) {
    const [key, value] = [values[i], values[i + 1]]
    if (typeof key !== 'string' || !key.startsWith('/') || value === undefined) throw damagedPdf()
    pairs.push([key, value])
  }
  return { pairs }
}

/** A number, `'/Name'`, `'()'`, or a bare word or bracket; undefined at the end. */
function nextToken(cursor: Cursor): number | string | undefined {
  skipSpace(cursor)
  const { bytes, at, budget } = cursor
  if (at >= bytes.length) return undefined
  budget.tokens -= 1
  if (budget.tokens < 0) throw uncheckablePdf()
  const first = bytes[at] ?? 0
  if (first === slash) return name(cursor)
  if (first === openRound) return roundString(cursor)
  if (first === openAngle) return bytes[at + 1] === openAngle ? bracket(cursor, 2) : hex(cursor)
  if (first === closeAngle && bytes[at + 1] === closeAngle) return bracket(cursor, 2)
  if (isDelimiter(first)) return bracket(cursor, 1)
  const word = regular(cursor)
  if (word.length > longestWord) throw uncheckablePdf()
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word) ? Number(word) : word
}

function bracket(cursor: Cursor, length: 1 | 2): string {
  const text = cursor.bytes.toString('latin1', cursor.at, cursor.at + length)
  if (text === ')' || text === '>') throw damagedPdf()
  cursor.at += length
  return text
}

function regular(cursor: Cursor): string {
  const from = cursor.at
  const { bytes } = cursor
  while (cursor.at < bytes.length && isRegular(bytes[cursor.at] ?? 0)) cursor.at += 1
  return bytes.toString('latin1', from, cursor.at)
}

function name(cursor: Cursor): string {
  cursor.at += 1
  const written = regular(cursor)
  const meant = written.replace(/#([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const found = `/${meant}`
  if (forbidden.has(found)) throw activePdf()
  return found
}

function roundString(cursor: Cursor): string {
  const { bytes, at: from } = cursor
  let open = 0
  for (; cursor.at < bytes.length; cursor.at += 1) {
    const byte = bytes[cursor.at]
    if (byte === backslash) cursor.at += 1
    else if (byte === openRound) open += 1
    else if (byte === closeRound) {
      open -= 1
      if (open > 0) continue
      cursor.at += 1
      refuseHidden(bytes, from, cursor.at)
      return '()'
    }
  }
  throw damagedPdf()
}

function hex(cursor: Cursor): string {
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

function skipSpace(cursor: Cursor): void {
  const { bytes } = cursor
  for (; cursor.at < bytes.length; cursor.at += 1) {
    const byte = bytes[cursor.at] ?? 0
    if (byte === percent) {
      const from = cursor.at
      while (cursor.at < bytes.length && !isLineEnd(bytes[cursor.at] ?? 0)) cursor.at += 1
      refuseHidden(bytes, from, cursor.at)
    } else if (!isSpace(byte)) return
  }
}

/**
 * A reader jumps to where a table says that an object begins. An object inside a string, a comment
 * or the data of a stream is one that we would not have looked at: no honest file has it.
 */
export function refuseHidden(bytes: Buffer, from: number, to: number): void {
  if (to - from < 7) return
  if (holdsObject(bytes, from, to) || holdsTrailer(bytes.subarray(from, to))) throw activePdf()
}

const [digits1, space1, comment1, digits2, space2, comment2] = [1, 2, 4, 8, 16, 32]
const comments = comment1 | comment2

/** True when 'number number obj' stands there, with comments or without: one pass, all readings. */
function holdsObject(bytes: Buffer, from: number, to: number): boolean {
  let at1 = 0
  for (let i = from; i < to; i += 1) {
    const byte = bytes[i] ?? 0
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (at1 === 0 && !isDigit) continue
    const inFirst = at1 & (digits1 | space1)
    const inSecond = at1 & (digits2 | space2)
    let next = at1 & comments
    if (isDigit) next |= digits1 | (at1 & (space1 | digits2) ? digits2 : 0)
    else if (isLineEnd(byte))
      next = (inFirst | (at1 & comment1) ? space1 : 0) | (inSecond | (at1 & comment2) ? space2 : 0)
    else if (isSpace(byte)) next |= (inFirst ? space1 : 0) | (inSecond ? space2 : 0)
    else if (byte === percent) next |= (inFirst ? comment1 : 0) | (inSecond ? comment2 : 0)
    else if (byte === 0x6f && inSecond && bytes[i + 1] === 0x62 && bytes[i + 2] === 0x6a)
      return true
    at1 = next
  }
  return false
}

function holdsTrailer(part: Buffer): boolean {
  for (let at = part.indexOf('trailer'); at !== -1; at = part.indexOf('trailer', at)) {
    at += 'trailer'.length
    while (at < part.length && isSpace(part[at] ?? 0)) at += 1
    if (part[at] === percent || (part[at] === openAngle && part[at + 1] === openAngle)) return true
  }
  return false
}

const [slash, percent, backslash] = [0x2f, 0x25, 0x5c]
const [openRound, closeRound, openAngle, closeAngle] = [0x28, 0x29, 0x3c, 0x3e]
const spaces = new Set([0, 9, 10, 12, 13, 32])
const hexDigits = new Set(Buffer.from('0123456789abcdefABCDEF'))
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13
/** Tables, because they are asked for every byte. */
const tableOf = (of: (byte: number) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (of(byte) ? 1 : 0))
const spaceTable = tableOf((byte) => spaces.has(byte))
const regularTable = tableOf((byte) => !spaces.has(byte) && !delimiters.has(byte))
export const isSpace = (byte: number): boolean => spaceTable[byte] === 1
const isDelimiter = (byte: number): boolean => delimiters.has(byte)
const isRegular = (byte: number): boolean => regularTable[byte] === 1
