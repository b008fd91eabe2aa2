/** Functions that declare tables and indexes in migrations. Released migrations use them: their SQL never changes. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** A table; `columns` has the SQL of each column by its name, in the order of the table. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Record<string, string>,
  primaryKey?: { name: string; columns: string[] },
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, definition] of Object.entries(columns))
    table = table.addColumn(column, sql.raw(definition))
  if (primaryKey) table = table.addPrimaryKeyConstraint(primaryKey.name, primaryKey.columns)
  await table.execute()
}

/** Required texts, for `createTable`. */
export const texts = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'text not null']))

/** The id of a row of another table; this row is deleted with it. */
export const idOf = (table: string): string =>
  `text not null references "${table}" ("id") on delete cascade`

export async function createIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}
