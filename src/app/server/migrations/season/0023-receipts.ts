import type { Kysely } from 'kysely'
import { createIndex, createTable, texts } from '../tables.ts'

/** What each numbered receipt says, the tax treatments by date, and documents attached to mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Entries of the ledger are never deleted, and neither are their receipts.
  await createTable(db, 'receipt', {
    entry_id: 'text primary key',
    content: 'text not null',
    recorded_at: 'text not null',
  })
  await createTable(db, 'tax_treatment', {
    id: 'text primary key',
    ...texts('valid_from', 'kind'),
    rate: 'integer not null',
    ...texts('sac', 'legend', 'recorded_at', 'recorded_by'),
  })
  await createIndex(db, 'tax_treatment_by_day', 'tax_treatment', [
    'valid_from',
    'recorded_at',
    'id',
  ])
  await db.schema.alterTable('outbox').addColumn('attachment', 'text').execute()
}
