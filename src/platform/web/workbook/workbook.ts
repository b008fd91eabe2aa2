/** A spreadsheet that is chosen: Excel workbooks are read in the browser and sent as CSV. */

import { csvRow } from '#shared/csv.ts'
import { refusedSheets, sheetKind } from '#shared/spreadsheets/sheet-kinds.ts'
import { trustedScriptUrl } from '../trusted-types.ts'
import { readableFile } from '../uploads/file-type.ts'
import type { WorkbookRows } from './workbook-rows.ts'
import type { WorkerAnswer } from './workbook-worker.ts'
import workerUrl from './workbook-worker.ts?worker&url'

/** Its message is the sentence to show. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

export interface ChosenSheet {
  /** Rows of the workbook that have content and are hidden or filtered out. */
  hiddenRows: readonly number[]
  /** What is sent: all rows, so that row numbers match; a row that is left out is blank. */
  csv: (options?: { leavesOutHidden: boolean }) => File
}

const timeoutMs = 60_000

/**
 * Reads a file by its content, whatever its name. Throws UnreadableWorkbook, at the latest after a minute,
 * and the reason of the signal when it is aborted.
 */
export async function openSheetFile(file: File, signal: AbortSignal): Promise<ChosenSheet> {
  const kind = await sheetKind(readableFile(file))
  signal.throwIfAborted()
  const name = file.name.replace(/\.(?:xlsx|xlsm|xls|csv)$/i, '')
  if (kind === 'text') {
    const text = /\.xls[xm]?$/i.test(file.name)
      ? new File([file], `${name}.csv`, { type: 'text/csv' })
      : file
    return { hiddenRows: [], csv: () => text }
  }
  if (kind !== 'workbook') throw new UnreadableWorkbook(refusedSheets[kind])
  const answer = await readInWorker(file, signal)
  if ('failed' in answer)
    throw new UnreadableWorkbook(
      answer.failed === 'too large'
        ? 'This workbook is too large to be read here; please save it as CSV'
        : 'This workbook could not be read; please save it as CSV',
    )
  return {
    hiddenRows: answer.hiddenRows,
    csv: (options) =>
      new File(csvRows(answer, options?.leavesOutHidden ?? false), `${name}.csv`, {
        type: 'text/csv',
      }),
  }
}

function csvRows({ rows, hiddenRows }: WorkbookRows, leavesOutHidden: boolean): string[] {
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
