import { type Kysely, sql } from 'kysely'

/** The language of a member's documents, and indexes for mails with documents and for renewals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('person')
    .addColumn('document_language', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const statement of [
    'create index outbox_by_attachment on outbox (attachment) where attachment is not null',
    // Covering indexes, in the order in which charges are settled and money settles them. The second one
    // has what ledger_entry_on_account had.
    `create index ledger_entry_charges on ledger_entry
      (person_id, due_on, year, item desc, id, amount_paise, recorded_at, grace_until)
      where due_on is not null and amount_paise < 0`,
    `create index ledger_entry_account on ledger_entry (person_id, dues_at, id, kind, amount_paise)
      where on_account`,
    'drop index ledger_entry_on_account',
  ])
    await sql.raw(statement).execute(db)
}
