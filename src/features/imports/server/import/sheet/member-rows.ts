/** Turns the rows of a sheet into rows about members (contract 15.1). */
import { type Column, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { cellText } from '#shared/csv.ts'
import { withoutEntities } from '#shared/values/entities.ts'
import { isEmptyWord, plainText } from '#shared/values/text.ts'
import type { LeftOutRow, RowError } from '../../../answers.ts'
import type { Cells } from '../cells.ts'
import type { FileRow } from '../file-row.ts'
import { type Headings, joinedColumns } from './headings.ts'
import { type CellNote, isDitto, repeatedNote, toFileRow } from './interpret-row.ts'
import { leftOutReason } from './left-out-rows.ts'

/** The cells that the administrator corrected: by line, then by heading. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface MemberRows {
  rows: FileRow[]
  /** The notes of each line, by its number. */
  notes: Map<number, CellNote[]>
  leftOut: LeftOutRow[]
  errors: RowError[]
  /** The last member, whom ditto marks in the rows below repeat. */
  last: RowAbove
}

export interface RowAbove {
  cells: Cells
  /** The texts of the columns that are parts of the address, by the index of the column. */
  addressParts: ReadonlyMap<number, string>
}

export const noRowAbove: RowAbove = { cells: {}, addressParts: new Map() }

const maxText = 80

/**
 * Ignored columns, empty rows and rows that are not members are omitted. A sheet comes in chunks: `above` is `last` of
 * the one before.
 */
export function readMemberRows(
  sheetRows: readonly SheetRow[],
  headings: Headings,
  { corrections, above }: { corrections: Corrections; above: RowAbove },
): MemberRows {
  const result: MemberRows = { rows: [], notes: new Map(), leftOut: [], errors: [], last: above }
  for (const sheetRow of sheetRows) {
    const { line, row, cells: sheetCells, unreadable } = sheetRow
    if (unreadable !== undefined) {
      result.errors.push({ line, row, column: '', reason: unreadable })
      continue
    }
    const stray = sheetCells.slice(headings.columns.length).find((cell) => cell.trim() !== '')
    if (stray !== undefined) {
      const reason = `This row has ${sheetCells.length} cells, the headings are ${headings.columns.length}`
      result.errors.push({ line, row, column: '', reason, value: stray.trim().slice(0, maxText) })
      continue
    }
    const { addressParts, partNotes } = readAddressParts(sheetRow, headings, result.last)
    const cells = cellsOf(sheetRow, headings, addressParts)
    const corrected = Object.hasOwn(corrections, line) ? corrections[line] : undefined
    if (corrected) correct(cells, corrected, headings)
    // A row with nothing but a serial number is empty.
    const isEmpty = Object.keys(cells).length === 0
    if (isEmpty && !sheetCells.some((cell) => /\p{L}/u.test(cell))) continue
    const reason = isEmpty ? 'heading' : leftOutReason(sheetRow, cells, headings)
    if (reason) {
      result.leftOut.push(leftOutRow(sheetRow, reason))
      continue
    }
    const hasNames = headings.spelling.has('name')
    const member = toFileRow(sheetRow, cells, { hasNames, above: result.last.cells })
    result.last = { cells: member.row.cells, addressParts }
    result.rows.push(member.row)
    const rowNotes = [...member.notes, ...partNotes]
    if (rowNotes.length > 0) result.notes.set(line, rowNotes)
  }
  return result
}

export const leftOutRow = ({ row, cells }: SheetRow, reason: LeftOutRow['reason']): LeftOutRow => ({
  row,
  reason,
  text: (cells.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, maxText),
})

function readAddressParts(
  { cells: sheetCells }: SheetRow,
  headings: Headings,
  above: RowAbove,
): { addressParts: Map<number, string>; partNotes: CellNote[] } {
  const addressParts = new Map<number, string>()
  const partNotes: CellNote[] = []
  for (const index of headings.addressParts) {
    const text = withoutEntities(cellText(sheetCells[index] ?? ''))
    const part = isDitto(text) ? (above.addressParts.get(index) ?? '') : text
    if (part === '' || isEmptyWord(part)) continue
    addressParts.set(index, part)
    if (part !== text) partNotes.push({ column: 'address', ...repeatedNote(text, part) })
  }
  return { addressParts, partNotes }
}

function cellsOf(
  { cells: sheetCells }: SheetRow,
  { columns }: Headings,
  addressParts: RowAbove['addressParts'],
): Cells {
  const cells: Cells = {}
  for (const [index, cell] of sheetCells.entries()) {
    const column = columns[index]
    if (!column) continue
    const text = withoutEntities(cellText(cell))
    if (text === '') continue
    const before = cells[column]
    cells[column] = before && joinedColumns.has(column) ? `${before} / ${text}` : text
  }
  for (const part of addressParts.values()) appendToAddress(cells, part)
  return cells
}

/** Appends 'Jodhpur' to an address that does not contain it. */
function appendToAddress(cells: Cells, part: string): void {
  const { address } = cells
  if (!address || isDitto(address)) return
  if (!address.toLowerCase().includes(part.toLowerCase())) cells.address = `${address}, ${part}`
}

function correct(
  cells: Cells,
  corrected: Readonly<Record<string, string>>,
  { spelling }: Headings,
): void {
  for (const [heading, text] of Object.entries(corrected)) {
    const column = columnWithHeading(heading, spelling)
    if (!column) continue
    if (text.trim() === '') delete cells[column]
    else cells[column] = plainText(text)
  }
}

/** A column without a heading in the file is named by the portal. */
function columnWithHeading(
  heading: string,
  spelling: ReadonlyMap<Column, string>,
): Column | undefined {
  for (const [column, spelt] of spelling) if (spelt === heading) return column
  return importColumns.find((column) => column === heading)
}
