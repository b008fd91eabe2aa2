/** Writes .xlsx files as a stream: rows are read as fast as the client takes them. */
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { escapeFormula } from '#shared/csv.ts'

export interface XlsxColumn {
  heading: string
  /** `day`: yyyy-MM-dd. */
  kind: 'text' | 'day' | 'money' | 'count'
  /** In characters. */
  width: number
}

export type XlsxCell = string | number | null

const numberFormats = { text: undefined, day: 'dd/mm/yyyy', money: '#,##0.00', count: '#,##0' }

/** A sheet with a bold header that stays in view. Days are dates and amounts are numbers. */
export function xlsxStream(
  name: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<readonly XlsxCell[]>,
): ReadableStream<Uint8Array> {
  // The writer reads the style of a column for each row, so that the first row can have its own.
  let isHeader = true
  const styled = columns.map(({ kind, width }) => ({
    width,
    get style() {
      const numFmt = numberFormats[kind]
      if (isHeader) return { font: { bold: true } }
      return numFmt ? { numFmt } : {}
    },
  }))
  async function* allRows() {
    yield columns.map(({ heading }) => heading)
    isHeader = false
    for await (const row of rows) yield row.map((cell, index) => cellOf(cell, columns[index]))
  }
  return writeXlsxStream(allRows(), { name, columns: styled, freezePane: { rows: 1 } })
}

function cellOf(cell: XlsxCell, column: XlsxColumn | undefined): string | number | Date | null {
  if (cell === null || cell === '') return null
  if (column?.kind === 'day') return new Date(`${cell}T00:00:00.000Z`)
  return typeof cell === 'string' ? withoutFormula(withoutNonCharacters(cell)) : cell
}

const isPhoneNumber = (text: string) => /^\+?[\d\s().-]+$/.test(text)

/**
 * The text as `escapeFormula` writes it: a cell of type text is never run, but it may be saved as CSV
 * later. A phone number stays as it is.
 */
const withoutFormula = (text: string): string => (isPhoneNumber(text) ? text : escapeFormula(text))

/** XML has no such characters: with one of them, spreadsheet programs refuse the file. */
const withoutNonCharacters = (text: string): string => text.replace(/[\uFFFE\uFFFF]/g, '')

export interface XlsxSheet {
  name: string
  columns: readonly XlsxColumn[]
  rows: readonly (readonly XlsxCell[])[]
}

/** A workbook of a few small sheets, each with a bold header that stays in view. */
export async function xlsxWorkbook(sheets: readonly XlsxSheet[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ kind, width }) => {
        const numFmt = numberFormats[kind]
        return numFmt ? { width, numFmt } : { width }
      }),
      rows: [
        columns.map(({ heading }) => heading),
        ...rows.map((row) => row.map((cell, index) => cellOf(cell, columns[index]))),
      ],
      cells: new Map(
        columns.map((_, index) => [`0,${index}`, { style: { font: { bold: true } } }]),
      ),
      freezePane: { rows: 1 },
    })),
  })
}
