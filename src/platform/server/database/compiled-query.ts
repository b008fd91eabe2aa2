import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { nameStatement } from './named-statements.ts'

const placeholder = 'the value of a query compiled once'

/**
 * A query with one parameter that runs at every request, outside of transactions. It is compiled once
 * for each database, because compiling it costs more than running it, and PostgreSQL plans it once in
 * each connection. `build` receives a placeholder for the value; the
 * returned function resolves to the first row.
 */
export function compiledOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row | undefined> {
  const cache = new WeakMap<Database, CompiledQuery<Row>>()
  const compile = (db: Database): CompiledQuery<Row> => {
    const query = build(db, placeholder).compile()
    nameStatement(query.sql)
    cache.set(db, query)
    return query
  }
  return async (db, value) => {
    const query = cache.get(db) ?? compile(db)
    const parameters = query.parameters.map((parameter) =>
      parameter === placeholder ? value : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}
