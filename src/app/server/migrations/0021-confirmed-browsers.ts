import type { Kysely } from 'kysely'

/** When a person first gave the second factor in a known browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('known_browser').addColumn('confirmed_at', 'text').execute()
}
