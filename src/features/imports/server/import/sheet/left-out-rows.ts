/** Recognises rows of a sheet that are not members, such as totals and repeated headings (contract 15.1). */
import { normaliseHeading } from '#features/members/columns/spreadsheet-columns.ts'
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { readPhones } from '#shared/values/phone.ts'
import { isSummaryText } from '#shared/values/summary-row.ts'
import type { LeftOutRow } from '../../../answers.ts'
import type { Cells } from '../cells.ts'
import type { Headings } from './headings.ts'

const total = /^(?:grand|sub|g\.?)?[\s-]*totals?(?!\p{L})|^(?:कुल|योग|महायोग)(?!\p{L}|\p{M})/iu
/** In a sheet of fewer columns a single text may be a member. */
const minColumns = 5

/** Why a row is not a member; undefined for a member. */
export function leftOutReason(
  { cells: sheetCells }: SheetRow,
  cells: Cells,
  headings: Headings,
): LeftOutRow['reason'] | undefined {
  const texts = sheetCells.filter((cell) => cell.trim() !== '')
  const hasPhone = readPhones(cells.whatsapp_number ?? '').length > 0
  if (!hasPhone && isSummaryRow(texts)) return 'total'
  const hasKey = Boolean(cells.email || cells.whatsapp_number || cells.membership_number)
  if (!hasKey && texts.slice(0, 4).some((text) => total.test(text.trim()))) return 'total'
  if (!hasKey && texts.length === 1 && headings.columns.length >= minColumns) return 'heading'
  return isRepeatedHeading(sheetCells, headings) ? 'heading' : undefined
}

/** 'Page Total' or 'C/F' in any column, with only numbers in the other columns. */
const isSummaryRow = (texts: readonly string[]): boolean =>
  texts.some(isSummaryText) &&
  texts.every(
    (text) => isSummaryText(text) || !/[\p{L}@]/u.test(text.replace(/^(?:₹|rs\.?|inr)/i, '')),
  )

/** A list that was printed in pages repeats its headings. */
function isRepeatedHeading(sheetCells: readonly string[], { row, columns }: Headings): boolean {
  let same = 0
  for (const [index, cell] of sheetCells.entries()) {
    const heading = row.cells[index] ?? ''
    if (!columns[index] || cell === '') continue
    if (normaliseHeading(cell) !== normaliseHeading(heading)) return false
    same += 1
  }
  return same >= 2
}
