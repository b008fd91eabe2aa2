/** Reads a CSV file, or a table of HTML (contract 15.1). */
import { Refusal } from '#shared/refusal.ts'
import { formatCount } from '#shared/sentences.ts'
import { refusedSheets, sheetKind } from '#shared/spreadsheets/sheet-kinds.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import type { TempUpload } from '../http/temp-files.ts'
import { type CsvRow, CsvRows, RowTooLong } from './csv-rows.ts'
import { detectEncoding, type Encoding } from './encoding.ts'
import { isTableText, readTable } from './html-table.ts'

export interface Sheet {
  /** 'UTF-8', 'UTF-16', 'Windows-1252'. */
  encoding: string
  /** 'comma', 'semicolon' or 'tab'; 'table' for HTML. */
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
  /** Why the row cannot be read; its cells are then those of its first line, as they are written. */
  unreadable?: string
}

export interface SheetOptions {
  /** Whether a cell is a known heading: the delimiter is the one that yields most of them in a row. */
  isHeading: (cell: string) => boolean
  /** File names that are read besides .csv. */
  otherNames?: RegExp
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }
const chunkBytes = 64 * 1024
const maxRowLength = 1024 * 1024
/** To find that a mark is not closed takes as long as reading a row of 1 MB. */
const maxUnclosed = 100
const maxTableBytes = 16 * 1024 * 1024
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

const notCsv = 'This is a workbook, not a CSV file; please save it as CSV'

/** Refuses a file that is no CSV file by its content or its name. */
export async function openSheet(
  file: TempUpload,
  { isHeading, otherNames }: SheetOptions,
): Promise<Sheet> {
  const kind = await sheetKind(file)
  if (kind !== 'text')
    throw new Refusal('wrong-type', kind === 'workbook' ? notCsv : refusedSheets[kind])
  if (!/\.csv$/i.test(file.name) && !otherNames?.test(file.name))
    throw new Refusal('wrong-type', 'Please choose a .csv file')
  if (file.size === 0) throw new Refusal('invalid', 'The file is empty')
  const first = await file.read(0, chunkBytes)
  const encoding = await detectEncoding(file, first)
  const head = new TextDecoder(encoding.label).decode(first.subarray(encoding.start))
  if (isTableText(head))
    return { ...encoding, delimiter: 'table', rows: () => tableRows(file, encoding) }
  const layout = detectLayout(head, isHeading)
  return {
    ...encoding,
    delimiter: delimiterNames[layout.delimiter],
    rows: () => csvRows(file, encoding, layout),
  }
}

interface Layout {
  delimiter: keyof typeof delimiterNames
  /** A program saved each line as one cell, with the marks of the line in it. */
  isWrapped: boolean
}

/** The delimiter of a `sep=` line, otherwise the layout that yields a row with most known headings. */
function detectLayout(text: string, isHeading: SheetOptions['isHeading']): Layout {
  const stated = text.match(/^\s*"?sep=(.)/i)?.[1]
  if (stated === ',' || stated === ';' || stated === '\t')
    return { delimiter: stated, isWrapped: false }
  const delimiters: Layout['delimiter'][] = [',', ';', '\t']
  const countHeadings = (rows: readonly string[][]) =>
    Math.max(0, ...rows.map((row) => row.filter((cell) => cell !== '' && isHeading(cell)).length))
  const counted = delimiters.flatMap((delimiter) => {
    const rows = firstRows(text, delimiter)
    return [false, true].map((isWrapped) => ({
      layout: { delimiter, isWrapped },
      count: countHeadings(isWrapped ? rows.map((row) => unwrapped(row, delimiter)) : rows),
    }))
  })
  const most = Math.max(...counted.map(({ count }) => count))
  // A line is taken apart only where that finds more headings than any other layout.
  const best =
    counted.find(({ count, layout }) => count === most && !layout.isWrapped) ??
    counted.find(({ count }) => count === most)
  return best?.layout ?? { delimiter: ',', isWrapped: false }
}

function unwrapped(row: string[], delimiter: string): string[] {
  const [line = '', ...rest] = row
  if (!line.includes(delimiter) || rest.some((cell) => cell !== '')) return row
  const [inner] = new CsvRows(delimiter, line.length).read(line, true)
  return inner?.cells ?? row
}

function firstRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  for (const { cells } of new CsvRows(delimiter, text.length).read(text.trimStart(), true)) {
    rows.push(cells)
    if (rows.length === maxHeadRows) break
  }
  return rows
}

async function* csvRows(
  file: TempUpload,
  { start, label }: Encoding,
  { delimiter, isWrapped }: Layout,
): AsyncGenerator<SheetRow[]> {
  const csv = new CsvRows(delimiter, maxRowLength)
  const decoder = new TextDecoder(label, { ignoreBOM: true })
  const counter = new RowCounter()
  for (let offset = start; offset <= file.size; offset += chunkBytes) {
    const chunk = await file.read(offset, chunkBytes)
    const isLast = offset + chunkBytes > file.size
    await yieldToEventLoop()
    const text = withoutEndMark(decoder.decode(chunk, { stream: !isLast }), isLast)
    let rows: SheetRow[] = []
    try {
      for (const csvRow of csv.read(text, isLast)) {
        const row = counter.rowOf(
          isWrapped ? { ...csvRow, cells: unwrapped(csvRow.cells, delimiter) } : csvRow,
        )
        if (row) rows.push(row)
        if (rows.length < rowsPerChunk) continue
        yield rows
        rows = []
      }
    } catch (error) {
      if (rows.length > 0) yield rows
      throw error instanceof RowTooLong ? counter.stopAt(rowTooLarge) : error
    }
    if (rows.length > 0) yield rows
  }
}

/** Programs of DOS, and those of banks that follow them, end a file with Ctrl-Z. */
function withoutEndMark(text: string, isLast: boolean): string {
  const trimmed = isLast ? text.trimEnd() : text
  return isLast && trimmed.endsWith('\u001a') ? trimmed.slice(0, -1) : text
}

/** Counts lines, rows and cells, within the limits. */
class RowCounter {
  #line = 1
  #row = 0
  #cells = 0
  #unclosed = 0
  #isSepPossible = true

  /** Undefined for an empty row and for a `sep=` line, which spreadsheet programs do not count. */
  rowOf({ cells, lines, isUnclosed }: CsvRow): SheetRow | undefined {
    this.#cells += cells.length
    if (cells.length > maxCells) throw this.stopAt(tooManyColumns(cells.length))
    if (this.#cells > maxAllCells) throw this.stopAt(sheetTooLarge)
    if (isUnclosed) this.#unclosed += 1
    if (this.#unclosed > maxUnclosed) throw this.stopAt(tooManyUnclosed)
    const line = this.#line
    this.#line += lines
    const isSep = this.#isSepPossible && /^"?sep=.?"?$/i.test(cells.join(''))
    const hasContent = cells.some((cell) => cell !== '')
    if (hasContent) this.#isSepPossible = false
    if (isSep) return undefined
    this.#row += 1
    if (!hasContent) return undefined
    return { line, row: this.#row, cells, ...(isUnclosed && { unreadable: unclosed }) }
  }

  /** The error of the row after the last one. */
  stopAt(reason: string): UnreadableRow {
    return new UnreadableRow(this.#line, this.#row + 1, reason)
  }
}

/** The file is read as a whole: its tags have no lines. */
async function* tableRows(file: TempUpload, encoding: Encoding): AsyncGenerator<SheetRow[]> {
  if (file.size > maxTableBytes) throw new Refusal('too-large', tableTooLarge)
  const bytes = await file.read(encoding.start, file.size - encoding.start)
  const counter = new RowCounter()
  let rows: SheetRow[] = []
  for (const cells of readTable(new TextDecoder(encoding.label).decode(bytes))) {
    const row = counter.rowOf({ cells, lines: 1, isUnclosed: false })
    if (row) rows.push(row)
    if (rows.length < rowsPerChunk) continue
    yield rows
    await yieldToEventLoop()
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** A row that ends the reading: nothing after it is read. */
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
const unclosed = 'A quotation mark opens here and is never closed'
const tooManyUnclosed = `More than ${formatCount(maxUnclosed)} rows have a quotation mark that is never closed; nothing after this row was read`
const tableTooLarge = 'This page is too large to be read. Open it in Excel and save it as .xlsx'
