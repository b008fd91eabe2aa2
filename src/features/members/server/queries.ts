import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
import type { User } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    person: PersonRow
  }
}

export interface PersonRow {
  id: string
  email: string
  role: Role | null
  is_active: boolean
  is_visible: boolean
  membership_number: string | null
  photo_url: string | null
  logo_url: string | null
  name: string
  company_name: string
  whatsapp_number: string
  website_url: string
  company_description: string
  services_products: string
  address: string
  factory_address: string
  certificate_postal_address: string
  business_partner: string
  /** A JSON array of material ids. */
  materials: string
  materials_other: string
  social_links: string
  remarks: string
  created_at: string
  updated_at: string
  /** Incremented to end all sessions: on a change of role or e-mail and on deactivation. */
  session_epoch: number
  /** Keys for duplicate warnings (duplicate-keys.ts); derived. */
  phone_key: string
  company_key: string
  /** The text that the register's search scans, case-folded; derived. */
  search_text: string
  /** As the member typed it; when empty, `shown_city` (derived) comes from the address. */
  city: string
  shown_city: string
  /** The text that the directory's search scans; derived. */
  directory_text: string
  /** Whether other members may see it. */
  show_phone: boolean
  show_email: boolean
  show_address: boolean
  /** The current payment, copied from the ledger; all null while unpaid. Amount in paise. */
  payment_amount: number | null
  payment_mode: string | null
  payment_reference: string | null
  /** ISO UTC. */
  payment_date: string | null
  /** yyyy-MM-dd. */
  membership_valid_from: string | null
  membership_valid_to: string | null
  ledger_entry_id: string | null
}

export type PaymentFields = Pick<
  PersonRow,
  | 'payment_amount'
  | 'payment_mode'
  | 'payment_reference'
  | 'payment_date'
  | 'membership_valid_from'
  | 'membership_valid_to'
  | 'ledger_entry_id'
>

/**
 * What people may see of their own row (contract 3.1). Lists the fields explicitly, so
 * that a new column stays private until it is added here.
 */
export function userFromRow(row: PersonRow): User {
  return {
    id: row.id,
    ...(row.role !== null && { role: row.role }),
    name: row.name,
    email: row.email,
    company_name: row.company_name,
    whatsapp_number: row.whatsapp_number,
    website_url: row.website_url,
    company_description: row.company_description,
    services_products: row.services_products,
    address: row.address,
    factory_address: row.factory_address,
    certificate_postal_address: row.certificate_postal_address,
    business_partner: row.business_partner,
    additional_info_materials_products: JSON.parse(row.materials) as string[],
    materials_other: row.materials_other,
    social_links: row.social_links,
    membership_number: row.membership_number,
    photo_url: row.photo_url,
    logo_url: row.logo_url,
    is_active: row.is_active,
    is_member: isMemberRole(row.role),
    city: row.city,
    show_phone: row.show_phone,
    show_email: row.show_email,
    show_address: row.show_address,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function findPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(db), (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst()
}

/** Takes an address in canonical spelling; finds inactive people too. */
export function findPersonByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Display names by id: the name, or the e-mail address of people without one. */
export async function namesOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, name || email]))
}

/** False when the e-mail address exists already; any other conflict throws. */
export async function insertPerson(db: Database, person: PersonRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Writes all columns of `row` but id and e-mail on an active person without a role, and ends their
 * sessions; false when they have got a role, or were deactivated, in the meantime.
 */
export async function becomeMember(db: Database, row: PersonRow): Promise<boolean> {
  const { id, email: _email, session_epoch: _epoch, ...fields } = row
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ ...fields, session_epoch: sql<number>`session_epoch + 1` })
    .where('id', '=', id)
    .where('role', 'is', null)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Sets the current payment unless the member's version is no longer `read.updated_at`; then returns
 * false. `at` is the new version.
 */
export async function updatePayment(
  db: Database,
  read: Pick<PersonRow, 'id' | 'updated_at'>,
  fields: PaymentFields,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ ...fields, updated_at: at })
    .where('id', '=', read.id)
    .where('updated_at', '=', read.updated_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The number of active OEM and vendor members. */
export async function countMembers(db: Database): Promise<number> {
  const roles: MemberRole[] = ['oem', 'vendor']
  const { total } = await db
    .selectFrom('person')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where('is_active', '=', true)
    .where('role', 'in', roles)
    .executeTakeFirstOrThrow()
  return total
}

export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined
}
