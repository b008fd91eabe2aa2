import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/**
 * A cheque that a bank line returned keeps its row, with the charge of the bank's fee, so that it can be held again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table held_cheque add column returned_line_id text',
    'alter table held_cheque add column fee_entry_id text',
    'create index held_cheque_of_line on held_cheque (returned_line_id)',
  ])
}
