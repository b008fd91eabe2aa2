/** A web worker that reads the visible sheets of the workbook in its message. */
import type { WorkbookSheet } from './sheets.ts'
import { readSheets } from './workbook-rows.ts'
import { WorkbookTooLarge } from './zip.ts'

/** The worker's reply: the sheets, or why the workbook cannot be read. */
export type WorkerAnswer =
  | { sheets: [WorkbookSheet, ...WorkbookSheet[]] }
  | { failed: 'too large' | 'unreadable' }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data).then((answer) => postMessage(answer))
})

async function read(file: Blob): Promise<WorkerAnswer> {
  try {
    return { sheets: await readSheets(file) }
  } catch (error) {
    return { failed: error instanceof WorkbookTooLarge ? 'too large' : 'unreadable' }
  }
}
