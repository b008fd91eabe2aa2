import type { Kysely } from 'kysely'
import { createIndex, createTable, idOf, texts } from './tables.ts'

/** People, their membership numbers, how they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db)
  await signIn(db)
}

async function people(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'person', {
    id: 'text primary key',
    email: 'text not null unique',
    role: 'text',
    is_active: 'boolean not null',
    is_visible: 'boolean not null',
    membership_number: 'text unique',
    photo_url: 'text',
    logo_url: 'text',
    session_epoch: 'integer not null',
    ...texts(
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
    ),
  })
  await createIndex(db, 'person_by_role', 'person', ['role', 'is_active', 'created_at'])

  await createTable(db, 'membership_counter', {
    series: 'text primary key',
    last: 'integer not null',
  })
  await createTable(db, 'issued_number', {
    number: 'text primary key',
    person_id: 'text not null',
    issued_at: 'text not null',
  })
}

async function signIn(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'session', {
    id_hash: 'text primary key',
    id: 'text not null unique',
    person_id: idOf('person'),
    created_at: 'text not null',
    seen_at: 'text not null',
    device: 'text not null',
    epoch: 'integer not null',
  })
  await createIndex(db, 'session_of_person', 'session', ['person_id', 'created_at'])

  await createTable(db, 'sign_in_request', {
    id: 'text primary key',
    token_hash: 'text not null unique',
    code_hash: 'text not null',
    pending_hash: 'text',
    email: 'text not null',
    purpose: 'text not null',
    reusable: 'boolean not null',
    tries: 'integer not null',
    created_at: 'text not null',
    expires_at: 'text not null',
    used_at: 'text',
    closed_at: 'text',
  })
  await createIndex(db, 'sign_in_request_of_address', 'sign_in_request', ['email', 'expires_at'])
}
