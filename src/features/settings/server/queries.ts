import type { Database } from '#platform/server/database.ts'

declare module '#platform/server/database.ts' {
  interface Tables {
    setting: { name: string; value: string }
  }
}

/** Everything that was ever set, by its name. */
export async function readSettings(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
