/** A web worker that reads the first visible sheet with a table of the workbook in its message. */
import { readWorkbookRows, type WorkbookRows } from './workbook-rows.ts'
import { WorkbookTooLarge } from './zip.ts'

/** The worker's reply: the rows, or why the workbook cannot be read. */
export type WorkerAnswer = WorkbookRows | { failed: 'too large' | 'unreadable' }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data).then((answer) => postMessage(answer))
})

async function read(file: Blob): Promise<WorkerAnswer> {
  try {
    return await readWorkbookRows(file)
  } catch (error) {
    return { failed: error instanceof WorkbookTooLarge ? 'too large' : 'unreadable' }
  }
}
