/** Excel workbooks are read in the browser and sent to the importer as CSV. */

import { csvRow } from '#shared/csv.ts'
import { trustedScriptUrl } from '../trusted-types.ts'
import type { WorkerAnswer } from './workbook-worker.ts'
import workerUrl from './workbook-worker.ts?worker&url'

export const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name)

/** Its message is the sentence to show. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

const timeoutMs = 60_000

/**
 * The first sheet as a CSV file with all its rows, titles and blank rows included, so that row numbers
 * match. Throws UnreadableWorkbook, at the latest after a minute, and the reason of the signal when it
 * is aborted.
 */
export async function workbookToCsv(file: File, signal: AbortSignal): Promise<File> {
  const answer = await readInWorker(file, signal)
  if ('failed' in answer)
    throw new UnreadableWorkbook(
      answer.failed === 'too large'
        ? 'This workbook is too large to be read here; please save it as CSV'
        : 'This workbook could not be read; please save it as CSV',
    )
  return new File(answer.rows.map(csvRow), file.name.replace(/\.xlsx$/i, '.csv'), {
    type: 'text/csv',
  })
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
