import type { Kysely } from 'kysely'
import { createTable, texts } from './tables.ts'

/** The references of active payments, each once. The ledger fills it from the payments after the migrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'payment_reference', {
    entry_id: 'text primary key',
    ...texts('key'),
    share: 'integer not null',
    batch: 'text',
  })
  await db.schema
    .createIndex('payment_reference_once')
    .unique()
    .on('payment_reference')
    .columns(['key', 'share'])
    .execute()
}
