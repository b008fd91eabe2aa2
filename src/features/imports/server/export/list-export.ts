/** Exports of a filtered or selected list of members, with the columns that the table shows. */

import {
  type Debt,
  type ListColumn,
  type SheetColumn,
  sheetColumns,
} from '#features/members/columns/list-columns.ts'
import type { MemberQuery, MemberSelection } from '#features/members/contract.ts'
import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { readExportedPeople } from '#features/members/server/list/exported-people-queries.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import { memberFromRow } from '#features/members/server/member-json-queries.ts'
import type { MemberRow } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { xlsxStream } from '#platform/server/files/xlsx.ts'
import type { StreamedAnswer } from '#platform/server/reading/read-answer.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { type Day, isDay, isoDay, numericDate } from '#shared/dates.ts'
import { readDebts, readDebtsOn } from './debts.ts'
import type { ExportHead } from './export.ts'

const chunkSize = 100

export interface ListExportRequest {
  selection: MemberSelection
  sort: MemberQuery['sort']
  columns: readonly ListColumn[]
  format: 'csv' | 'xlsx'
  /** The day of the debts; undefined for now. */
  as_of: Day | undefined
  now: Date
}

/** The selected members in the order of the list; refuses a selection that has changed. */
export async function readListExport(
  db: Database,
  { selection, sort, columns: keys, format, as_of, now }: ListExportRequest,
): Promise<StreamedAnswer<ExportHead>> {
  const { ids } = await resolveSelection(db, selection, isoDay(now), sort)
  await yieldToEventLoop()
  const people = await readExportedPeople([ids.toSorted()])
  await yieldToEventLoop()
  const debts = keys.includes('debt')
    ? await (as_of ? readDebtsOn(db, ids, as_of) : readDebts(db, ids, now))
    : new Map<string, Debt>()
  const years = new Set([...debts.values()].flatMap(({ by_year }) => [...by_year.keys()]))
  const columns = sheetColumns(keys, now, { years: [...years].sort(), as_of })
  const rows = readRows(db, ids, columns, debts)
  const content =
    format === 'xlsx' ? xlsxStream('Members', columns, flat(rows)) : csv(columns, rows)
  return { head: { people }, content }
}

type Row = (string | number | null)[]

async function* readRows(
  db: Database,
  ids: readonly string[],
  columns: readonly SheetColumn[],
  debts: ReadonlyMap<string, Debt>,
): AsyncGenerator<Row[]> {
  for (const chunk of chunks(ids, chunkSize)) {
    const people = new Map((await findPeople(db, chunk)).map((person) => [person.id, person]))
    yield chunk.flatMap((id) => {
      const person = people.get(id)
      if (!person) return []
      // Every person in a list has a role.
      const member = { ...memberFromRow(person as MemberRow), debt: debts.get(id) }
      return [columns.map(({ value }) => value(member))]
    })
    await yieldToEventLoop()
  }
}

async function* flat(rowChunks: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const rows of rowChunks) yield* rows
}

async function* csv(
  columns: readonly SheetColumn[],
  rowChunks: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const textOf = (cell: string | number | null, index: number) => {
    if (cell === null) return ''
    return columns[index]?.kind === 'day' && isDay(cell) ? numericDate(cell) : cell
  }
  yield byteOrderMark + csvRow(columns.map(({ heading }) => heading))
  for await (const rows of rowChunks) yield rows.map((row) => csvRow(row.map(textOf))).join('')
}
