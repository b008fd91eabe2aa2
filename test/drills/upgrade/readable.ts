/** Answers as values that can be compared: JSON, the cells of spreadsheets, the text of PDFs. */
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { pdfPages } from '#test/support/pdf.ts'
import { type Answer, pairs } from '#test/support/process/api-client.ts'

export interface Readable {
  status: number
  /** The total of a list that has pages. */
  total?: string
  body: unknown
}

export async function readable(answer: Answer): Promise<Readable> {
  const headers = new Map(
    pairs(answer.rawHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const total = headers.get('x-total-count')
  const body = await bodyOf(headers.get('content-type') ?? '', answer)
  return { status: answer.status, ...(total !== undefined && { total }), body }
}

async function bodyOf(type: string, { bytes, text }: Answer): Promise<unknown> {
  // Those who read have a session of their own on each portal.
  if (type.startsWith('application/json'))
    return JSON.parse(text.replace(/"session":"[\w-]+"/g, '"session":"…"'))
  if (type.startsWith('application/pdf')) return pdfPages(bytes).map((page) => page.split('\n'))
  if (type.includes('spreadsheetml')) return cellsOf(bytes)
  if (type.startsWith('text/csv'))
    return tableOf(parse(text, { bom: true, relax_column_count: true }) as string[][])
  return text
}

async function cellsOf(bytes: Buffer): Promise<unknown> {
  const { sheets } = await readXlsx(bytes)
  return Object.fromEntries(
    sheets.map(({ name, rows }) => [name, tableOf(rows.map((row) => row.map(shown)))]),
  )
}

const shown = (cell: unknown): unknown => (cell instanceof Date ? cell.toISOString() : cell)

/** The rows as objects, so that a difference names its column. */
function tableOf<Cell>([headings = [], ...rows]: Cell[][]): Record<string, Cell>[] {
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, index) => [headings[index] ?? `column ${index}`, cell])),
  )
}
