/** Excel workbooks are read in the browser and sent to the importer as CSV. */

import { type Column, columnOf, importColumns } from '#features/members/spreadsheet-columns.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { csvRow } from '#shared/csv.ts'
import type { RowError } from '../../answers.ts'
import type { WorkerAnswer } from './workbook-worker.ts'

export interface Workbook {
  name: string
  headings: string[]
  /** The rows below the headings, blank ones included, so that line numbers match. */
  rows: string[][]
  /** The number of blank rows above the headings. */
  blankRowsAbove: number
}

export const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name)

/** Its message is the sentence to show. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

const timeoutMs = 60_000

/**
 * Reads the first sheet in a worker; the first row that is not blank has the headings. Throws
 * UnreadableWorkbook, at the latest after a minute, and the reason of the signal when it is aborted.
 */
export async function readWorkbook(file: File, signal: AbortSignal): Promise<Workbook> {
  const answer = await readInWorker(file, signal)
  if ('failed' in answer)
    throw new UnreadableWorkbook(
      answer.failed === 'too large'
        ? 'This workbook is too large to be read here; please save it as CSV'
        : 'This workbook could not be read; please save it as CSV',
    )
  const first = answer.rows.findIndex((row) => !isBlankRow(row))
  const [headings = [], ...rows] = first < 0 ? [] : answer.rows.slice(first)
  return {
    name: file.name,
    headings: headings.map((heading) => heading.trim()),
    rows,
    blankRowsAbove: Math.max(first, 0),
  }
}

export const isBlankRow = (row: readonly string[]): boolean =>
  row.every((cell) => cell.trim() === '')

async function readInWorker(file: File, signal: AbortSignal): Promise<WorkerAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<WorkerAnswer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      setTimeout(resolve, timeoutMs, { failed: 'too large' })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data))
      worker.addEventListener('error', () => resolve({ failed: 'unreadable' }))
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}

/** The column of each heading; '' for none. */
export type Mapping = Record<string, Column | ''>

const storageKey = 'import-columns'

/** Maps each heading as stored on this device, otherwise by the known names of columns. */
export function initialMapping(headings: readonly string[]): Mapping {
  const stored = new Map(Object.entries(readLocalItem(storageKey) ?? {}))
  const mapped = new Set<string>()
  const mapping = headings.map((heading): [string, Column | ''] => {
    const named = columnOf(heading)
    const storedColumn = importColumns.find((name) => name === stored.get(heading))
    const column = stored.has(heading) ? storedColumn : named === 'ignored' ? undefined : named
    if (!column || mapped.has(column)) return [heading, '']
    mapped.add(column)
    return [heading, column]
  })
  return Object.fromEntries(mapping)
}

export function storeMapping(mapping: Mapping): void {
  const stored = { ...Object(readLocalItem(storageKey)), ...mapping }
  if (Object.keys(stored).length > 500) removeLocalItem(storageKey)
  else writeLocalItem(storageKey, stored)
}

/** A CSV file with the mapped columns only, under the portal's names. */
export function toCsvFile(
  { name, headings, rows, blankRowsAbove }: Workbook,
  mapping: Mapping,
): File {
  const columns = headings.flatMap((heading, index) => {
    const column = mapping[heading]
    return column ? [{ index, column }] : []
  })
  const lines = [
    '\r\n'.repeat(blankRowsAbove),
    csvRow(columns.map(({ column }) => column)),
    ...rows.map((row) => csvRow(columns.map(({ index }) => row[index] ?? ''))),
  ]
  return new File(lines, name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' })
}

/** The errors with the headings of the workbook instead of the portal's column names. */
export const withSheetHeadings = (errors: RowError[], mapping: Mapping): RowError[] => {
  const headings = new Map<string, string>(
    // An error of a full row has the column '', like a heading that is left out.
    Object.entries(mapping).flatMap(([heading, column]) => (column ? [[column, heading]] : [])),
  )
  return errors.map((error) => ({ ...error, column: headings.get(error.column) ?? error.column }))
}
