import type { Database } from '#platform/server/database/database.ts'
import { newId } from '#platform/server/ids.ts'
import { foldCase } from '#shared/search.ts'
import { findPersonByEmail, insertPerson, lockPerson, type PersonRow } from '../queries.ts'

/**
 * Creates a person without a role, as a first sign-in does. Returns the existing person when another
 * transaction has inserted the address first.
 */
export async function createPerson(db: Database, email: string, now: Date): Promise<PersonRow> {
  const row = emptyPerson(email, now)
  if (await insertPerson(db, row)) return row
  return (await findPersonByEmail(db, email)) ?? row
}

/** The person with this address, locked until the transaction ends. */
export async function lockPersonByEmail(
  db: Database,
  email: string,
): Promise<PersonRow | undefined> {
  const person = await findPersonByEmail(db, email)
  return person && lockPerson(db, person.id)
}

/** The columns that the history records: all but the session epoch and the derived columns. */
export function withoutDerivedColumns(row: PersonRow): Record<string, unknown> {
  const { session_epoch: _epoch, phone_key: _phone, company_key: _company, ...fields } = row
  const { search_text: _search, directory_text: _directory, shown_city: _city, ...after } = fields
  return after
}

/** A row with an address and nothing else. */
export function emptyPerson(email: string, now: Date): PersonRow {
  return {
    id: newId(now),
    email,
    role: null,
    is_active: true,
    is_visible: true,
    membership_number: null,
    photo_url: null,
    logo_url: null,
    name: '',
    company_name: '',
    whatsapp_number: '',
    website_url: '',
    company_description: '',
    services_products: '',
    address: '',
    factory_address: '',
    certificate_postal_address: '',
    business_partner: '',
    materials: '[]',
    materials_other: '',
    social_links: '',
    remarks: '',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    session_epoch: 0,
    phone_key: '',
    company_key: '',
    search_text: foldCase(`\n\n${email}\n`),
    city: '',
    shown_city: '',
    directory_text: '',
    show_phone: true,
    show_email: true,
    show_address: true,
    payment_amount: null,
    payment_mode: null,
    payment_reference: null,
    payment_date: null,
    membership_valid_from: null,
    membership_valid_to: null,
    ledger_entry_id: null,
  }
}
