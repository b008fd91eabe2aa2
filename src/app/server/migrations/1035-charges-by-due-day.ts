import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** For reminders: whom charges were raised for that are due on a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create index ledger_entry_due on ledger_entry (due_on, person_id, kind)
      where due_on is not null`,
  ])
}
