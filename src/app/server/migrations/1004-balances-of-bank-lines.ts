import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** The balance after a line identifies the line in another layout of the same bank; older lines have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table bank_line add column balance_paise bigint',
    'create index bank_line_by_day on bank_line (day, amount_paise)',
  ])
}
