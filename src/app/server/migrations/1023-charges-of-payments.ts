import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** A payment may name the charge that it pays first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table ledger_entry add column charge_id text'])
}
