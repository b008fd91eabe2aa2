import type { Database } from '#platform/server/database/database.ts'

/** Writes a setting whose stored value is still `previous` (undefined: not set); false otherwise. */
export async function writeSetting(
  db: Database,
  name: string,
  value: string,
  previous: string | undefined,
): Promise<boolean> {
  if (previous === undefined) {
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
    .where('value', '=', previous)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
