/** A web worker that reads the first sheet of the workbook in its message. */
import { readWorkbookRows } from './workbook-rows.ts'
import { WorkbookTooLarge } from './zip.ts'

/** The worker's reply: the cells as text, or why the workbook cannot be read. */
export type WorkerAnswer = { rows: string[][] } | { failed: 'too large' | 'unreadable' }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data).then((answer) => postMessage(answer))
})

async function read(file: Blob): Promise<WorkerAnswer> {
  try {
    return { rows: await readWorkbookRows(file) }
  } catch (error) {
    return { failed: error instanceof WorkbookTooLarge ? 'too large' : 'unreadable' }
  }
}
