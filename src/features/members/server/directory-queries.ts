/** The directory: what members see of each other (rulings section 3). */
import { sql } from 'kysely'
import { type Database, isWithin, sortKey, sortKeyOf } from '#platform/server/database.ts'
import type { Place } from '#platform/server/paging.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import { searchWords } from '#shared/search.ts'
import type { DirectoryCity, DirectoryMember, DirectoryQuery } from '../directory-contract.ts'
import type { PersonRow } from './queries.ts'

type ListedRow = PersonRow & { role: MemberRole }

/** Field by field: a new column stays private until it is named here. */
export const directoryFromRow = (row: ListedRow): DirectoryMember => ({
  id: row.id,
  role: row.role,
  name: row.name,
  company_name: row.company_name,
  company_description: row.company_description,
  services_products: row.services_products,
  additional_info_materials_products: JSON.parse(row.materials) as string[],
  materials_other: row.materials_other,
  business_partner: row.business_partner,
  membership_number: row.membership_number,
  website_url: row.website_url,
  social_links: row.social_links,
  photo_url: row.photo_url,
  logo_url: row.logo_url,
  city: row.shown_city,
  whatsapp_number: row.show_phone ? row.whatsapp_number : null,
  email: row.show_email ? row.email : null,
  address: row.show_address ? row.address : null,
  factory_address: row.show_address ? row.factory_address : null,
  created_at: row.created_at,
})

export interface DirectoryListing {
  members: ListedRow[]
  /** How many there are in all, before `limit` and the cursor. */
  total: number
  next: Place | undefined
}

type Asked = Pick<DirectoryQuery, 'search' | 'role' | 'material' | 'city' | 'limit'>

/** Active, visible members by company; ties broken by id, pages go on behind a place. */
export async function listDirectory(
  db: Database,
  asked: Asked,
  after: Place | undefined,
): Promise<DirectoryListing> {
  const all = matching(db, asked)
  const key = sortKey(db, sql.ref('person.company_name'))
  let page = all.selectAll('person').orderBy(key).orderBy('person.id')
  if (after) page = page.where(sql<boolean>`(${key}, person.id) > (${after.at}, ${after.id})`)
  if (asked.limit !== undefined) page = page.limit(asked.limit + 1)
  const rows = (await page.execute()).filter(isListed)
  const members = asked.limit === undefined ? rows : rows.slice(0, asked.limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  return {
    members,
    total: after || last ? await count(all) : rows.length,
    next: last && { at: sortKeyOf(last.company_name), id: last.id },
  }
}

const isListed = (row: PersonRow): row is ListedRow => isMemberRole(row.role)

type Listed = ReturnType<typeof listed>

const listed = (db: Database) =>
  db
    .selectFrom('person')
    .where('person.role', 'in', ['oem', 'vendor'])
    .where('person.is_active', '=', true)
    .where('person.is_visible', '=', true)

function matching(db: Database, { search, role, material, city }: Asked): Listed {
  let found = listed(db)
  for (const word of searchWords(search ?? ''))
    found = found.where(isWithin(db, 'person.directory_text', word))
  if (role && role !== 'member') found = found.where('person.role', '=', role)
  if (material) found = found.where(isWithin(db, 'person.materials', JSON.stringify(material)))
  if (city) found = found.where('person.shown_city', '=', city)
  return found
}

async function count(members: Listed): Promise<number> {
  const { total } = await members
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One member of the directory; undefined for whoever is not in it. */
export async function findListed(db: Database, id: string): Promise<ListedRow | undefined> {
  const row = await listed(db).selectAll('person').where('person.id', '=', id).executeTakeFirst()
  return row && isListed(row) ? row : undefined
}

/** The cities of the directory with how many members each has, by name. */
export function listCities(db: Database): Promise<DirectoryCity[]> {
  return listed(db)
    .select((of) => ['person.shown_city as city', of.fn.countAll<number>().as('members')])
    .where('person.shown_city', '!=', '')
    .groupBy('person.shown_city')
    .orderBy(sortKey(db, sql.ref('person.shown_city')))
    .execute()
}
