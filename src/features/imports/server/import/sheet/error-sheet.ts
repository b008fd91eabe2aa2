/** Collects the rows with errors as the file has them, so that they come back as the same sheet. */

import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { unescapeFormula } from '#shared/csv.ts'
import { sum } from '#shared/sum.ts'
import type { ErrorSheet } from '../../../answers.ts'

const maxRows = 5000
const maxCharacters = 4_000_000

/** The number of characters that each sheet has so far. */
const sizes = new WeakMap<ErrorSheet, number>()

export const emptyErrorSheet = (): ErrorSheet => ({ head: [], rows: [] })

/** Adds the row, unless the sheet would become larger than the limits. */
export function addErrorRow(sheet: ErrorSheet, { row, cells }: SheetRow): void {
  if (sheet.rows.length >= maxRows) return
  const characters = sum(cells, (cell) => cell.length + 4)
  const size = (sizes.get(sheet) ?? 0) + characters
  if (size > maxCharacters) return
  sizes.set(sheet, size)
  sheet.rows.push({ row, cells: cells.map(unescapeFormula) })
}
