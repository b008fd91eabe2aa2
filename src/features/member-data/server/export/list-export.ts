/** Exports of a filtered or selected list of members, with the columns that the table shows. */
import { type ListColumn, type SheetColumn, sheetColumns } from '#features/members/list-columns.ts'
import { memberFromRow } from '#features/members/server/member-json-queries.ts'
import type { MemberRow } from '#features/members/server/queries.ts'
import { findPeople } from '#features/members/server/register/bulk-queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import { xlsxStream } from '#platform/server/files/xlsx.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { numericDate } from '#shared/dates.ts'

const chunkSize = 250

interface ListExport {
  /** The members in the order of the list. */
  ids: readonly string[]
  columns: readonly ListColumn[]
  format: 'csv' | 'xlsx'
  now: Date
}

/** The file as a stream. Rows are read while the client receives them; members deleted since are left out. */
export function exportList(
  db: Database,
  { ids, columns: keys, format, now }: ListExport,
): ReadableStream<Uint8Array> {
  const columns = sheetColumns(keys, now)
  const rows = readRows(db, ids, columns)
  return format === 'xlsx' ? xlsxStream('Members', columns, rows) : csvStream(columns, rows)
}

async function* readRows(db: Database, ids: readonly string[], columns: readonly SheetColumn[]) {
  for (const chunk of chunks(ids, chunkSize)) {
    const people = new Map((await findPeople(db, chunk)).map((person) => [person.id, person]))
    for (const id of chunk) {
      const person = people.get(id)
      // Everybody in a list has a role.
      const member = person && memberFromRow(person as MemberRow)
      if (member) yield columns.map(({ value }) => value(member))
    }
    await yieldToEventLoop()
  }
}

function csvStream(
  columns: readonly SheetColumn[],
  rows: AsyncGenerator<(string | number | null)[]>,
): ReadableStream<Uint8Array> {
  const textOf = (cell: string | number | null, index: number) => {
    if (cell === null) return ''
    return columns[index]?.kind === 'day' ? numericDate(String(cell)) : String(cell)
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        Buffer.from(byteOrderMark + csvRow(columns.map(({ heading }) => heading))),
      ),
    async pull(controller) {
      const { value: row, done } = await rows.next()
      if (done) controller.close()
      else controller.enqueue(Buffer.from(csvRow(row.map(textOf))))
    },
    cancel: () => void rows.return(undefined),
  })
}
