import { type Kysely, sql } from 'kysely'

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
  await db.schema.createIndex('person_by_phone').on('person').column('phone_key').execute()
  await db.schema.createIndex('person_by_company').on('person').column('company_key').execute()
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
  await db.schema
    .createTable('stored_file')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('has_small', 'boolean', (c) => c.notNull())
    .addColumn('key_id', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('uploaded_by', 'text')
    .addColumn('owner', 'text')
    .addColumn('owner_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('stored_file_of_owner')
    .on('stored_file')
    .columns(['owner', 'owner_id'])
    .execute()
  await db.schema.createIndex('stored_file_by_age').on('stored_file').column('created_at').execute()
}

async function applications(db: Kysely<unknown>): Promise<void> {
  let application = db.schema
    .createTable('application')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('submission_key', 'text', (c) => c.unique())
    .addColumn('submission_print', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('member_id', 'text')
    .addColumn('notice_version', 'text')
    .addColumn('consented_at', 'text')
    .addColumn('email_confirmed_at', 'text')
    .addColumn('papers_removed_at', 'text')
  for (const column of [
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
  ])
    application = application.addColumn(column, 'text', (c) => c.notNull())
  await application.execute()
  for (const [name, columns] of [
    ['application_by_status', ['status', 'created_at', 'id']],
    ['application_by_age', ['created_at', 'id']],
    ['application_by_email', ['email']],
    ['application_by_phone', ['phone_key']],
    ['application_by_company', ['company_key']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('application')
      .columns([...columns])
      .execute()

  await db.schema
    .createTable('application_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('application.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('application_link_of_application')
    .on('application_link')
    .column('application_id')
    .execute()

  await db.schema
    .createTable('retention_run')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('applications', 'integer', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('orphans', 'integer', (c) => c.notNull())
    .execute()
  await sql`create index retention_run_by_time on retention_run (at)`.execute(db)
}
