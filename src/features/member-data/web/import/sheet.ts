/** Runs beside the page (a worker): reads the first sheet of the workbook that is sent to it. */
import { readSheet } from 'read-excel-file/universal'
import { TooLarge, unpacked } from './zip.ts'

/** What it answers: the cells as text, or that it cannot. */
export type SheetAnswer = { rows: string[][] } | { failed: 'too large' | 'unreadable' }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data).then((answer) => postMessage(answer))
})

async function read(file: Blob): Promise<SheetAnswer> {
  try {
    const sheet = await readSheet(await unpacked(file))
    return { rows: sheet.map((row) => row.map(textOf)) }
  } catch (error) {
    return { failed: error instanceof TooLarge ? 'too large' : 'unreadable' }
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return String(cell)
}
