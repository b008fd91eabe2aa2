/** The full register as serialised JSON. */
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import type { StreamedAnswer } from '#platform/server/reading/read-answer.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import type { Day } from '#shared/dates.ts'
import type { Member } from '../../answers.ts'
import { memberColumns, memberReader } from '../member-json-queries.ts'
import type { Filters } from './filter-queries.ts'
import { findMatches, selectMembers } from './list-queries.ts'

export interface FullListRequest {
  query: Omit<Filters, 'limit' | 'similar'>
  after: Cursor | undefined
  today: Day
  /** The fields to read; all by default. */
  fields?: readonly (keyof Member)[]
}

const chunkSize = 100

/** The rows that `listMembers` returns without a limit. `total` is the number of matches, regardless of the cursor. */
export async function readFullList(
  db: Database,
  { query, after, today, fields }: FullListRequest,
): Promise<StreamedAnswer<{ total: number }>> {
  const { filters, ...count } = await findMatches(db, query, today)
  const list = selectMembers(db, filters, { ...count, after, today }).select(memberColumns(fields))
  return {
    head: { total: count.total },
    content: jsonArray(rowChunks(db, list, chunkSize), fields),
  }
}

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
