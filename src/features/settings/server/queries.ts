import type { Database } from '#platform/server/database/database.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    setting: { name: string; value: string }
  }
}

/** Everything that was ever set, by its name. */
export async function readSettings(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** False when it no longer stands there as it was read (`was`; undefined: not set yet). */
export async function writeSetting(
  db: Database,
  name: string,
  value: string,
  was: string | undefined,
): Promise<boolean> {
  if (was === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('setting')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', was)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
