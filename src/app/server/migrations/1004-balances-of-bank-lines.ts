import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** The balance behind a line tells it again in another layout of the bank; lines from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table bank_line add column balance_paise bigint',
    'create index bank_line_by_day on bank_line (day, amount_paise)',
  ])
}
