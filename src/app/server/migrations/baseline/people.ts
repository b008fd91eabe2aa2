import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import {
  createTable,
  emptyTexts,
  idOf,
  optionalTexts,
  postgresCollation,
  run,
  texts,
} from '../tables.ts'

/** People with their numbers; imports, saved filters and invitations of the register. */
export async function people(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'person', {
    id: 'text primary key',
    email: 'text not null',
    role: 'text',
    is_active: 'boolean not null',
    is_visible: 'boolean not null',
    membership_number: 'text unique',
    ...optionalTexts('photo_url', 'logo_url'),
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
    ...emptyTexts('phone_key', 'company_key'),
    ...optionalTexts('payment_mode', 'payment_reference', 'payment_date'),
    ...optionalTexts('membership_valid_from', 'membership_valid_to', 'ledger_entry_id'),
    payment_amount: 'bigint',
    ...emptyTexts('search_text', 'city', 'shown_city', 'directory_text'),
    show_phone: 'boolean not null default true',
    show_email: 'boolean not null default true',
    show_address: 'boolean not null default true',
    gstin: "text not null default ''",
    ...optionalTexts('receipt_number', 'invited_at', 'last_sign_in_at'),
    ...emptyTexts('paid_until', 'phone_digits', 'document_language'),
    state: `text${isPostgres(db) ? postgresCollation : ''} not null default ''`,
  })
  await run(db, [
    // Members may have no email.
    `create unique index person_by_email on person (email) where email <> ''`,
    'create index person_by_role on person (role, is_active, created_at)',
    'create index person_by_phone on person (phone_key)',
    'create index person_by_company on person (company_key)',
    'create index person_by_sign_in on person (last_sign_in_at, id)',
    'create index person_by_invitation on person (invited_at, id)',
  ])
  await numbers(db)
  await imports(db)
  await register(db)
}

/** Membership numbers: the last one of each series, who has one, and those of undone imports. */
async function numbers(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'membership_counter', {
    series: 'text primary key',
    last: 'integer not null',
  })
  await createTable(db, 'issued_number', {
    number: 'text primary key',
    ...texts('person_id', 'issued_at'),
  })
  await createTable(db, 'reserved_number', {
    number: 'text primary key',
    ...texts('written_as', 'email', 'phone_key', 'company_key', 'reserved_at'),
  })
  await run(db, [
    'create index reserved_number_by_email on reserved_number (email)',
    'create index reserved_number_by_phone on reserved_number (phone_key)',
  ])
}

/** Imports row by row, so that they can be undone. */
async function imports(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'import_batch', {
    id: 'text primary key',
    ...texts('at', 'actor_id', 'file_name', 'file_hash'),
    request_hash: 'text unique',
    added: 'integer not null',
    changed: 'integer not null',
    same: 'integer not null',
    ...optionalTexts('undone_at', 'undone_by'),
  })
  await createTable(
    db,
    'import_row',
    {
      batch_id: 'text not null',
      line: 'integer not null',
      ...texts('person_id', 'version'),
      before: 'text',
    },
    { name: 'import_row_key', columns: ['batch_id', 'line'] },
  )
  await run(db, ['create index import_row_of_person on import_row (person_id)'])
}

async function register(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'saved_filter', {
    id: 'text primary key',
    admin_id: idOf('person'),
    ...texts('name', 'name_key', 'query', 'created_at'),
  })
  await createTable(db, 'invitation', {
    id: 'text primary key',
    batch_id: 'text not null',
    person_id: idOf('person'),
    ...texts('mail_id', 'invited_at'),
    invited_by: 'text',
  })
  await run(db, [
    'create unique index saved_filter_by_name on saved_filter (admin_id, name_key)',
    'create index invitation_of_batch on invitation (batch_id)',
    'create index invitation_of_person on invitation (person_id, invited_at)',
  ])
}
