import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** How many rows an import left out, and in which columns their errors are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table import_batch add column skipped integer not null default 0',
    "alter table import_batch add column skipped_columns text not null default '[]'",
  ])
}
