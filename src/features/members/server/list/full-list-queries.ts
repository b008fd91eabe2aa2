/** The full register as serialised JSON; long ones are read in the reading thread. */
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import { type Read, rowChunks } from '#platform/server/reading/reading.ts'
import type { Member } from '../../answers.ts'
import { memberColumns, memberReader } from '../member-json-queries.ts'
import type { Filters } from './filter-queries.ts'
import { findMatches, selectMembers } from './list-queries.ts'

export interface FullListRequest {
  query: Omit<Filters, 'limit' | 'similar'>
  after: Cursor | undefined
  today: string
  /** The fields to read; all by default. */
  fields?: readonly (keyof Member)[]
}

const chunkSize = 500

/** The rows that `listMembers` returns without a limit. `total` is the number of matches, regardless of the cursor. */
export const read: Read<FullListRequest, { total: number }> = async (db, request) => {
  const { query, after, today, fields } = request
  const { filters, ...count } = await findMatches(db, query, today)
  const list = selectMembers(db, filters, { ...count, after, today }).select(memberColumns(fields))
  return {
    head: { total: count.total },
    content: jsonArray(rowChunks(db, list, chunkSize), fields),
  }
}

export const fullListModule = new URL('./full-list-queries.ts', import.meta.url)

async function* jsonArray(
  chunks: AsyncIterable<Parameters<ReturnType<typeof memberReader>>[0][]>,
  fields: FullListRequest['fields'],
): AsyncGenerator<string> {
  const readMember = memberReader(fields)
  yield '['
  let separator = ''
  for await (const rows of chunks) {
    yield separator + rows.map((row) => JSON.stringify(readMember(row))).join()
    separator = ','
  }
  yield ']'
}

/** Whether a list of the register may take the portal longer than other requests should wait. */
export async function isLongRegister(db: Database): Promise<boolean> {
  const rows = await db.selectFrom('person').select('id').limit(1).offset(2000).execute()
  return rows.length > 0
}
