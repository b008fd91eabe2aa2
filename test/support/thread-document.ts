/** A document for tests of the thread that renders documents. */
import { openDocument } from '#platform/server/documents/document.ts'

export function render(
  data: { texts?: string[]; endless?: boolean },
  onProgress: (done: number) => void = () => {},
): Promise<Buffer> {
  const rows: number[][] = []
  while (data.endless) rows.push(new Array<number>(100_000).fill(rows.length / 3))
  const document = openDocument({
    title: 'Receipt R2025-26/0001',
    author: 'Panel Makers Association',
    language: 'en',
    date: new Date('2026-01-05T09:00:00Z'),
  })
  document.addPage()
  let y = 40
  let done = 0
  for (const text of data.texts as string[]) {
    y += document.text(text, { x: 40, y, width: 400 })
    done += 1
    onProgress(done)
  }
  return document.toPdf()
}
