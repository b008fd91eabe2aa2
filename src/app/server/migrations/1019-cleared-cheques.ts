import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** A cheque that is cleared keeps its row, so that it can be held again; an import keeps what arrears it charged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table held_cheque add column cleared_entry_id text',
    'create index held_cheque_of_entry on held_cheque (cleared_entry_id)',
    'alter table import_batch add column arrears_members integer not null default 0',
    'alter table import_batch add column arrears_paise bigint not null default 0',
  ])
}
