import type { Kysely } from 'kysely'
import { createTable, run, texts } from './tables.ts'

/** A file may have several accounts; the columns that an administrator matched are kept for the next file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table bank_line add column account text',
    `update bank_line set account = (
      select account from bank_statement where bank_statement.id = bank_line.statement_id
    )`,
  ])
  await createTable(db, 'bank_columns', {
    heading_key: 'text primary key',
    ...texts('columns', 'chosen_at', 'chosen_by'),
  })
}
