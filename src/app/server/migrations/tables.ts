/** Declares tables, indexes and triggers in migrations. Released migrations use this: the SQL never changes. */
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

/** Compares bytes, as SQLite does. */
export const postgresCollation = ' collate "C"'

/** Required texts, for `createTable`. */
export const texts = (...names: string[]): Record<string, string> =>
  columnsOf('text not null', names)

/** Texts that are '' by default. */
export const emptyTexts = (...names: string[]): Record<string, string> =>
  columnsOf("text not null default ''", names)

/** Texts that a row may be without. */
export const optionalTexts = (...names: string[]): Record<string, string> =>
  columnsOf('text', names)

const columnsOf = (definition: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, definition]))

/** The id of a row of another table; this row is deleted with it. */
export const idOf = (table: string): string =>
  `text not null references "${table}" ("id") on delete cascade`

/** Runs SQL statements, one after the other. */
export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
