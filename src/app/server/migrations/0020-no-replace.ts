import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What no two rows of these tables share; `rowid` is the number that SQLite itself gives each row. */
const tables: { name: string; unique: string[]; message: string }[] = [
  { name: 'history', unique: ['id', 'rowid'], message: 'The history is append-only' },
  { name: 'history_seal', unique: ['sequence'], message: 'The history is append-only' },
  {
    name: 'ledger_entry',
    unique: ['id', 'rowid', 'receipt_number', 'reverses_id'],
    message: 'The ledger is append-only',
  },
]

/**
 * On SQLite, INSERT OR REPLACE deletes the row that it replaces without calling the triggers that refuse
 * to delete it. PostgreSQL has no such statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  for (const { name, unique, message } of tables) {
    const isTaken = unique.map(
      (column) => `exists (select 1 from ${name} where ${column} = new.${column})`,
    )
    await sql
      .raw(
        `create trigger ${name}_not_replaced before insert on ${name} when ${isTaken.join(' or ')}
        begin select raise(abort, '${message}'); end`,
      )
      .execute(db)
  }
}
