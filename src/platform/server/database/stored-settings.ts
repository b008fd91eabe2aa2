import type { Database } from './database.ts'

declare module './database.ts' {
  interface Tables {
    setting: { name: string; value: string }
  }
}

/** Stores a setting, whatever its value was. */
export async function saveSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * The stored settings by name, or those in `names` only. They are current in every process, while
 * `world.association()` may be a second old.
 */
export async function readSettings(
  db: Database,
  names?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('setting')
    .selectAll()
    .$if(names !== undefined, (settings) => settings.where('name', 'in', names ?? []))
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}
