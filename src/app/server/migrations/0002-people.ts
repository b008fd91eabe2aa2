import type { Kysely } from 'kysely'

/** People, their membership numbers, how they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db)
  await signIn(db)
}

async function people(db: Kysely<unknown>): Promise<void> {
  let person = db.schema
    .createTable('person')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text')
    .addColumn('is_active', 'boolean', (c) => c.notNull())
    .addColumn('is_visible', 'boolean', (c) => c.notNull())
    .addColumn('membership_number', 'text', (c) => c.unique())
    .addColumn('photo_url', 'text')
    .addColumn('logo_url', 'text')
    .addColumn('session_epoch', 'integer', (c) => c.notNull())
  for (const column of [
    'name',
    'company_name',
    'whatsapp_number',
    'website_url',
    'company_description',
    'services_products',
    'address',
    'factory_address',
    'certificate_postal_address',
    'business_partner',
    'materials',
    'materials_other',
    'social_links',
    'remarks',
    'created_at',
    'updated_at',
  ])
    person = person.addColumn(column, 'text', (c) => c.notNull())
  await person.execute()
  await db.schema
    .createIndex('person_by_role')
    .on('person')
    .columns(['role', 'is_active', 'created_at'])
    .execute()

  await db.schema
    .createTable('membership_counter')
    .addColumn('series', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('issued_number')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .execute()
}

async function signIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('session_of_person')
    .on('session')
    .columns(['person_id', 'created_at'])
    .execute()

  await db.schema
    .createTable('sign_in_request')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('pending_hash', 'text')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('reusable', 'boolean', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('closed_at', 'text')
    .execute()
  await db.schema
    .createIndex('sign_in_request_of_address')
    .on('sign_in_request')
    .columns(['email', 'expires_at'])
    .execute()
}
