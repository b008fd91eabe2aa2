/** Reads a CSV file as people's programs write it: its encoding, its delimiter, its headings. */
import { isUtf8 } from 'node:buffer'
import { type Parser, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { type Column, columnOf } from '#features/members/spreadsheet-columns.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import type { SingleUpload } from '#platform/server/http/single-upload.ts'
import { Refusal } from '#shared/refusal.ts'
import type { RowError } from '../../contract.ts'

export interface Sheet {
  /** 'UTF-8', 'UTF-16', 'Windows-1252'. */
  encoding: string
  delimiter: string
  /** The lines below the headings, in pieces; empty ones are left out. */
  rows: () => AsyncGenerator<SheetRow[]>
}

export interface SheetRow {
  line: number
  cells: string[]
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }
const options = { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }
const pieceBytes = 64 * 1024
const longestLine = 1024 * 1024
const linesAtOnce = 200
const mostColumns = 200

// The first bytes of .xlsx; of PDF, .xls, PNG and gzip.
const workbook = '504b0304'
const others = /^(25504446|d0cf11e0|89504e47|1f8b)/

/** Refuses in words what is no CSV file, by its name and by its content. */
export async function openSheet(file: SingleUpload): Promise<Sheet> {
  if (!/\.csv$/i.test(file.name)) throw new Refusal('wrong-type', 'Please choose a .csv file')
  const first = await file.read(0, pieceBytes)
  const magic = first.subarray(0, 4).toString('hex')
  if (magic === workbook)
    throw new Refusal('wrong-type', 'This is a workbook, not a CSV file; please save it as CSV')
  if (others.test(magic)) throw new Refusal('wrong-type', 'This is not a CSV file')
  if (file.size === 0) throw new Refusal('invalid', 'The file is empty')
  const { encoding, label, from } = await encodingOf(file, first)
  const delimiter = delimiterOf(new TextDecoder(label).decode(first.subarray(from)))
  return {
    encoding,
    delimiter: delimiters[delimiter],
    rows: () => readRows(file, { from, label, delimiter }),
  }
}

interface Encoding {
  encoding: string
  label: string
  /** Where the text begins, behind its mark. */
  from: number
}

/** By its mark; else UTF-8 if it is, else Windows-1252. A byte 0 belongs to none of them. */
async function encodingOf(
  file: SingleUpload,
  [first, second, third, fourth]: Buffer,
): Promise<Encoding> {
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0))
    return utf16(file, 'utf-16le')
  if (first === 0xfe && second === 0xff) return utf16(file, 'utf-16be')
  const { zero, isUtf8 } = await scanBytes(file)
  if (zero === 0 || zero === 1 || first === 0xff)
    throw new Refusal(
      'invalid',
      'This file is UTF-16 without its mark, or UTF-32; please save it as CSV UTF-8',
    )
  if (zero !== undefined)
    throw new Refusal(
      'invalid',
      `The file holds a byte 0 at position ${zero}; please save it as CSV UTF-8`,
    )
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  if (isUtf8) return { encoding: 'UTF-8', label: 'utf-8', from: isMarked ? 3 : 0 }
  if (isMarked)
    throw new Refusal(
      'invalid',
      'The file says it is UTF-8 but is not; please save it as CSV UTF-8',
    )
  return { encoding: 'Windows-1252', label: 'windows-1252', from: 0 }
}

function utf16(file: SingleUpload, label: string): Encoding {
  if (file.size % 2 === 1)
    throw new Refusal('invalid', 'This UTF-16 file ends in half a letter; please save it again')
  return { encoding: 'UTF-16', label, from: 2 }
}

const lookedAtOnce = 512 * 1024

/** Where the first byte 0 is, and whether every letter is one of UTF-8. */
async function scanBytes(
  file: SingleUpload,
): Promise<{ zero: number | undefined; isUtf8: boolean }> {
  let isWhole = true
  for (let from = 0; from < file.size; ) {
    const piece = await file.read(from, lookedAtOnce)
    if (piece.length === 0) break
    const zero = piece.indexOf(0)
    if (zero !== -1) return { zero: from + zero, isUtf8: isWhole }
    const isLast = from + piece.length >= file.size
    const letters = isLast ? piece : piece.subarray(0, completeLength(piece))
    isWhole &&= isUtf8(letters)
    from += isWhole ? letters.length : piece.length
  }
  return { zero: undefined, isUtf8: isWhole }
}

/** The length without the first bytes of a letter whose rest is in the next piece. */
function completeLength(piece: Buffer): number {
  for (let back = 1; back <= 3 && back < piece.length; back++) {
    const byte = piece[piece.length - back] ?? 0
    if (byte >= 0x80 && byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? piece.length - back : piece.length
  }
  return piece.length
}

/** The one that makes most headings known; a `sep=` line has the last word. */
function delimiterOf(head: string): keyof typeof delimiters {
  const named = head.match(/^\s*"?sep=(.)/i)?.[1]
  if (named === ',' || named === ';' || named === '\t') return named
  const known = (delimiter: string) =>
    headingsOf(head, delimiter).filter((heading) => columnOf(heading)).length
  const tried: (keyof typeof delimiters)[] = [',', ';', '\t']
  return tried.toSorted((one, other) => known(other) - known(one))[0] ?? ','
}

function headingsOf(head: string, delimiter: string): string[] {
  try {
    return (
      parseAtOnce(head.trimStart(), { ...options, delimiter, to: 1, relax_quotes: true })[0] ?? []
    )
  } catch {
    return []
  }
}

async function* readRows(
  file: SingleUpload,
  { from: begin, label, delimiter }: { from: number; label: string; delimiter: string },
): AsyncGenerator<SheetRow[]> {
  const parser = parse({ ...options, delimiter, max_record_size: longestLine })
  let failed: Error | undefined
  parser.on('error', (error) => {
    failed = error
  })
  const decoder = new TextDecoder(label, { ignoreBOM: true })
  let line = 1
  let isSepPossible = true
  for (let from = begin; from <= file.size; from += pieceBytes) {
    const piece = await file.read(from, pieceBytes)
    const isLast = from + pieceBytes > file.size
    if (label === 'utf-8') parser.write(piece)
    else parser.write(decoder.decode(piece, { stream: !isLast }))
    if (isLast) parser.end()
    await yieldToEventLoop()
    let lines: SheetRow[] = []
    for (const cells of recordsIn(parser)) {
      const isSep = isSepPossible && /^"?sep=.?"?$/i.test(cells.join(''))
      if (!isSep && cells.some((cell) => cell !== '')) lines.push({ line, cells })
      if (cells.some((cell) => cell !== '')) isSepPossible = false
      line += 1 + breaksIn(cells)
      if (lines.length < linesAtOnce) continue
      yield lines
      lines = []
    }
    if (lines.length > 0) yield lines
    if (failed) throw new UnreadableRow(line, parseErrorMessage(failed))
  }
}

function* recordsIn(parser: Parser): Generator<string[]> {
  for (;;) {
    const cells: unknown = parser.read()
    if (!Array.isArray(cells)) return
    yield cells
  }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce(
    (sum, cell) => (/[\r\n]/.test(cell) ? sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : sum),
    0,
  )

/** A line that cannot be told apart from the next ones; nothing behind it is read. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableLine'
  readonly error: RowError

  constructor(line: number, reason: string) {
    super(reason)
    this.error = { line, column: '', reason }
  }
}

function parseErrorMessage(error: Error): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return 'A quotation mark opens here and is never closed; nothing after it was read'
  return 'The quotation marks of this line do not match; nothing after it was read'
}

export interface Headings {
  columns: (Column | undefined)[]
  /** How the file spells the heading of a column. */
  named: ReadonlyMap<Column, string>
  errors: RowError[]
}

/** What the headings mean; what is unknown, missing or twice there is an error. */
export function readHeadings({ line, cells }: SheetRow): Headings {
  const named = new Map<Column, string>()
  if (cells.length > mostColumns) {
    const reason = `There are ${cells.length} columns here; please keep at most ${mostColumns}`
    return { columns: [], named, errors: [{ line, column: '', reason }] }
  }
  const errors: RowError[] = []
  const columns = cells.map((given) => {
    const heading = given.trim()
    const column = columnOf(heading)
    const complain = (reason: string) => errors.push({ line, column: heading.slice(0, 80), reason })
    if (column === 'ignored' || heading === '') return undefined
    if (!column) complain('The portal does not know this column; please rename or remove it')
    else if (named.has(column)) complain(`This column is there twice: it means ${column}, too`)
    else named.set(column, heading)
    return column
  })
  if (!named.has('email') && !named.has('membership_number'))
    errors.push({ line, column: 'email', reason: 'There is no column for the e-mail address' })
  return { columns, named, errors }
}
