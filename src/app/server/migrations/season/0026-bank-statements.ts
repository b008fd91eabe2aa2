import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from '../tables.ts'

/** Bank statements: the credits of each, and what became of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bank_statement', {
    id: 'text primary key',
    ...texts('file_name', 'file_hash'),
    account: 'text',
    ...texts('from_day', 'to_day', 'imported_at'),
    imported_by: 'text',
    lines: 'integer not null',
  })
  await createTable(db, 'bank_line', {
    id: 'text primary key',
    statement_id: idOf('bank_statement'),
    row_number: 'integer not null',
    line_hash: 'text not null',
    day: 'text not null',
    amount_paise: 'bigint not null',
    ...texts('narration', 'reference', 'state'),
    entry_id: 'text',
    decided_at: 'text',
    decided_by: 'text',
  })
  await sql`create unique index bank_line_once on bank_line (line_hash)`.execute(db)
  await createIndex(db, 'bank_line_of_statement', 'bank_line', ['statement_id', 'row_number'])
  await createIndex(db, 'bank_line_by_entry', 'bank_line', ['entry_id'])
}
