/** The directory: what members see of each other (contract 12.3). */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, sortKey, tableWithHint } from '#platform/server/database/engine-sql.ts'
import {
  type ForgivingSearch,
  forgivingSearch,
  type ReadTexts,
  rankedCursor,
  readRankedCursor,
} from '#platform/server/database/forgiving-search.ts'
import { maxTrigramMatches } from '#platform/server/database/substring-search.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
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

/**
 * Active, visible members by company, ties broken by id; pages continue after a cursor. In a search,
 * exact matches come first and similar ones after them.
 */
export async function listDirectory(
  db: Database,
  filters: Filters,
  after: Cursor | undefined,
): Promise<DirectoryListing> {
  const search = await searchOf(db, filters.search ?? '')
  const total = await countRows(filteredRows(db, '', filters, search))
  if (total === 0) return { members: [], total, next: undefined }
  const rows = (await sortedPage(db, filters, search, after, total).execute()).filter(isListed)
  const members = filters.limit === undefined ? rows : rows.slice(0, filters.limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  if (!last) return { members, total, next: undefined }
  const { at, id } = last
  return { members, total, next: search ? rankedCursor(last.rank, { at, id }) : { at, id } }
}

const readTexts: ReadTexts = (db, after, limit) =>
  db
    .selectFrom('person_listed')
    .select(['person_id as id', 'text'])
    .where('person_id', '>', after)
    .orderBy('person_id')
    .limit(limit)
    .execute()

/** A phone number is found also by its digits. */
async function searchOf(db: Database, input: string): Promise<ForgivingSearch | undefined> {
  const search = await forgivingSearch(db, 'listed.text', input, readTexts)
  const phone = searchedPhone(input)
  if (search === undefined || phone === undefined) return search
  const hasPhone = containsText(db, 'listed.phone_digits', phone)
  return { matches: sql<boolean>`(${search.matches} or ${hasPhone})`, rank: sql<number>`0` }
}

function sortedPage(
  db: Database,
  filters: Filters,
  search: ForgivingSearch | undefined,
  after: Cursor | undefined,
  total: number,
) {
  const key = sql.ref<string>('listed.by_company')
  const rank = search?.rank ?? sql<number>`0`
  // A long list is read along the sort index, unless a search may only match at its end.
  const shouldSort = total <= maxTrigramMatches || search !== undefined
  const hint = shouldSort ? '' : 'indexed by directory_by_company'
  let page = filteredRows(db, hint, filters, search).select([
    'listed.person_id',
    key.as('at'),
    rank.as('rank'),
  ])
  if (search) page = page.orderBy('rank')
  page = page.orderBy(shouldSort ? sql<string>`${key} || ''` : key).orderBy('listed.person_id')
  if (after && search) {
    const last = readRankedCursor(after)
    page = page.where(
      sql<boolean>`(${rank}, ${key}, listed.person_id) > (${last.rank}, ${last.at}, ${last.id})`,
    )
  } else if (after)
    page = page.where(sql<boolean>`(${key}, listed.person_id) > (${after.at}, ${after.id})`)
  if (filters.limit !== undefined) page = page.limit(filters.limit + 1)
  return db
    .selectFrom(page.as('listed'))
    .innerJoin('person', 'person.id', 'listed.person_id')
    .selectAll('person')
    .select(['listed.at', 'listed.rank'])
    .orderBy('listed.rank')
    .orderBy('listed.at')
    .orderBy('listed.person_id')
}

const isListed = <Row extends PersonRow>(row: Row): row is Row & ListedRow => isMemberRole(row.role)

function filteredRows(
  db: Database,
  indexHint: string,
  { role, material, city }: Filters,
  search: ForgivingSearch | undefined,
) {
  let rows = db.selectFrom(tableWithHint(db, 'person_listed', 'listed', indexHint))
  if (search) rows = rows.where(search.matches)
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
