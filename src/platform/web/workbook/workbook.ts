/** A spreadsheet that is chosen: Excel workbooks are read in the browser and sent as CSV. */

import { csvRow } from '#shared/csv.ts'
import { refusedSheets, sheetKind } from '#shared/spreadsheets/sheet-kinds.ts'
import { trustedScriptUrl } from '../trusted-types.ts'
import { readableFile } from '../uploads/file-type.ts'
import { firstTable, type WorkbookSheet } from './sheets.ts'
import type { WorkerAnswer } from './workbook-worker.ts'
import workerUrl from './workbook-worker.ts?worker&url'

/** Its message is the sentence to show. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

/** A file of a list: a workbook, or a text, which is one sheet without a name. */
export interface SheetFile {
  /** Those with content, in the order of the workbook. */
  sheets: readonly ChosenSheet[]
  /** The one that most likely has the list: the first with a table. */
  table: ChosenSheet
}

export interface ChosenSheet {
  name: string
  /** The cells of a workbook; of a text none, which only the server reads. */
  rows: readonly (readonly string[])[]
  /** Rows of the workbook that have content and are hidden or filtered out. */
  hiddenRows: readonly number[]
  /** What is sent: all rows, so that row numbers match; a row that is left out is blank. */
  csv: (options?: { leavesOutHidden: boolean }) => File
}

const timeoutMs = 60_000

/**
 * Reads a file by its content, regardless of its name. Throws UnreadableWorkbook, at the latest after a minute, and the
 * reason of the signal when it is aborted.
 */
export async function openSheetFile(file: File, signal: AbortSignal): Promise<SheetFile> {
  const kind = await sheetKind(readableFile(file))
  signal.throwIfAborted()
  const name = file.name.replace(/\.(?:xlsx|xlsm|xls|csv)$/i, '')
  if (kind === 'text') {
    const text = /\.xls[xm]?$/i.test(file.name)
      ? new File([file], `${name}.csv`, { type: 'text/csv' })
      : file
    const sheet = { name: '', rows: [], hiddenRows: [], csv: () => text }
    return { sheets: [sheet], table: sheet }
  }
  if (kind !== 'workbook') throw new UnreadableWorkbook(refusedSheets[kind])
  const answer = await readInWorker(file, signal)
  if ('failed' in answer)
    throw new UnreadableWorkbook(
      answer.failed === 'too large'
        ? 'This workbook is too large to be read here; please save it as CSV'
        : 'This workbook could not be read; please save it as CSV',
    )
  const chosen = (sheet: WorkbookSheet): ChosenSheet => ({
    ...sheet,
    csv: (options) =>
      new File(csvRows(sheet, options?.leavesOutHidden ?? false), `${name}.csv`, {
        type: 'text/csv',
      }),
  })
  const [first, ...others] = answer.sheets
  const sheets: [ChosenSheet, ...ChosenSheet[]] = [chosen(first), ...others.map(chosen)]
  return { sheets: sheets.filter(({ rows }) => rows.length > 0), table: firstTable(sheets) }
}

function csvRows({ rows, hiddenRows }: WorkbookSheet, leavesOutHidden: boolean): string[] {
  const leftOut = new Set(leavesOutHidden ? hiddenRows : [])
  return rows.map((row, index) => csvRow(leftOut.has(index + 1) ? [] : row))
}

async function readInWorker(file: File, signal: AbortSignal): Promise<WorkerAnswer> {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<WorkerAnswer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      timer = setTimeout(resolve, timeoutMs, { failed: 'too large' })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data))
      worker.addEventListener('error', () => resolve({ failed: 'unreadable' }))
      worker.postMessage(file)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
