import type { Database } from './database.ts'

declare module './database.ts' {
  interface Tables {
    setting: { name: string; value: string }
  }
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
