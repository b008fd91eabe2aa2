import { type Kysely, sql } from 'kysely'
import { createIndex, createTable } from './tables.ts'

/** Receipt numbers of imported payments, and the membership numbers of undone imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('ledger_entry').addColumn('office_receipt_number', 'text').execute()
  await sql`create index ledger_entry_by_office_receipt on ledger_entry (office_receipt_number)
    where office_receipt_number is not null`.execute(db)
  await db.schema.alterTable('person').addColumn('receipt_number', 'text').execute()
  await sql`update person set receipt_number =
    (select receipt_number from ledger_entry where ledger_entry.id = person.ledger_entry_id)
    where ledger_entry_id is not null`.execute(db)

  await createTable(db, 'reserved_number', {
    number: 'text primary key',
    written_as: 'text not null',
    email: 'text not null',
    phone_key: 'text not null',
    company_key: 'text not null',
    reserved_at: 'text not null',
  })
  await createIndex(db, 'reserved_number_by_email', 'reserved_number', ['email'])
  await createIndex(db, 'reserved_number_by_phone', 'reserved_number', ['phone_key'])
}
