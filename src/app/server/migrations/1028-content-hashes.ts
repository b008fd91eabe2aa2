import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** The hash of what was submitted, by which a repeated request is recognised, is called what it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    ['application', 'job'].map(
      (table) => `alter table ${table} rename column submission_print to content_hash`,
    ),
  )
}
