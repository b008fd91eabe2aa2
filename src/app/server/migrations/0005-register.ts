import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { keysOf } from '#features/members/rules.ts'

/** The ledger of payments and what it comes to on each person; the search of the register. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db)
  await projection(db)
  await search(db)
  await imports(db)
  await directory(db)
  await orders(db)
}

/** The orders that the register can be read in, as sortKey writes them, and what its counts look at. */
async function orders(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const collation = sql.raw(isPostgres ? 'collate "C"' : '')
  for (const column of [
    'membership_number',
    'name',
    'created_at',
    'payment_date',
    'membership_valid_to',
  ])
    await sql`create index ${sql.ref(`person_by_${column}`)} on person
      (lower(coalesce(${sql.ref(column)}, '') ${collation}), id)`.execute(db)
  await sql`create index person_counted on person
    (role, is_active, is_visible, ledger_entry_id, membership_valid_to)`.execute(db)
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
  await db.schema.createIndex('ledger_entry_by_time').on('ledger_entry').column('paid_at').execute()
  await db.schema
    .createTable('receipt_counter')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute()
}

/** What the specification shows flat: the payment that counts. */
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

/**
 * A substring of any length, found by its three-letter pieces: FTS5's trigrams on SQLite (in a table
 * of its own with a lasting key, for VACUUM renumbers the rows of `person`), pg_trgm on PostgreSQL.
 */
async function search(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('person')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index person_search on person using gin (search_text gin_trgm_ops)`.execute(db)
  } else await trigrams(db)
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

async function trigrams(db: Kysely<unknown>): Promise<void> {
  const steps = [
    sql`create table person_search (seq integer primary key, person_id text not null unique, text text not null)`,
    sql`create virtual table person_trigram using fts5 (text, content = 'person_search', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1')`,
    sql`create trigger person_search_made after insert on person_search begin
      insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
    sql`create trigger person_search_gone after delete on person_search begin
      insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text); end`,
    sql`create trigger person_search_changed after update of text on person_search begin
      insert into person_trigram (person_trigram, rowid, text) values ('delete', old.seq, old.text);
      insert into person_trigram (rowid, text) values (new.seq, new.text); end`,
    sql`insert into person_search (person_id, text) select id, search_text from person`,
    sql`create trigger person_made after insert on person begin
      insert into person_search (person_id, text) values (new.id, new.search_text); end`,
    sql`create trigger person_gone after delete on person begin
      delete from person_search where person_id = old.id; end`,
    sql`create trigger person_changed after update of search_text on person
      when old.search_text is not new.search_text begin
      update person_search set text = new.search_text where person_id = new.id; end`,
  ]
  for (const step of steps) await step.execute(db)
}

/** What members choose to show each other, and what the directory finds them by. */
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
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // In the order of the directory; on SQLite whole enough to search and count without the rows.
  const [collation, more] = isPostgres ? ['collate "C"', ''] : ['', ', directory_text']
  await sql`create index person_in_directory on person (is_active, is_visible,
    lower(coalesce(company_name, '') ${sql.raw(collation)}), id, role${sql.raw(more)})`.execute(db)
  await sql`create index person_by_city on person
    (is_active, is_visible, shown_city, role)`.execute(db)
  const { rows } = await sql<Parameters<typeof keysOf>[0] & { id: string }>`
    select * from person where role in ('oem', 'vendor')`.execute(db)
  for (const { id, ...person } of rows) {
    const { shown_city, directory_text } = keysOf({ ...person, city: '', show_address: true })
    await sql`update person set shown_city = ${shown_city}, directory_text = ${directory_text}
      where id = ${id}`.execute(db)
  }
}

/** What was imported, row by row, so that it can be undone. */
async function imports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('import_batch')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('file_hash', 'text', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
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
