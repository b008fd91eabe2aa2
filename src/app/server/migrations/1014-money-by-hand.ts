import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from './tables.ts'

/**
 * Own fees of members, the tax of a charge, tax that members deduct with the
 * payments it belongs to, and certificates of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'own_fee',
    {
      person_id: idOf('person'),
      ...texts('from_year'),
      ...optionalTexts('to_year'),
      amount_paise: 'bigint not null',
      ...texts('reason', 'recorded_at', 'recorded_by'),
    },
    { name: 'own_fee_key', columns: ['person_id', 'from_year'] },
  )
  await createTable(db, 'tds_certificate', {
    entry_id: 'text primary key',
    ...texts('number', 'recorded_at', 'recorded_by'),
  })
  await run(db, [
    'alter table ledger_entry add column tax_treatment text',
    'alter table ledger_entry add column paid_with text',
  ])
}
