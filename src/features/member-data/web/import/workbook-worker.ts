/** A web worker that reads the first sheet of the workbook in its message. */
import { readSheet } from 'read-excel-file/universal'
import { unpackWorkbook, WorkbookTooLarge } from './zip.ts'

/** The worker's reply: the cells as text, or why the workbook cannot be read. */
export type WorkerAnswer = { rows: string[][] } | { failed: 'too large' | 'unreadable' }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data).then((answer) => postMessage(answer))
})

async function read(file: Blob): Promise<WorkerAnswer> {
  try {
    const sheet = await readSheet(await unpackWorkbook(file))
    return { rows: sheet.map((row) => row.map(cellToText)) }
  } catch (error) {
    return { failed: error instanceof WorkbookTooLarge ? 'too large' : 'unreadable' }
  }
}

function cellToText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return String(cell)
}
