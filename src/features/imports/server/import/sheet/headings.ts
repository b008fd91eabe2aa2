/** Finds the row with the headings and matches them to columns (contract 15.1). */
import {
  type Column,
  columnLabel,
  columnOf,
  isAddressPartHeading,
  normaliseHeading,
} from '#features/members/columns/spreadsheet-columns.ts'
import { maxColumns, type SheetRow, tooManyColumns } from '#platform/server/spreadsheets/sheet.ts'
import type { RowError, SheetHeading } from '../../../answers.ts'

/** Headings that the administrator matched by hand; '' to skip the column. */
export type Mapping = Readonly<Record<string, Column | ''>>

export interface Headings {
  row: SheetRow
  /** The rows above the headings, and a second row of headings below. */
  titles: SheetRow[]
  columns: (Column | undefined)[]
  /** The indexes of columns whose text is appended to the address: city, district, PIN code. */
  addressParts: ReadonlySet<number>
  /** Each heading of the sheet with its status; `sample` is empty. */
  list: (SheetHeading & { index: number })[]
  /** How the file spells the heading of each column. */
  spelling: ReadonlyMap<Column, string>
  /** Errors of the full file. */
  errors: RowError[]
}

/** Columns that an office may have twice; the cells are joined. */
export const joinedColumns: ReadonlySet<Column> = new Set(['whatsapp_number', 'email'])

/** The headings among the first rows of a sheet, and the rows below them. */
export function findHeadings(
  rows: readonly SheetRow[],
  mapping: Mapping,
): { headings: Headings; rest: SheetRow[] } {
  const index = headingIndex(rows, mapping)
  const headingRow = rows[index] ?? { line: 1, row: 1, cells: [] }
  const titles = rows.slice(0, index)
  const rest = rows.slice(index + 1)
  const { cells, hasRowBelow } = joinHeadingRows(titles.at(-1), headingRow, rest[0])
  if (hasRowBelow) titles.push(...rest.splice(0, 1))
  return { headings: matchHeadings({ ...headingRow, cells }, titles, mapping), rest }
}

const isKnown = (cell: string, mapping: Mapping): boolean =>
  Boolean(columnOf(cell)) ||
  isAddressPartHeading(cell) ||
  Boolean(Object.hasOwn(mapping, cell.trim()) && mapping[cell.trim()])

const knownCount = ({ cells }: SheetRow, mapping: Mapping): number =>
  new Set(cells.filter((cell) => isKnown(cell, mapping)).map(normaliseHeading)).size

const textCount = ({ cells }: SheetRow): number => cells.filter((cell) => cell.trim() !== '').length

/** The first row with most known headings; without two of them the first row that is no title. */
function headingIndex(rows: readonly SheetRow[], mapping: Mapping): number {
  const counts = rows.map((row) => knownCount(row, mapping))
  const most = Math.max(0, ...counts)
  if (most >= 2) return counts.indexOf(most)
  return Math.max(
    0,
    rows.findIndex((row) => textCount(row) > 1),
  )
}

/**
 * Headings over two rows: 'Payment' above 'Amt', 'Date' and 'Mode'. A heading of the row above fills an
 * empty cell, and a row of headings below replaces what is unknown.
 */
function joinHeadingRows(
  above: SheetRow | undefined,
  { cells: found }: SheetRow,
  below: SheetRow | undefined,
): { cells: string[]; hasRowBelow: boolean } {
  const cells = found.map((cell, index) => {
    const upper = above?.cells[index] ?? ''
    return cell.trim() === '' && columnOf(upper) ? upper : cell
  })
  const second = below?.cells ?? []
  const hasRowBelow =
    second.filter((cell) => columnOf(cell)).length >= 2 &&
    second.every((cell) => cell.trim() === '' || columnOf(cell))
  if (!hasRowBelow) return { cells, hasRowBelow }
  const joined = Array.from({ length: Math.max(cells.length, second.length) }, (_, index) => {
    const [upper = '', lower = ''] = [cells[index], second[index]]
    return columnOf(lower) && !columnOf(upper) ? lower : upper
  })
  return { cells: joined, hasRowBelow }
}

function matchHeadings(row: SheetRow, titles: SheetRow[], mapping: Mapping): Headings {
  const { line, cells } = row
  const spelling = new Map<Column, string>()
  const none = { row, titles, columns: [], addressParts: new Set<number>(), list: [], spelling }
  const addError = (column: string, reason: string) => ({
    line,
    row: row.row,
    column: column.slice(0, 80),
    reason,
  })
  if (cells.length > maxColumns) {
    return { ...none, errors: [addError('', tooManyColumns(cells.length))] }
  }
  const errors = row.unreadable === undefined ? [] : [addError('', row.unreadable)]
  const list: Headings['list'] = []
  const addressParts = new Set<number>()
  const hasAddress = cells.some((cell) => matchHeading(cell.trim(), mapping).column === 'address')
  const columns = cells.map((cell, index) => {
    const heading = cell.trim() || unnamedHeading(index)
    const { column, status } = matchHeading(heading, mapping)
    // Without a column for the address, this cell would become the whole address.
    const isPart = status === 'unknown' && hasAddress && isAddressPartHeading(heading)
    const isPartByHand =
      column === 'address' && spelling.has('address') && Object.hasOwn(mapping, heading)
    if (isPart || isPartByHand) {
      addressParts.add(index)
      list.push({ heading, column: 'address', status: 'matched', sample: '', index })
      return undefined
    }
    const isDuplicate = column !== undefined && spelling.has(column) && !joinedColumns.has(column)
    list.push({
      heading,
      column: column ?? '',
      status: isDuplicate ? 'duplicate' : status,
      sample: '',
      index,
    })
    if (isDuplicate) {
      const label = columnLabel(column)
      errors.push(addError(heading, `Duplicate column: also matched to ${label}`))
    } else if (column && !spelling.has(column)) spelling.set(column, heading)
    return column
  })
  const hasKey =
    spelling.has('email') ||
    spelling.has('membership_number') ||
    (spelling.has('company_name') && spelling.has('whatsapp_number'))
  if (!hasKey)
    errors.push(
      addError(
        'email',
        'There is no column for the email, the membership number, or the company and the mobile number',
      ),
    )
  return { row, titles, columns, addressParts, list, spelling, errors }
}

function matchHeading(
  heading: string,
  mapping: Mapping,
): { column: Column | undefined; status: SheetHeading['status'] } {
  if (Object.hasOwn(mapping, heading)) {
    const column = mapping[heading] || undefined
    return { column, status: column ? 'matched' : 'skipped' }
  }
  const column = columnOf(heading)
  if (column === 'ignored') return { column: undefined, status: 'ignored' }
  return { column, status: column ? 'matched' : 'unknown' }
}

/** 'Column Q', as spreadsheet programs name it. */
export function unnamedHeading(index: number): string {
  const letters = (position: number): string =>
    (position >= 26 ? letters(Math.floor(position / 26) - 1) : '') +
    String.fromCharCode(65 + (position % 26))
  return `Column ${letters(index)}`
}
