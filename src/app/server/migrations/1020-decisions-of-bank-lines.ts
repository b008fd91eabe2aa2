import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** Whether bank lines were decided since a review is known without reading them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index bank_line_decided on bank_line (decided_at) where decided_at is not null',
  ])
}
