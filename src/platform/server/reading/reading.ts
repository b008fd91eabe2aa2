/** What a module reads in the reading thread (reading-thread.ts). */
import { type Compilable, CompiledQuery, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-sql.ts'

/** The start of an answer, known before its content, and the content in pieces of any size. */
export interface Reading<Head> {
  head: Head
  content: AsyncIterable<string | Uint8Array>
}

/** The function `read` of a module. `data` and `head` must be cloneable. */
export type Read<Data, Head> = (db: Database, data: Data) => Promise<Reading<Head>>

/**
 * The rows of a query in chunks. In a transaction they are read while they are used, so that any number of
 * rows fits into memory; outside of one they come in one chunk. Other queries wait until all are read.
 */
export async function* rowChunks<Row>(
  db: Database,
  query: Compilable<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const compiled = query.compile()
  if (!db.isTransaction) yield (await db.executeQuery<Row>(compiled)).rows
  else if (isPostgres(db)) yield* fetchRows(db, compiled, size)
  else for await (const { rows } of db.getExecutor().stream<Row>(compiled, size)) yield rows
}

let cursors = 0

async function* fetchRows<Row>(
  db: Database,
  { sql: text, parameters }: CompiledQuery<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  cursors += 1
  const cursor = sql.id(`rows_${cursors}`)
  // All rows are read: the fastest plan for the first of them is not the fastest one.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  const { sql: name } = cursor.compile(db)
  await db.executeQuery(
    CompiledQuery.raw(`declare ${name} no scroll cursor for ${text}`, [...parameters]),
  )
  const fetchNext = () => sql<Row>`fetch ${sql.lit(size)} from ${cursor}`.execute(db)
  // The server reads the next rows while these are used.
  for (let next = fetchNext(); ; ) {
    const { rows } = await next
    if (rows.length === size) next = fetchNext()
    // Nothing waits for it when the reading is abandoned.
    next.catch(() => {})
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close ${cursor}`.execute(db)
}
