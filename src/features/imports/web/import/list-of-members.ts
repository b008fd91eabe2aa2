import { columnOf } from '#features/members/columns/spreadsheet-columns.ts'
import type { ChosenSheet, SheetFile } from '#platform/web/workbook/workbook.ts'

/** The number of rows in which the server searches for the headings. */
const headRows = 30

/** The sheet to import: the first with headings of a list of members; without one, the first table. */
export const listOfMembers = ({ sheets, table }: SheetFile): ChosenSheet =>
  sheets.find(({ rows }) => rows.slice(0, headRows).some((cells) => headingCount(cells) > 1)) ??
  table

const headingCount = (cells: readonly string[]): number =>
  cells.filter((cell) => ![undefined, 'ignored'].includes(columnOf(cell))).length
