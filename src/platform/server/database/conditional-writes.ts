/** Writes of one row that report whether they succeeded or a concurrent request was faster. */
import type { Expression, Kysely, SqlBool } from 'kysely'
import type { Database, Tables } from './database.ts'

type Table = keyof Tables & string
type Column<Name extends Table> = keyof Tables[Name] & string

/**
 * Inserts a row; false when the table has one with its value in `uniqueColumn`. Any other conflict throws.
 * `condition` is that of a partial unique index.
 */
export async function insertIfNew<Name extends Table>(
  db: Database,
  table: Name,
  row: Tables[Name],
  { uniqueColumn, condition }: { uniqueColumn: Column<Name>; condition?: Expression<SqlBool> },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await anyTable(db)
    .insertInto(table as string)
    .values({ ...row })
    .onConflict((conflict) => {
      const target = conflict.column(uniqueColumn)
      return (condition ? target.where(condition) : target).doNothing()
    })
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Updates the row that still has the values of `expected` in `columns`; false when there is none. */
export async function updateIfUnchanged<Name extends Table, Expected extends Column<Name>>(
  db: Database,
  table: Name,
  {
    expected,
    columns,
    changes,
  }: {
    expected: Pick<Tables[Name], Expected>
    columns: readonly Expected[]
    changes: Partial<Tables[Name]>
  },
): Promise<boolean> {
  const values: Record<string, unknown> = expected
  let update = anyTable(db)
    .updateTable(table as string)
    .set({ ...changes })
  for (const column of columns as readonly string[])
    update = update.where(column, '=', values[column])
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Kysely cannot check a table that is named by a type parameter; the signatures above do. */
const anyTable = (db: Database) => db as unknown as Kysely<Record<string, Record<string, unknown>>>
