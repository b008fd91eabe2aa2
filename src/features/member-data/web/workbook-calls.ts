/** Excel workbooks, read in this browser and sent on as CSV. */
import { dropNote, keepNote, keptNote } from '#platform/web/device-memory.ts'
import { csvLine } from '#shared/csv.ts'
import { type Column, columnOf, exportColumns } from '#shared/member-columns.ts'

export interface Workbook {
  name: string
  headings: string[]
  rows: string[][]
}

export const isWorkbook = (file: File): boolean => /\.xlsx$/i.test(file.name)

/** The first sheet; the first row with something in it holds the headings. */
export async function readWorkbook(file: File): Promise<Workbook> {
  const { readSheet } = await import('read-excel-file/universal')
  const sheet = await readSheet(await file.arrayBuffer())
  const rows = sheet
    .map((row) => row.map(textOf))
    .filter((row) => row.some((cell) => cell.trim() !== ''))
  const [headings = [], ...below] = rows
  return { name: file.name, headings: headings.map((heading) => heading.trim()), rows: below }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return String(cell)
}

/** For every heading the column it fills; '' for none. */
export type Mapping = Record<string, Column | ''>

const note = 'import-columns'

/** As it was chosen on this device before, else by what the portal knows headings to mean. */
export function mappingFor(headings: readonly string[]): Mapping {
  const kept = new Map(Object.entries(keptNote(note) ?? {}))
  const taken = new Set<string>()
  const mapping = headings.map((heading): [string, Column | ''] => {
    const known = columnOf(heading)
    const before = exportColumns.find((column) => column === kept.get(heading))
    const chosen = kept.has(heading) ? before : known === 'ignored' ? undefined : known
    if (!chosen || taken.has(chosen)) return [heading, '']
    taken.add(chosen)
    return [heading, chosen]
  })
  return Object.fromEntries(mapping)
}

export function rememberMapping(mapping: Mapping): void {
  const kept = { ...Object(keptNote(note)), ...mapping }
  if (Object.keys(kept).length > 500) dropNote(note)
  else keepNote(note, kept)
}

/** The file the portal takes: only what is mapped, under the portal's own names. */
export function csvOf({ name, headings, rows }: Workbook, mapping: Mapping): File {
  const chosen = headings.flatMap((heading, index) => {
    const column = mapping[heading]
    return column ? [{ index, column }] : []
  })
  const lines = [
    csvLine(chosen.map(({ column }) => column)),
    ...rows.map((row) => csvLine(chosen.map(({ index }) => row[index] ?? ''))),
  ]
  return new File(lines, name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' })
}
