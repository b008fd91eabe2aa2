import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** The books list the ledger by the day of payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['create index ledger_entry_paid on ledger_entry (paid_at, id)'])
}
