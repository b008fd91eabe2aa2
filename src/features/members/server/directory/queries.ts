/** The directory: what members see of each other (contract 12.3). */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, sortKey, tableWithHint } from '#platform/server/database/engine-sql.ts'
import { maxTrigramMatches } from '#platform/server/database/substring-search.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
import { searchTerms } from '#shared/search.ts'
import type { DirectoryCity } from '../../answers.ts'
import type { DirectoryQuery } from '../../contract.ts'
import { searchedPhone } from '../../phone-digits.ts'
import type { PersonRow } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** The people in the directory: a narrow copy of `person`, maintained by database triggers. */
    person_listed: {
      person_id: string
      role: Role
      by_company: string
      shown_city: string
      /** A JSON array of material ids. */
      materials: string
      text: string
      /** The phone numbers as digits, where the member shows them. */
      phone_digits: string
    }
  }
}

type ListedRow = PersonRow & { role: MemberRole }

export interface DirectoryListing {
  members: ListedRow[]
  /** The number of matches, regardless of `limit` and cursor. */
  total: number
  next: Cursor | undefined
}

type Filters = Pick<DirectoryQuery, 'search' | 'role' | 'material' | 'city' | 'limit'>

/** Active, visible members by company, ties broken by id; pages continue after a cursor. */
export async function listDirectory(
  db: Database,
  filters: Filters,
  after: Cursor | undefined,
): Promise<DirectoryListing> {
  const total = await countRows(filteredRows(db, '', filters))
  if (total === 0) return { members: [], total, next: undefined }
  const rows = (await sortedPage(db, filters, after, total).execute()).filter(isListed)
  const members = filters.limit === undefined ? rows : rows.slice(0, filters.limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  return { members, total, next: last && { at: last.at, id: last.id } }
}

function sortedPage(db: Database, filters: Filters, after: Cursor | undefined, total: number) {
  const key = sql.ref<string>('listed.by_company')
  // A long list is read along the sort index, unless a search may only match at its end.
  const shouldSort = total <= maxTrigramMatches || searchTerms(filters.search ?? '').length > 0
  let page = filteredRows(db, shouldSort ? '' : 'indexed by directory_by_company', filters)
    .select(['listed.person_id', key.as('at')])
    .orderBy(shouldSort ? sql<string>`${key} || ''` : key)
    .orderBy('listed.person_id')
  if (after)
    page = page.where(sql<boolean>`(${key}, listed.person_id) > (${after.at}, ${after.id})`)
  if (filters.limit !== undefined) page = page.limit(filters.limit + 1)
  return db
    .selectFrom(page.as('listed'))
    .innerJoin('person', 'person.id', 'listed.person_id')
    .selectAll('person')
    .select('listed.at')
    .orderBy('listed.at')
    .orderBy('listed.person_id')
}

const isListed = <Row extends PersonRow>(row: Row): row is Row & ListedRow => isMemberRole(row.role)

function filteredRows(db: Database, indexHint: string, { search, role, material, city }: Filters) {
  let rows = db.selectFrom(tableWithHint(db, 'person_listed', 'listed', indexHint))
  const phone = searchedPhone(search ?? '')
  const words = searchTerms(search ?? '').map((word) => containsText(db, 'listed.text', word))
  if (phone !== undefined) {
    const hasPhone = containsText(db, 'listed.phone_digits', phone)
    rows = rows.where(sql<boolean>`((${sql.join(words, sql` and `)}) or ${hasPhone})`)
  } else for (const hasWord of words) rows = rows.where(hasWord)
  if (role && role !== 'member') rows = rows.where('listed.role', '=', role)
  if (material) rows = rows.where(containsText(db, 'listed.materials', JSON.stringify(material)))
  if (city) rows = rows.where('listed.shown_city', '=', city)
  return rows
}

async function countRows(rows: ReturnType<typeof filteredRows>): Promise<number> {
  const { total } = await rows
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One member of the directory; undefined for anyone who is not listed. */
export async function findListed(db: Database, id: string): Promise<ListedRow | undefined> {
  const row = await db
    .selectFrom('person_listed as listed')
    .innerJoin('person', 'person.id', 'listed.person_id')
    .selectAll('person')
    .where('listed.person_id', '=', id)
    .executeTakeFirst()
  return row && isListed(row) ? row : undefined
}

/** The cities of the directory with their number of members, by name. */
export function listCities(db: Database): Promise<DirectoryCity[]> {
  return db
    .selectFrom('person_listed')
    .select((eb) => ['shown_city as city', eb.fn.countAll<number>().as('members')])
    .where('shown_city', '!=', '')
    .groupBy('shown_city')
    .orderBy(sortKey(db, sql.ref('shown_city')))
    .execute()
}
