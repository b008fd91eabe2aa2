/** Statements with unrecognised headings, whose columns an administrator matches. */
import { hash } from 'node:crypto'
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { readDay } from '#shared/values/day.ts'
import { type ChosenColumns, type ColumnName, columnNames, maxColumn } from '../../columns.ts'
import { amountOfCell, cleanCell } from './cells.ts'
import { type StatementHeadings, statementColumn } from './headings.ts'

const isText = (cell: string): boolean => cell.trim() !== ''

/** A row with a day and an amount in another cell. */
function isTransaction({ cells }: SheetRow): boolean {
  const day = cells.findIndex((cell) => readDay(cleanCell(cell.slice(0, 30))) !== undefined)
  return (
    day !== -1 &&
    cells.filter(isText).length >= 3 &&
    cells.some((cell, at) => at !== day && (amountOfCell(cell)?.paise ?? 0) !== 0)
  )
}

/**
 * The position of the row of headings, which is the last row with several texts above the first transaction; -1 where
 * the transactions begin without one, undefined where no row is a transaction.
 */
export function headingRowOf(rows: readonly SheetRow[]): number | undefined {
  const first = rows.findIndex(isTransaction)
  if (first === -1) return undefined
  return rows.slice(0, first).findLastIndex(({ cells }) => cells.filter(isText).length >= 3)
}

/** The key of a row of headings, which ignores case and spaces. */
export const headingKey = ({ cells }: SheetRow): string =>
  hash(
    'sha256',
    cells
      .map((cell) => cleanCell(cell).toLowerCase().replace(/\s+/g, ''))
      .join('\t')
      .trimEnd(),
  )

export const headingsOf = (columns: ChosenColumns): StatementHeadings => ({
  positions: Object.fromEntries(
    columnNames.flatMap((name) => {
      const position = columns[name]
      return position === undefined ? [] : [[name, [position]]]
    }),
  ),
})

const maxSamples = 3

export interface ColumnToMatch {
  position: number
  heading: string
  /** Cells of the first transactions. */
  samples: string[]
  /** The column that was matched before, otherwise the one that the heading names. */
  column: ColumnName | null
}

/**
 * Returns the columns with samples of their cells; a column without any text is left out. `before`
 * has the columns that were matched before.
 */
export function columnsToMatch(
  rows: readonly SheetRow[],
  heading: number,
  before?: ChosenColumns,
): ColumnToMatch[] {
  const transactions = rows.slice(heading + 1).filter(isTransaction)
  const width = Math.max(...rows.slice(heading + 1).map(({ cells }) => cells.length))
  const headings = rows[heading]?.cells ?? []
  const positions = Array.from({ length: Math.min(width, maxColumn + 1) }, (_, at) => at)
  return positions.flatMap((position) => {
    const cellOf = ({ cells }: SheetRow) => cleanCell(cells[position] ?? '').slice(0, 60)
    const text = cleanCell(headings[position] ?? '').slice(0, 60)
    const filled = transactions.map(cellOf).filter(isText)
    if (text === '' && filled.length === 0) return []
    const columnName = statementColumn(text)
    const column = columnNames.find((name) =>
      before ? before[name] === position : name === columnName,
    )
    return {
      position,
      heading: text,
      samples: transactions.slice(0, maxSamples).map(cellOf),
      column: column ?? null,
    }
  })
}
