import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

const placeholder = 'the value of a query compiled once'

/**
 * A query with one parameter that runs at every request. It is compiled once for each database,
 * because compiling it costs more than running it. `build` receives a placeholder for the value; the
 * returned function resolves to the first row.
 */
export function compiledOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row | undefined> {
  const cache = new WeakMap<Database, CompiledQuery<Row>>()
  return async (db, value) => {
    const query = cache.get(db) ?? build(db, placeholder).compile()
    cache.set(db, query)
    const parameters = query.parameters.map((parameter) =>
      parameter === placeholder ? value : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}
