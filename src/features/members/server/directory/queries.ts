/** The directory: what members see of each other (contract 12). */
import { sql } from 'kysely'
import {
  containsText,
  type Database,
  indexedTable,
  sortKey,
} from '#platform/server/database/database.ts'
import { maxTrigramMatches } from '#platform/server/database/substring-search.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
import { searchTerms } from '#shared/search.ts'
import type { DirectoryCity, DirectoryMember, DirectoryQuery } from '../../directory-contract.ts'
import type { PersonRow } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** Who is in the directory; the database keeps it beside `person`. */
    person_listed: {
      person_id: string
      role: Role
      /** What the directory is sorted by. */
      by_company: string
      shown_city: string
      /** A JSON array of material ids. */
      materials: string
      text: string
    }
  }
}

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
  next: Cursor | undefined
}

type Filters = Pick<DirectoryQuery, 'search' | 'role' | 'material' | 'city' | 'limit'>

/** Active, visible members by company; ties broken by id, pages go on behind a place. */
export async function listDirectory(
  db: Database,
  asked: Filters,
  after: Cursor | undefined,
): Promise<DirectoryListing> {
  const total = await countRows(filteredRows(db, '', asked))
  if (total === 0) return { members: [], total, next: undefined }
  const rows = (await sortedPage(db, asked, after, total).execute()).filter(isListed)
  const members = asked.limit === undefined ? rows : rows.slice(0, asked.limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  return { members, total, next: last && { at: last.at, id: last.id } }
}

function sortedPage(db: Database, asked: Filters, after: Cursor | undefined, total: number) {
  const key = sql.ref<string>('line.by_company')
  // Many are read along their order; but what a search finds may all stand at its end.
  const isSorted = total <= maxTrigramMatches || searchTerms(asked.search ?? '').length > 0
  let part = filteredRows(db, isSorted ? '' : 'indexed by directory_by_company', asked)
    .select(['line.person_id', key.as('at')])
    .orderBy(isSorted ? sql<string>`${key} || ''` : key)
    .orderBy('line.person_id')
  if (after) part = part.where(sql<boolean>`(${key}, line.person_id) > (${after.at}, ${after.id})`)
  if (asked.limit !== undefined) part = part.limit(asked.limit + 1)
  return db
    .selectFrom(part.as('line'))
    .innerJoin('person', 'person.id', 'line.person_id')
    .selectAll('person')
    .select('line.at')
    .orderBy('line.at')
    .orderBy('line.person_id')
}

const isListed = <Row extends PersonRow>(row: Row): row is Row & ListedRow => isMemberRole(row.role)

function filteredRows(db: Database, how: string, { search, role, material, city }: Filters) {
  let found = db.selectFrom(indexedTable(db, 'person_listed', 'line', how))
  for (const word of searchTerms(search ?? ''))
    found = found.where(containsText(db, 'line.text', word))
  if (role && role !== 'member') found = found.where('line.role', '=', role)
  if (material) found = found.where(containsText(db, 'line.materials', JSON.stringify(material)))
  if (city) found = found.where('line.shown_city', '=', city)
  return found
}

async function countRows(lines: ReturnType<typeof filteredRows>): Promise<number> {
  const { total } = await lines
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One member of the directory; undefined for whoever is not in it. */
export async function findListed(db: Database, id: string): Promise<ListedRow | undefined> {
  const row = await db
    .selectFrom('person_listed as line')
    .innerJoin('person', 'person.id', 'line.person_id')
    .selectAll('person')
    .where('line.person_id', '=', id)
    .executeTakeFirst()
  return row && isListed(row) ? row : undefined
}

/** The cities of the directory with how many members each has, by name. */
export function listCities(db: Database): Promise<DirectoryCity[]> {
  return db
    .selectFrom('person_listed')
    .select((of) => ['shown_city as city', of.fn.countAll<number>().as('members')])
    .where('shown_city', '!=', '')
    .groupBy('shown_city')
    .orderBy(sortKey(db, sql.ref('shown_city')))
    .execute()
}
