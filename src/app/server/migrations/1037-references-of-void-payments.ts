import type { Kysely } from 'kysely'
import { createTable, run, texts } from './tables.ts'

/** A void payment keeps its references, without a share, for the payment that takes its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'drop index payment_reference_once',
    'alter table payment_reference rename to payment_reference_before',
  ])
  await createTable(
    db,
    'payment_reference',
    { ...texts('entry_id', 'key'), share: 'integer', batch: 'text' },
    { name: 'payment_reference_of_entry', columns: ['entry_id', 'key'] },
  )
  await run(db, [
    `insert into payment_reference (entry_id, key, share, batch)
      select entry_id, key, share, batch from payment_reference_before`,
    'drop table payment_reference_before',
    'create unique index payment_reference_once on payment_reference (key, share)',
  ])
}
