/** Reads the rows of a long answer (read-answer.ts) while they are used. */
import { type Compilable, CompiledQuery, sql } from 'kysely'
import { yieldToEventLoop } from '../core/event-loop.ts'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-sql.ts'
import { inSnapshot } from './in-snapshot.ts'

/**
 * The rows of a query in chunks. In a read-only transaction they are read while they are used, so that any number of
 * rows fits into memory; elsewhere they may come in one chunk. Other requests run between two chunks.
 */
export async function* rowChunks<Row>(
  db: Database,
  query: Compilable<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const compiled = query.compile()
  if (!db.isTransaction) yield (await db.executeQuery<Row>(compiled)).rows
  else if (isPostgres(db)) yield* fetchRows(db, compiled, size)
  else
    for await (const { rows } of db.getExecutor().stream<Row>(compiled, size)) {
      yield rows
      await yieldToEventLoop()
    }
}

/** All rows of a query, from one snapshot. Other requests run while they are read. */
export const readRows = <Row>(db: Database, query: Compilable<Row>): Promise<Row[]> =>
  inSnapshot(db, async (snapshot) => {
    const rows: Row[] = []
    for await (const chunk of rowChunks(snapshot, query, 500)) rows.push(...chunk)
    return rows
  })

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
    // Without a handler, its rejection would be unhandled when the reading is abandoned.
    next.catch(() => {})
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close ${cursor}`.execute(db)
}
