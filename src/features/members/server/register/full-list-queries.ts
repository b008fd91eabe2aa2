/** The register whole, as the text of its JSON array: no object is made of ten thousand rows. */
import { sql } from 'kysely'
import { type Database, engineOf } from '#platform/server/database/database.ts'
import type { Place } from '#platform/server/http/paging.ts'
import type { Member, MemberQuery } from '../../contract.ts'
import { findLines } from './list-queries.ts'
import { memberFromRow, type RegisterRow } from './member-queries.ts'

export interface WholeListing {
  json: string | Uint8Array<ArrayBuffer>
  /** How many there are in all, before the cursor. */
  total: number
}

/**
 * What `listMembers` would list without a limit, with these fields of each. On SQLite the database
 * writes the JSON, in bytes from beginning to end; PostgreSQL is quicker with the rows.
 */
export async function wholeList(
  db: Database,
  query: Omit<MemberQuery, 'cursor' | 'limit'>,
  after: Place | undefined,
  today: string,
  fields: readonly (keyof Member)[] = memberFields,
): Promise<WholeListing> {
  const found = await findLines(db, query, today)
  const read = found.inOrder(query.sort, { after, limit: undefined })
  if (engineOf(db) === 'postgres') {
    const rows = await read.selectAll('person').select('line.total').execute()
    const members = rows.map(({ total: _total, ...row }) => chosen(row as RegisterRow, fields))
    return { json: JSON.stringify(members), total: await found.totalOf(rows, after) }
  }
  const rows = await read.select([lineOf(fields).as('json'), 'line.total']).execute()
  const total = await found.totalOf(rows, after)
  if (rows.length === 0) return { json: '[]', total }
  const end = Buffer.from(']')
  const json = Buffer.concat([...rows.map(({ json }) => json), end])
  // Each line begins with the comma before it; the first with the list.
  json[0] = '['.charCodeAt(0)
  return { json, total }
}

function chosen(row: RegisterRow, fields: readonly (keyof Member)[]): Partial<Member> {
  const member = memberFromRow(row)
  if (fields === memberFields) return member
  return Object.fromEntries(fields.map((field) => [field, member[field]]))
}

const text = (column: string) => `json_quote(person.${column})`
const flag = (condition: string) => `iif(${condition}, 'true', 'false')`

/** Each field of `memberFromRow` as SQLite writes it. */
const values: Record<keyof Member, string> = {
  id: text('id'),
  name: text('name'),
  email: text('email'),
  company_name: text('company_name'),
  whatsapp_number: text('whatsapp_number'),
  website_url: text('website_url'),
  company_description: text('company_description'),
  services_products: text('services_products'),
  address: text('address'),
  factory_address: text('factory_address'),
  certificate_postal_address: text('certificate_postal_address'),
  business_partner: text('business_partner'),
  additional_info_materials_products: 'person.materials',
  materials_other: text('materials_other'),
  social_links: text('social_links'),
  membership_number: text('membership_number'),
  photo_url: text('photo_url'),
  logo_url: text('logo_url'),
  is_active: flag('person.is_active'),
  is_member: flag("person.role in ('oem', 'vendor')"),
  city: text('city'),
  show_phone: flag('person.show_phone'),
  show_email: flag('person.show_email'),
  show_address: flag('person.show_address'),
  created_at: text('created_at'),
  updated_at: text('updated_at'),
  role: text('role'),
  is_visible: flag('person.is_visible'),
  remarks: text('remarks'),
  payment_status: flag('person.ledger_entry_id is not null'),
  payment_amount: `iif(person.payment_amount is null, 'null',
    format('%d.%02d', person.payment_amount / 100, person.payment_amount % 100))`,
  payment_date: text('payment_date'),
  payment_mode: text('payment_mode'),
  payment_reference: text('payment_reference'),
  membership_valid_from: text('membership_valid_from'),
  membership_valid_to: text('membership_valid_to'),
}

const memberFields = Object.keys(values) as (keyof Member)[]

/** A comma and the object of one person, as bytes. */
function lineOf(fields: readonly (keyof Member)[]) {
  const parts = fields.map(
    (field, index) => `'${index === 0 ? ',{' : ','}"${field}":', ${values[field]}`,
  )
  return sql<Uint8Array>`cast(concat(${sql.raw(parts.join(', '))}, '}') as blob)`
}
