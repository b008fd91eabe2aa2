import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type DirectorySource, directoryKeys } from './register/directory-keys.ts'
import { listTables } from './register/list-tables.ts'
import { createIndex, createTable } from './tables.ts'

/** The ledger of payments and its projection on people; search texts, imports and list tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db)
  await projection(db)
  await search(db)
  await imports(db)
  await directory(db)
  await listTables(db)
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'ledger_entry', {
    id: 'text primary key',
    receipt_number: 'text unique',
    person_id: 'text not null',
    kind: 'text not null',
    reverses_id: 'text unique references "ledger_entry" ("id")',
    amount_paise: 'bigint not null',
    mode: 'text',
    reference: 'text not null',
    valid_from: 'text',
    valid_to: 'text',
    paid_at: 'text not null',
    dues_at: 'text not null',
    recorded_at: 'text not null',
    recorded_by: 'text',
    member_name: 'text not null',
    company_name: 'text not null',
    membership_number: 'text',
  })
  await createIndex(db, 'ledger_entry_of_person', 'ledger_entry', [
    'person_id',
    'recorded_at',
    'id',
  ])
  await createIndex(db, 'ledger_entry_by_time', 'ledger_entry', ['kind', 'dues_at', 'id'])
  // A covering index: sums of the ledger need no rows.
  await createIndex(db, 'ledger_entry_summed', 'ledger_entry', [
    'kind',
    'mode',
    'dues_at',
    'amount_paise',
  ])
  await createTable(db, 'receipt_counter', { series: 'text primary key', last: 'integer not null' })
  await appendOnly(db)
}

/** Entries of the ledger can be neither changed nor deleted (contract 13.1). */
async function appendOnly(db: Kysely<unknown>): Promise<void> {
  const message = sql.lit('The ledger is append-only')
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function keep_ledger() returns trigger language plpgsql as
      'begin raise exception ''The ledger is append-only''; end'`.execute(db)
    for (const [name, event, scope] of [
      ['ledger_entry_kept', 'update or delete', 'row'],
      ['ledger_kept', 'truncate', 'statement'],
    ] as const)
      await sql`create trigger ${sql.ref(name)} before ${sql.raw(event)} on ledger_entry
        for each ${sql.raw(scope)} execute function keep_ledger()`.execute(db)
    return
  }
  for (const event of ['update', 'delete'])
    await sql`create trigger ${sql.ref(`ledger_entry_no_${event}`)} before ${sql.raw(event)} on ledger_entry
      begin select raise(abort, ${message}); end`.execute(db)
}

/** The payment fields of a member: a copy of the current payment (contract 13.1). */
async function projection(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    'payment_mode',
    'payment_reference',
    'payment_date',
    'membership_valid_from',
    'membership_valid_to',
    'ledger_entry_id',
  ])
    await db.schema.alterTable('person').addColumn(column, 'text').execute()
  await db.schema.alterTable('person').addColumn('payment_amount', 'bigint').execute()
}

/** The text that the register searches. */
async function search(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('person')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<Record<string, string | null>>`
    select id, name, company_name, email, membership_number from person`.execute(db)
  for (const row of rows) {
    const { id, ...fields } = row
    const text = Object.values(fields)
      .map((field) => (field ?? '').normalize('NFC').toLowerCase())
      .join('\n')
    await sql`update person set search_text = ${text} where id = ${id}`.execute(db)
  }
}

/** What members choose to show each other, and the texts that the directory searches. */
async function directory(db: Kysely<unknown>): Promise<void> {
  for (const column of ['city', 'shown_city', 'directory_text'])
    await db.schema
      .alterTable('person')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const column of ['show_phone', 'show_email', 'show_address'])
    await db.schema
      .alterTable('person')
      .addColumn(column, 'boolean', (c) => c.notNull().defaultTo(true))
      .execute()
  const { rows } = await sql<DirectorySource & { id: string }>`
    select * from person where role in ('oem', 'vendor')`.execute(db)
  for (const { id, ...person } of rows) {
    const { shown_city, directory_text } = directoryKeys(person)
    await sql`update person set shown_city = ${shown_city}, directory_text = ${directory_text}
      where id = ${id}`.execute(db)
  }
}

/** Imports row by row, so that they can be undone. */
async function imports(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'import_batch', {
    id: 'text primary key',
    at: 'text not null',
    actor_id: 'text not null',
    file_name: 'text not null',
    file_hash: 'text not null',
    request_hash: 'text unique',
    added: 'integer not null',
    changed: 'integer not null',
    same: 'integer not null',
    undone_at: 'text',
    undone_by: 'text',
  })
  await createTable(
    db,
    'import_row',
    {
      batch_id: 'text not null',
      line: 'integer not null',
      person_id: 'text not null',
      version: 'text not null',
      before: 'text',
    },
    { name: 'import_row_key', columns: ['batch_id', 'line'] },
  )
  await createIndex(db, 'import_row_of_person', 'import_row', ['person_id'])
}
