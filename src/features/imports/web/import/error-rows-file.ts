/** The rows of an import that have errors, as the same sheet with a column for the reason. */

import { saveFile } from '#platform/web/uploads/download.ts'
import { addToList } from '#shared/add-to-list.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { xlsxType } from '#shared/spreadsheets/sheet-kinds.ts'
import type { ErrorSheet, RowError } from '../../answers.ts'

/** The title and heading rows, then the rows with errors; the last column has their reasons. */
export function errorRows({ head, rows }: ErrorSheet, errors: readonly RowError[]): string[][] {
  const width = Math.max(
    0,
    ...head.map(({ length }) => length),
    ...rows.map(({ cells }) => cells.length),
  )
  const withLast = (cells: readonly string[], last: string) => [
    ...cells,
    ...Array.from({ length: width - cells.length }, () => ''),
    last,
  ]
  const reasons = new Map<number, string[]>()
  for (const { row, column, reason } of errors)
    addToList(reasons, row, column ? `${column}: ${reason}` : reason)
  return [
    ...head.map((cells, index) => withLast(cells, index === head.length - 1 ? 'Reason' : '')),
    ...rows.map(({ row, cells }) => withLast(cells, (reasons.get(row) ?? []).join('; '))),
  ]
}

/** Saves the rows with errors in the format of the file that was selected. */
export async function saveErrorRows(
  sheet: ErrorSheet,
  errors: readonly RowError[],
  fileName: string,
): Promise<void> {
  const rows = errorRows(sheet, errors)
  const name = `${fileName.replace(/\.(csv|xlsx|xls)$/i, '')}-errors`
  if (!/\.xlsx$/i.test(fileName))
    return saveFile(`${name}.csv`, byteOrderMark + rows.map(csvRow).join(''), 'text/csv')
  const { writeXlsx } = await import('hucre/xlsx')
  const content = await writeXlsx({ sheets: [{ name: 'Errors', rows }] })
  saveFile(`${name}.xlsx`, new Uint8Array(content), xlsxType)
}
