import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, texts } from '../tables.ts'

/** Dues in the ledger: charges and what settles them; the rates of a year, and the runs that raise dues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entry add column on_account boolean not null default false`.execute(
    db,
  )
  for (const column of ['year', 'item', 'due_on', 'grace_until', 'run_id'])
    await db.schema.alterTable('ledger_entry').addColumn(column, 'text').execute()
  // Covering indexes: the balance of a member and the entries of a run need no other rows.
  await sql`create index ledger_entry_on_account on ledger_entry (person_id, amount_paise) where on_account`.execute(
    db,
  )
  await sql`create index ledger_entry_of_run on ledger_entry (run_id, id) where run_id is not null`.execute(
    db,
  )
  await createTable(db, 'dues_rate', {
    id: 'text primary key',
    ...texts('year', 'role'),
    amount_paise: 'bigint not null',
    joining_fee_paise: 'bigint not null',
    ...texts('proration', 'due_on'),
    grace_days: 'integer not null',
    ...texts('recorded_at', 'recorded_by'),
  })
  await createIndex(db, 'dues_rate_of_year', 'dues_rate', ['year', 'role', 'recorded_at', 'id'])
  await createTable(db, 'dues_run', {
    id: 'text primary key',
    ...texts('year', 'raised_at', 'raised_by'),
    members: 'integer not null',
    amount_paise: 'bigint not null',
    undone_at: 'text',
    undone_by: 'text',
  })
}
