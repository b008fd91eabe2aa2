/** Reads a CSV file: detects encoding and delimiter, parses rows (contract 15.1). */
import { isUtf8 } from 'node:buffer'
import { type Parser, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { Refusal } from '#shared/refusal.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import type { TempUpload } from '../files/temp-files.ts'

export interface Sheet {
  /** 'UTF-8', 'UTF-16', 'Windows-1252'. */
  encoding: string
  delimiter: string
  /** All rows, titles and headings first, in chunks; empty rows are left out. */
  rows: () => AsyncGenerator<SheetRow[]>
}

export interface SheetRow {
  /** The line of the file, from 1. */
  line: number
  /** The number of the row as a spreadsheet program shows it, from 1. */
  row: number
  cells: string[]
}

export interface SheetOptions {
  /** Whether a cell is a known heading: the delimiter is the one that yields most of them in a row. */
  isHeading: (cell: string) => boolean
  /** File names that are read besides .csv. */
  otherNames?: RegExp
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }
const csvOptions = { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }
const chunkBytes = 64 * 1024
const maxRowBytes = 1024 * 1024
/** The most columns that headings may have. */
export const maxColumns = 200

export const tooManyColumns = (count: number): string =>
  `There are ${count} columns here; please keep at most ${maxColumns}`

/** Wider rows end the reading. */
const maxCells = 1000
const maxAllCells = 10_000_000
const rowsPerChunk = 200
/** The headings are among the first rows. */
export const maxHeadRows = 30

// Magic numbers in hex: .xlsx; PDF, .xls, PNG and gzip.
const workbookMagic = '504b0304'
const otherMagic = /^(25504446|d0cf11e0|89504e47|1f8b)/

/** Refuses a file that is no CSV file by its name or its content. */
export async function openSheet(
  file: TempUpload,
  { isHeading, otherNames }: SheetOptions,
): Promise<Sheet> {
  if (!/\.csv$/i.test(file.name) && !otherNames?.test(file.name))
    throw new Refusal('wrong-type', 'Please choose a .csv file')
  const first = await file.read(0, chunkBytes)
  const magic = first.subarray(0, 4).toString('hex')
  if (magic === workbookMagic)
    throw new Refusal('wrong-type', 'This is a workbook, not a CSV file; please save it as CSV')
  if (otherMagic.test(magic)) throw new Refusal('wrong-type', 'This is not a CSV file')
  if (file.size === 0) throw new Refusal('invalid', 'The file is empty')
  const { encoding, label, start } = await detectEncoding(file, first)
  const delimiter = detectDelimiter(new TextDecoder(label).decode(first.subarray(start)), isHeading)
  return {
    encoding,
    delimiter: delimiterNames[delimiter],
    rows: () => readRows(file, { start, label, delimiter }),
  }
}

interface Encoding {
  encoding: string
  /** The label of the encoding for TextDecoder. */
  label: string
  /** The offset of the text after the byte order mark. */
  start: number
}

/**
 * By its byte order mark; without one UTF-8 if the bytes are valid, otherwise Windows-1252. A zero byte
 * occurs in neither and is refused.
 */
async function detectEncoding(
  file: TempUpload,
  [first, second, third, fourth]: Buffer,
): Promise<Encoding> {
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0))
    return utf16(file, 'utf-16le')
  if (first === 0xfe && second === 0xff) return utf16(file, 'utf-16be')
  const { zeroAt, isUtf8 } = await scanBytes(file)
  if (zeroAt === 0 || zeroAt === 1 || first === 0xff)
    throw new Refusal(
      'invalid',
      'This file is UTF-16 without its mark, or UTF-32; please save it as CSV UTF-8',
    )
  if (zeroAt !== undefined)
    throw new Refusal(
      'invalid',
      `The file holds a byte 0 at position ${zeroAt}; please save it as CSV UTF-8`,
    )
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  if (isUtf8) return { encoding: 'UTF-8', label: 'utf-8', start: hasMark ? 3 : 0 }
  if (hasMark)
    throw new Refusal(
      'invalid',
      'The file says it is UTF-8 but is not; please save it as CSV UTF-8',
    )
  return { encoding: 'Windows-1252', label: 'windows-1252', start: 0 }
}

function utf16(file: TempUpload, label: string): Encoding {
  if (file.size % 2 === 1)
    throw new Refusal(
      'invalid',
      'The file is cut off (incomplete UTF-16 text); please save it again',
    )
  return { encoding: 'UTF-16', label, start: 2 }
}

const scanBytesAtOnce = 512 * 1024

/** The offset of the first zero byte, and whether the file is valid UTF-8 (up to that byte). */
async function scanBytes(
  file: TempUpload,
): Promise<{ zeroAt: number | undefined; isUtf8: boolean }> {
  let isValid = true
  for (let offset = 0; offset < file.size; ) {
    const chunk = await file.read(offset, scanBytesAtOnce)
    if (chunk.length === 0) break
    const zero = chunk.indexOf(0)
    if (zero !== -1) return { zeroAt: offset + zero, isUtf8: isValid }
    const isLast = offset + chunk.length >= file.size
    const characters = isLast ? chunk : chunk.subarray(0, completeLength(chunk))
    isValid &&= isUtf8(characters)
    offset += isValid ? characters.length : chunk.length
  }
  return { zeroAt: undefined, isUtf8: isValid }
}

/** The length without an incomplete UTF-8 character at the end. */
function completeLength(chunk: Buffer): number {
  for (let back = 1; back <= 3 && back < chunk.length; back++) {
    const byte = chunk[chunk.length - back] ?? 0
    if (byte >= 0x80 && byte < 0xc0) continue
    const characterBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return characterBytes > back ? chunk.length - back : chunk.length
  }
  return chunk.length
}

/** The delimiter of a `sep=` line, otherwise the one that yields a row with most known headings. */
function detectDelimiter(
  text: string,
  isHeading: SheetOptions['isHeading'],
): keyof typeof delimiterNames {
  const stated = text.match(/^\s*"?sep=(.)/i)?.[1]
  if (stated === ',' || stated === ';' || stated === '\t') return stated
  const countColumns = (delimiter: string) =>
    Math.max(0, ...firstRows(text, delimiter).map((row) => row.filter(isHeading).length))
  const candidates: (keyof typeof delimiterNames)[] = [',', ';', '\t']
  return candidates.toSorted((a, b) => countColumns(b) - countColumns(a))[0] ?? ','
}

function firstRows(text: string, delimiter: string): string[][] {
  // The text may end within a row, which does not parse then.
  for (const to of [maxHeadRows, 5, 1])
    try {
      return parseSync(text.trimStart(), { ...csvOptions, delimiter, to, relax_quotes: true })
    } catch {}
  return []
}

async function* readRows(
  file: TempUpload,
  { start, label, delimiter }: { start: number; label: string; delimiter: string },
): AsyncGenerator<SheetRow[]> {
  const parser = parse({ ...csvOptions, delimiter, max_record_size: maxRowBytes })
  let failed: Error | undefined
  parser.on('error', (error) => {
    failed = error
  })
  const decoder = new TextDecoder(label, { ignoreBOM: true })
  let line = 1
  let rowNumber = 0
  let isSepPossible = true
  /** Bytes since the last chunk in which a row ended: `max_record_size` does not count delimiters. */
  let unfinishedBytes = 0
  let cellCount = 0
  for (let offset = start; offset <= file.size; offset += chunkBytes) {
    const chunk = await file.read(offset, chunkBytes)
    const isLast = offset + chunkBytes > file.size
    if (label === 'utf-8') parser.write(chunk)
    else parser.write(decoder.decode(chunk, { stream: !isLast }))
    if (isLast) parser.end()
    await yieldToEventLoop()
    unfinishedBytes += chunk.length
    let rows: SheetRow[] = []
    for (const cells of parsedRecords(parser)) {
      unfinishedBytes = 0
      cellCount += cells.length
      if (cells.length > maxCells)
        throw new UnreadableRow(line, rowNumber + 1, tooManyColumns(cells.length))
      if (cellCount > maxAllCells) throw new UnreadableRow(line, rowNumber + 1, sheetTooLarge)
      const isSep = isSepPossible && /^"?sep=.?"?$/i.test(cells.join(''))
      const hasContent = cells.some((cell) => cell !== '')
      // Spreadsheet programs do not count the `sep=` line.
      if (!isSep) rowNumber += 1
      if (!isSep && hasContent) rows.push({ line, row: rowNumber, cells })
      if (hasContent) isSepPossible = false
      line += 1 + countLineBreaks(cells)
      if (rows.length < rowsPerChunk) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
    if (failed) throw new UnreadableRow(line, rowNumber + 1, parseErrorMessage(failed))
    if (unfinishedBytes > maxRowBytes) throw new UnreadableRow(line, rowNumber + 1, rowTooLarge)
  }
}

function* parsedRecords(parser: Parser): Generator<string[]> {
  for (;;) {
    const cells: unknown = parser.read()
    if (!Array.isArray(cells)) return
    yield cells
  }
}

const countLineBreaks = (cells: readonly string[]): number =>
  cells.reduce(
    (sum, cell) => (/[\r\n]/.test(cell) ? sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : sum),
    0,
  )

/** A row whose end cannot be found; nothing after it is read. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
  readonly error: { line: number; row: number; column: string; reason: string }

  constructor(line: number, row: number, reason: string) {
    super(reason)
    this.error = { line, row, column: '', reason }
  }
}

const rowTooLarge =
  'This row is larger than 1 MB, or a quotation mark is never closed; nothing after it was read'
const sheetTooLarge = 'The sheet has more than 10 million cells; nothing after them was read'

function parseErrorMessage(error: Error): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quotation mark opens here and is never closed; nothing after it was read'
  if (code === 'CSV_MAX_RECORD_SIZE') return rowTooLarge
  return 'The quotation marks of this line do not match; nothing after it was read'
}
