/** The full register as serialised JSON, without building ten thousand objects. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import type { Member, MemberQuery } from '../../contract.ts'
import { type MemberRow, memberFromRow } from '../record/member-queries.ts'
import { searchRegister } from './list-queries.ts'

export interface FullList {
  json: string | Uint8Array<ArrayBuffer>
  /** The number of matches, regardless of the cursor. */
  total: number
}

/**
 * The rows that `listMembers` returns without a limit, reduced to `fields`. On SQLite the database
 * builds the JSON as bytes; on PostgreSQL reading the rows is faster.
 */
export async function fullList(
  db: Database,
  query: Omit<MemberQuery, 'cursor' | 'limit'>,
  after: Cursor | undefined,
  today: string,
  fields: readonly (keyof Member)[] = memberFields,
): Promise<FullList> {
  const register = await searchRegister(db, query, today)
  const list = register.sorted(query.sort, { after, limit: undefined })
  if (isPostgres(db)) {
    const rows = await list.selectAll('person').select('entry.total').execute()
    const members = rows.map(({ total: _total, ...row }) => pickFields(row as MemberRow, fields))
    return { json: JSON.stringify(members), total: await register.totalOf(rows, after) }
  }
  const rows = await list.select([jsonObject(fields).as('json'), 'entry.total']).execute()
  const total = await register.totalOf(rows, after)
  if (rows.length === 0) return { json: '[]', total }
  const end = Buffer.from(']')
  const json = Buffer.concat([...rows.map(({ json }) => json), end])
  // Each row starts with a comma; the first comma becomes the opening bracket.
  json[0] = '['.charCodeAt(0)
  return { json, total }
}

function pickFields(row: MemberRow, fields: readonly (keyof Member)[]): Partial<Member> {
  const member = memberFromRow(row)
  if (fields === memberFields) return member
  return Object.fromEntries(fields.map((field) => [field, member[field]]))
}

const jsonText = (column: string) => `json_quote(person.${column})`
const jsonBoolean = (condition: string) => `iif(${condition}, 'true', 'false')`

/** The SQLite expression that writes each field of `memberFromRow` as JSON. */
const jsonValues: Record<keyof Member, string> = {
  id: jsonText('id'),
  name: jsonText('name'),
  email: jsonText('email'),
  company_name: jsonText('company_name'),
  whatsapp_number: jsonText('whatsapp_number'),
  website_url: jsonText('website_url'),
  company_description: jsonText('company_description'),
  services_products: jsonText('services_products'),
  address: jsonText('address'),
  factory_address: jsonText('factory_address'),
  certificate_postal_address: jsonText('certificate_postal_address'),
  business_partner: jsonText('business_partner'),
  additional_info_materials_products: 'person.materials',
  materials_other: jsonText('materials_other'),
  social_links: jsonText('social_links'),
  membership_number: jsonText('membership_number'),
  photo_url: jsonText('photo_url'),
  logo_url: jsonText('logo_url'),
  is_active: jsonBoolean('person.is_active'),
  is_member: jsonBoolean("person.role in ('oem', 'vendor')"),
  city: jsonText('city'),
  show_phone: jsonBoolean('person.show_phone'),
  show_email: jsonBoolean('person.show_email'),
  show_address: jsonBoolean('person.show_address'),
  created_at: jsonText('created_at'),
  updated_at: jsonText('updated_at'),
  role: jsonText('role'),
  is_visible: jsonBoolean('person.is_visible'),
  remarks: jsonText('remarks'),
  payment_status: jsonBoolean('person.ledger_entry_id is not null'),
  payment_amount: `iif(person.payment_amount is null, 'null',
    format('%d.%02d', person.payment_amount / 100, person.payment_amount % 100))`,
  payment_date: jsonText('payment_date'),
  payment_mode: jsonText('payment_mode'),
  payment_reference: jsonText('payment_reference'),
  membership_valid_from: jsonText('membership_valid_from'),
  membership_valid_to: jsonText('membership_valid_to'),
}

const memberFields = Object.keys(jsonValues) as (keyof Member)[]

/** A comma and one person's JSON object, as bytes. */
function jsonObject(fields: readonly (keyof Member)[]) {
  const parts = fields.map(
    (field, index) => `'${index === 0 ? ',{' : ','}"${field}":', ${jsonValues[field]}`,
  )
  return sql<Uint8Array>`cast(concat(${sql.raw(parts.join(', '))}, '}') as blob)`
}
