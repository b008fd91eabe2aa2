import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from './tables.ts'

/** Applications, stored files, and the keys by which duplicates of people are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await files(db)
  await applications(db)
  await duplicateKeys(db)
}

async function duplicateKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('person')
    .addColumn('phone_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('person')
    .addColumn('company_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await createIndex(db, 'person_by_phone', 'person', ['phone_key'])
  await createIndex(db, 'person_by_company', 'person', ['company_key'])
  const { rows } = await sql<{
    id: string
    whatsapp_number: string
    company_name: string
  }>`select id, whatsapp_number, company_name from person where role is not null`.execute(db)
  for (const { id, whatsapp_number, company_name } of rows)
    await sql`update person set phone_key = ${phoneKey(whatsapp_number)}, company_key = ${companyKey(company_name)} where id = ${id}`.execute(
      db,
    )
}

// Copies of the rules of members as they were when this migration was written.
function phoneKey(text: string): string {
  const digits = (text.split(/[/,;]/)[0] ?? '').replace(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-10)
}

function companyKey(text: string): string {
  const legal = /^(m|s|ms|messrs|the|and|co|company|pvt|private|ltd|limited|llp|opc|inc)$/u
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const own = words.filter((word) => !legal.test(word))
  return (own.length > 0 ? own : words).join('')
}

async function files(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'stored_file', {
    name: 'text primary key',
    kind: 'text not null',
    type: 'text not null',
    size: 'integer not null',
    original_name: 'text not null',
    has_small: 'boolean not null',
    key_id: 'text',
    digest: 'text not null',
    uploaded_by: 'text',
    owner: 'text',
    owner_id: 'text',
    created_at: 'text not null',
  })
  await createIndex(db, 'stored_file_of_owner', 'stored_file', ['owner', 'owner_id'])
  await createIndex(db, 'stored_file_by_age', 'stored_file', ['created_at'])
}

async function applications(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'application', {
    id: 'text primary key',
    submission_key: 'text unique',
    submission_print: 'text not null',
    decided_at: 'text',
    decided_by: 'text',
    member_id: 'text',
    notice_version: 'text',
    consented_at: 'text',
    email_confirmed_at: 'text',
    papers_removed_at: 'text',
    ...texts(
      'type',
      'status',
      'name',
      'email',
      'company_name',
      'phone_key',
      'company_key',
      'form_data',
      'decision_reason',
      'search_text',
      'created_at',
      'updated_at',
    ),
  })
  await createIndex(db, 'application_by_status', 'application', ['status', 'created_at', 'id'])
  await createIndex(db, 'application_by_age', 'application', ['created_at', 'id'])
  await createIndex(db, 'application_by_email', 'application', ['email'])
  await createIndex(db, 'application_by_phone', 'application', ['phone_key'])
  await createIndex(db, 'application_by_company', 'application', ['company_key'])

  await createTable(db, 'application_link', {
    token_hash: 'text primary key',
    application_id: idOf('application'),
    email: 'text not null',
    created_at: 'text not null',
  })
  await createIndex(db, 'application_link_of_application', 'application_link', ['application_id'])

  await createTable(db, 'retention_run', {
    id: 'text primary key',
    at: 'text not null',
    applications: 'integer not null',
    files: 'integer not null',
    orphans: 'integer not null',
  })
  await sql`create index retention_run_by_time on retention_run (at)`.execute(db)
}
