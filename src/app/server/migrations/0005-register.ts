import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type DirectorySource, directoryKeys } from './0005-directory-keys.ts'
import { listTables } from './0005-list-tables.ts'

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
  await db.schema
    .createTable('ledger_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('receipt_number', 'text', (c) => c.unique())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reverses_id', 'text', (c) => c.unique().references('ledger_entry.id'))
    .addColumn('amount_paise', 'bigint', (c) => c.notNull())
    .addColumn('mode', 'text')
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('valid_from', 'text')
    .addColumn('valid_to', 'text')
    .addColumn('paid_at', 'text', (c) => c.notNull())
    .addColumn('dues_at', 'text', (c) => c.notNull())
    .addColumn('recorded_at', 'text', (c) => c.notNull())
    .addColumn('recorded_by', 'text')
    .addColumn('member_name', 'text', (c) => c.notNull())
    .addColumn('company_name', 'text', (c) => c.notNull())
    .addColumn('membership_number', 'text')
    .execute()
  await db.schema
    .createIndex('ledger_entry_of_person')
    .on('ledger_entry')
    .columns(['person_id', 'recorded_at', 'id'])
    .execute()
  await db.schema
    .createIndex('ledger_entry_by_time')
    .on('ledger_entry')
    .columns(['kind', 'dues_at', 'id'])
    .execute()
  // A covering index: sums of the ledger need no rows.
  await db.schema
    .createIndex('ledger_entry_summed')
    .on('ledger_entry')
    .columns(['kind', 'mode', 'dues_at', 'amount_paise'])
    .execute()
  await db.schema
    .createTable('receipt_counter')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute()
  await appendOnly(db)
}

/** Entries of the ledger can be neither changed nor deleted (contract 13). */
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

/** The flat payment fields of a member: the payment that counts (contract 13.1). */
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
  await db.schema
    .createTable('import_batch')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('file_hash', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.unique())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('same', 'integer', (c) => c.notNull())
    .addColumn('undone_at', 'text')
    .addColumn('undone_by', 'text')
    .execute()
  await db.schema
    .createTable('import_row')
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addPrimaryKeyConstraint('import_row_key', ['batch_id', 'line'])
    .execute()
  await db.schema.createIndex('import_row_of_person').on('import_row').column('person_id').execute()
}
