import type { PersonRow } from '#features/members/server/queries.ts'
import { activeMemberIds, findPeople } from '#features/members/server/register/bulk-queries.ts'
import { exportColumns } from '#features/members/spreadsheet-columns.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import { createWorkQueue } from '#platform/server/work-queue.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { isoDay } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { cellText } from '../import/cells.ts'
import { memberDataCell, memberDataColumns, toMemberData } from './member-data.ts'

const chunkSize = 250

/** The file name of an export (contract 9.5). */
export const exportName = (
  shortName: string,
  role: MemberRole | undefined,
  now: Date,
  format: 'csv' | 'xlsx' = 'csv',
): string =>
  `${shortName.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}-${role ?? 'all'}-members-${isoDay(now)}.${format}`

/** The file name of Download CSV (contract 9.5). */
export const memberDataName = (now: Date): string =>
  `member_data_${isoDay(now).replaceAll('-', '_')}.csv`

const exportQueue = createWorkQueue({
  capacity: 2,
  concurrency: 2,
  maxWaiting: 10,
  maxWaitMs: 30_000,
})

/**
 * Exports active members by descending membership number, all read from one snapshot. Two exports run
 * at once; a further one waits, or is refused when too many wait. Rows that a slow client has not
 * read yet wait in memory, so that the transaction ends soon.
 */
export const exportMembers = (
  db: Database,
  filter: ExportFilter,
): Promise<ReadableStream<Uint8Array>> =>
  new Promise((resolve, reject) => {
    exportQueue(1, () => {
      const { stream, end } = exportStream(db, filter)
      resolve(stream)
      return end
    }).catch(reject)
  })

interface ExportFilter {
  format: 'csv' | 'member-data'
  role: MemberRole | undefined
}

function exportStream(db: Database, { format, role }: ExportFilter) {
  let isCancelled = false
  const rowsOf = format === 'csv' ? exportRows : memberDataRows
  const end = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(Buffer.from(text))
      // Not awaited: the response starts while the rest is still being read.
      void readMembers(db, role, (people, from) => {
        if (from === 0) send(byteOrderMark + csvRow(headingsOf(format)))
        if (people.length > 0) send(rowsOf(people, from))
        return !isCancelled
      })
        .then(
          () => isCancelled || controller.close(),
          (error: unknown) => controller.error(error),
        )
        .finally(end.resolve)
    },
    cancel() {
      isCancelled = true
    },
  })
  return { stream, end: end.promise }
}

const headingsOf = (format: 'csv' | 'member-data'): readonly string[] =>
  format === 'csv' ? exportColumns : ['S. No', ...memberDataColumns.map(([heading]) => heading)]

const exportRows = (people: readonly PersonRow[]): string =>
  people.map((person) => csvRow(exportColumns.map((column) => cellText(column, person)))).join('')

const memberDataRows = (people: readonly PersonRow[], from: number): string =>
  people
    .flatMap(toMemberData)
    .map((member, index) =>
      csvRow([
        String(from + index + 1),
        ...memberDataColumns.map(([, column]) => memberDataCell(member, column)),
      ]),
    )
    .join('')

/**
 * Passes the members to `onChunk` in one transaction, so that all are read from one snapshot; stops
 * when it returns false. Without members it is called once with an empty list.
 */
async function readMembers(
  db: Database,
  role: MemberRole | undefined,
  onChunk: (people: readonly PersonRow[], from: number) => boolean,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const ids = await activeMemberIds(tx, role)
      let from = 0
      for (const chunk of ids.length === 0 ? [[]] : chunks(ids, chunkSize)) {
        const people = new Map((await findPeople(tx, chunk)).map((person) => [person.id, person]))
        const inOrder = chunk.flatMap((id) => people.get(id) ?? [])
        if (!onChunk(inOrder, from)) return
        from += chunk.length
        await yieldToEventLoop()
      }
    })
}
