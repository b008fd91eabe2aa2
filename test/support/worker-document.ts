/** A document for tests of the thread that renders documents. */
import { openDocument } from '#platform/server/documents/document.ts'

export function render(data: { texts?: string[]; exit?: boolean }): Promise<Buffer> {
  // As a thread ends that needs too much memory.
  if (data.exit) process.exit(1)
  const document = openDocument({
    title: 'Receipt R2025-26/0001',
    author: 'Panel Makers Association',
    language: 'en',
    date: new Date('2026-01-05T09:00:00Z'),
  })
  document.addPage()
  let y = 40
  for (const text of data.texts as string[]) y += document.text(text, { x: 40, y, width: 400 })
  return document.toPdf()
}
