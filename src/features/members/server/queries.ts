import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { hasRowLocks } from '#platform/server/database/row-locks.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
import type { Stats, User } from '../contract.ts'

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
  /** Counts up when everything that was signed in must end: role, e-mail, deactivation. */
  session_epoch: number
  /** What other spellings of the phone number and of the company name share (rules.ts). */
  phone_key: string
  company_key: string
  /** What the register's search looks through, folded; written with every change of its fields. */
  search_text: string
  /** What the member typed; the directory shows `shown_city`, made up from the address without it. */
  city: string
  shown_city: string
  /** What the directory's search looks through. */
  directory_text: string
  /** What the member lets other members see. */
  show_phone: boolean
  show_email: boolean
  show_address: boolean
  /** The payment that counts, as the ledger has it; all null while unpaid. Whole paise. */
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

export const paymentFields = [
  'payment_amount',
  'payment_mode',
  'payment_reference',
  'payment_date',
  'membership_valid_from',
  'membership_valid_to',
  'ledger_entry_id',
] as const
export type PaymentFields = Pick<PersonRow, (typeof paymentFields)[number]>

/**
 * What the person themself may see of their row (contract 12, GET /api/user), field by field:
 * a new column stays private until it is named here.
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

/** The same, held by the transaction: nobody else changes them before it is over. */
export function lockPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst()
}

/** `email` in the portal's one spelling; inactive people are found too. */
export function findPersonByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
}

/** What some people are called, by their ids: their names, or else their addresses. */
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

/** False when somebody has the e-mail address already; a clash on another column throws. */
export async function insertPerson(db: Database, person: PersonRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Gives an active person without a role everything of `row` but id and e-mail, and ends their
 * sessions; false when they got a role, or were switched off, in between.
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
 * Writes the payment that counts on a member who still is as read; false when somebody was faster.
 * `at` is the member's new version.
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

/** How many active members there are; everybody who is oem or vendor counts. */
export async function countMembers(db: Database): Promise<Stats['totalMembers']> {
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
