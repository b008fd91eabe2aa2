/** Excel workbooks, read in this browser and sent on as CSV. */

import { type Column, columnOf, exportColumns } from '#features/members/spreadsheet-columns.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { csvRow } from '#shared/csv.ts'
import type { RowError } from '../../contract.ts'
import type { WorkerAnswer } from './sheet.ts'

export interface Workbook {
  name: string
  headings: string[]
  /** Blank ones too, so that every row keeps its line. */
  rows: string[][]
  /** Blank rows above the headings. */
  above: number
}

export const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name)

/** Why a workbook cannot be read, in a sentence. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

const timeoutMs = 60_000

/**
 * The first sheet; the first row with something in it holds the headings. Read beside the page, which
 * goes on meanwhile; throws UnreadableWorkbook, after a minute at the latest.
 */
export async function readWorkbook(file: File): Promise<Workbook> {
  const answer = await readInWorker(file)
  if ('failed' in answer)
    throw new UnreadableWorkbook(
      answer.failed === 'too large'
        ? 'This workbook is too large to be read here; please save it as CSV'
        : 'This workbook could not be read; please save it as CSV',
    )
  const above = answer.rows.findIndex((row) => !isBlankRow(row))
  const [headings = [], ...below] = above < 0 ? [] : answer.rows.slice(above)
  return {
    name: file.name,
    headings: headings.map((heading) => heading.trim()),
    rows: below,
    above: Math.max(above, 0),
  }
}

export const isBlankRow = (row: readonly string[]): boolean =>
  row.every((cell) => cell.trim() === '')

async function readInWorker(file: File): Promise<WorkerAnswer> {
  const worker = new Worker(new URL('./sheet.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<WorkerAnswer>((resolve) => {
      setTimeout(resolve, timeoutMs, { failed: 'too large' })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data))
      worker.addEventListener('error', () => resolve({ failed: 'unreadable' }))
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}

/** For every heading the column it fills; '' for none. */
export type Mapping = Record<string, Column | ''>

const storageKey = 'import-columns'

/** As it was chosen on this device before, else by what the portal knows headings to mean. */
export function initialMapping(headings: readonly string[]): Mapping {
  const kept = new Map(Object.entries(readLocalItem(storageKey) ?? {}))
  const taken = new Set<string>()
  const mapping = headings.map((heading): [string, Column | ''] => {
    const known = columnOf(heading)
    const before = exportColumns.find((column) => column === kept.get(heading))
    const chosen = kept.has(heading) ? before : known === 'ignored' ? undefined : known
    if (!chosen || taken.has(chosen)) return [heading, '']
    taken.add(chosen)
    return [heading, chosen]
  })
  return Object.fromEntries(mapping)
}

export function storeMapping(mapping: Mapping): void {
  const kept = { ...Object(readLocalItem(storageKey)), ...mapping }
  if (Object.keys(kept).length > 500) removeLocalItem(storageKey)
  else writeLocalItem(storageKey, kept)
}

/** The file the portal takes: only what is mapped, under the portal's own names. */
export function toCsvFile({ name, headings, rows, above }: Workbook, mapping: Mapping): File {
  const chosen = headings.flatMap((heading, index) => {
    const column = mapping[heading]
    return column ? [{ index, column }] : []
  })
  const lines = [
    '\r\n'.repeat(above),
    csvRow(chosen.map(({ column }) => column)),
    ...rows.map((row) => csvRow(chosen.map(({ index }) => row[index] ?? ''))),
  ]
  return new File(lines, name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' })
}

/** What is wrong, under the headings the secretary sees in the workbook. */
export const withSheetHeadings = (errors: RowError[], mapping: Mapping): RowError[] => {
  const headings = new Map<string, string>(
    Object.entries(mapping).map(([heading, column]) => [column, heading]),
  )
  return errors.map((error) => ({ ...error, column: headings.get(error.column) ?? error.column }))
}
