/** The full register as serialised JSON, without building ten thousand objects. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import type { Member } from '../../answers.ts'
import type { MemberQuery } from '../../contract.ts'
import { memberColumns, memberReader, memberSqlite } from '../member-json-queries.ts'
import { searchRegister } from './list-queries.ts'

export interface FullList {
  json: string | Uint8Array<ArrayBuffer>
  /** The number of matches, regardless of the cursor. */
  total: number
}

/**
 * The rows that `listMembers` returns without a limit, with these or all fields. On SQLite the database
 * builds the JSON as bytes; on PostgreSQL reading the rows is faster.
 */
export async function fullList(
  db: Database,
  query: Omit<MemberQuery, 'cursor' | 'limit'>,
  after: Cursor | undefined,
  today: string,
  fields?: readonly (keyof Member)[],
): Promise<FullList> {
  const register = await searchRegister(db, query, today)
  const list = register.sorted(query.sort, { after, limit: undefined })
  if (isPostgres(db)) {
    const rows = await list.select([...memberColumns(fields), 'search_row.total']).execute()
    const members = rows.map(memberReader(fields))
    return { json: JSON.stringify(members), total: await register.totalOf(rows, after) }
  }
  const rows = await list.select([jsonObject(fields).as('json'), 'search_row.total']).execute()
  const total = await register.totalOf(rows, after)
  if (rows.length === 0) return { json: '[]', total }
  const end = Buffer.from(']')
  const json = Buffer.concat([...rows.map(({ json }) => json), end])
  // Each row starts with a comma; the first comma becomes the opening bracket.
  json[0] = '['.charCodeAt(0)
  return { json, total }
}

/** A comma and one person's JSON object, as bytes. */
function jsonObject(fields: readonly (keyof Member)[] | undefined) {
  const parts = memberSqlite(fields).map(
    ([name, text], index) => `'${index === 0 ? ',{' : ','}"${name}":', ${text}`,
  )
  return sql<Uint8Array>`cast(concat(${sql.raw(parts.join(', '))}, '}') as blob)`
}
