/** The full register as serialised JSON, without building ten thousand objects; read in the reading thread. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { type Read, rowChunks } from '#platform/server/reading/reading.ts'
import type { Member } from '../../answers.ts'
import type { MemberQuery } from '../../contract.ts'
import { memberColumns, memberReader, memberSqlite } from '../member-json-queries.ts'
import { searchRegister } from './list-queries.ts'

export interface FullListRequest {
  query: Omit<MemberQuery, 'cursor' | 'limit'>
  after: Cursor | undefined
  today: string
  /** By default all. */
  fields?: readonly (keyof Member)[]
}

const chunkSize = 500

/**
 * The rows that `listMembers` returns without a limit. `total` is the number of matches, regardless of the
 * cursor. On SQLite the database builds the JSON as bytes; on PostgreSQL reading the rows is faster.
 */
export const read: Read<FullListRequest, { total: number }> = async (db, request) => {
  const register = await searchRegister(db, request.query, request.today)
  const list = register.sorted(request.query.sort, { after: request.after, limit: undefined })
  const chunks = isPostgres(db)
    ? postgresChunks(db, list, request.fields)
    : sqliteChunks(db, list, request.fields)
  return { head: { total: register.total }, content: jsonArray(chunks) }
}

export const fullListModule = new URL(import.meta.url)

type RegisterList = ReturnType<Awaited<ReturnType<typeof searchRegister>>['sorted']>

async function* sqliteChunks(
  db: Database,
  list: RegisterList,
  fields: FullListRequest['fields'],
): AsyncGenerator<Buffer> {
  const query = list.select([jsonObject(fields).as('json')])
  for await (const rows of rowChunks(db, query, chunkSize))
    yield Buffer.concat(rows.map(({ json }) => json))
}

async function* postgresChunks(
  db: Database,
  list: RegisterList,
  fields: FullListRequest['fields'],
): AsyncGenerator<Buffer> {
  const query = list.select(memberColumns(fields))
  const readMember = memberReader(fields)
  for await (const rows of rowChunks(db, query, chunkSize)) {
    const json = rows.map((row) => `,${JSON.stringify(readMember(row))}`).join('')
    yield Buffer.from(json)
  }
}

/** An array of the chunks, which have objects with a comma before each. */
async function* jsonArray(chunks: AsyncGenerator<Buffer>): AsyncGenerator<string | Uint8Array> {
  yield '['
  let isFirst = true
  for await (const chunk of chunks) {
    yield isFirst ? chunk.subarray(1) : chunk
    isFirst = false
  }
  yield ']'
}

/** A comma and one person's JSON object, as bytes. */
function jsonObject(fields: FullListRequest['fields']) {
  const parts = memberSqlite(fields).map(
    ([name, text], index) => `'${index === 0 ? ',{' : ','}"${name}":', ${text}`,
  )
  return sql<Uint8Array>`cast(concat(${sql.raw(parts.join(', '))}, '}') as blob)`
}

/** Whether a list of the register may take the portal longer than other requests should wait. */
export async function isLongRegister(db: Database): Promise<boolean> {
  const rows = await db
    .selectFrom('person_search')
    .select('person_id')
    .limit(1)
    .offset(2000)
    .execute()
  return rows.length > 0
}
