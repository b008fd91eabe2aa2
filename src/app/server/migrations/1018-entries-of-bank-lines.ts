import type { Kysely } from 'kysely'
import { createTable, idOf, run } from './tables.ts'

/**
 * A bank line is matched to several entries of the ledger, and an entry to one line. Of two lines with one payment,
 * which early versions allowed, the confirmed one keeps it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bank_line_entry', {
    entry_id: 'text primary key',
    line_id: idOf('bank_line'),
  })
  await run(db, [
    'create index bank_line_entry_of_line on bank_line_entry (line_id)',
    `insert into bank_line_entry (entry_id, line_id)
      select entry_id, id from (
        select entry_id, id, row_number() over (partition by entry_id order by state, decided_at, id) as place
          from bank_line where entry_id is not null
      ) as matched where place = 1`,
    'drop index bank_line_by_entry',
    'alter table bank_line drop column entry_id',
  ])
}
