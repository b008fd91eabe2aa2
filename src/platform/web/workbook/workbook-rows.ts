import { readSheet } from 'read-excel-file/universal'
import { unpackWorkbook } from './zip.ts'

/** The cells of the first sheet of a workbook as texts, all rows of it; dates as yyyy-MM-dd. */
export async function readWorkbookRows(file: Blob): Promise<string[][]> {
  const sheet = await readSheet(await unpackWorkbook(file))
  return sheet.map((row) => row.map(cellToText))
}

function cellToText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return String(cell)
}
