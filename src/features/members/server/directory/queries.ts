/** The directory: what members see of each other (contract 12.3). */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import {
  containsText,
  maxSortedRows,
  sortKey,
  tableWithHint,
} from '#platform/server/database/engine-sql.ts'
import {
  forgivingSearch,
  type ReadTexts,
  rankedCursor,
  readRankedCursor,
} from '#platform/server/database/forgiving-search.ts'
import {
  approximateRows,
  bestCondition,
  countExpression,
  type Kinds,
  nearbyRows,
  type SearchTable,
  type SubstringSearch,
  substringSearch,
} from '#platform/server/database/substring-search.ts'
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

/**
 * Active, visible members by company, ties broken by id; pages continue after a cursor. In a search,
 * exact matches come first and similar ones after them.
 */
export async function listDirectory(
  db: Database,
  filters: Filters,
  after: Cursor | undefined,
): Promise<DirectoryListing> {
  const search = await searchOf(db, filters)
  const total = await countMatches(db, filters, search)
  if (total === 0) return { members: [], total, next: undefined }
  const size = await approximateRows(db, searchTable)
  const near = await nearPage(db, filters, search, after, nearbyRows(total, size))?.execute()
  if (near && filters.limit !== undefined && near.length > filters.limit)
    return listingOf(near, filters, total)
  const matches = search && bestCondition(search, total, size)
  const rows = await sortedPage(db, filters, search, after, { matches, total }).execute()
  return listingOf(rows, filters, total)
}

function listingOf(
  found: (PersonRow & { at: string; rank: number })[],
  { search, limit }: Filters,
  total: number,
): DirectoryListing {
  const rows = found.filter(isListed)
  const members = limit === undefined ? rows : rows.slice(0, limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  if (!last) return { members, total, next: undefined }
  const { at, id } = last
  const isSearch = searchTerms(search ?? '').length > 0
  return { members, total, next: isSearch ? rankedCursor(last.rank, { at, id }) : { at, id } }
}

const readTexts: ReadTexts = (db, after, limit) =>
  db
    .selectFrom('person_listed')
    .select(['person_id as id', 'text'])
    .where('person_id', '>', after)
    .orderBy('person_id')
    .limit(limit)
    .execute()

const searchTable: SearchTable = {
  table: 'person_listed',
  alias: 'listed',
  trigrams: 'listed_trigram',
}

interface DirectorySearch extends SubstringSearch {
  /** Condition: an exact match, which similar ones follow. */
  exact: RawBuilder<boolean>
  rank: RawBuilder<number>
}

/** A phone number is found also by its digits. */
async function searchOf(
  db: Database,
  { search: input = '', role }: Filters,
): Promise<DirectorySearch | undefined> {
  const forgiving = await forgivingSearch(db, 'listed.text', input, readTexts)
  if (!forgiving) return undefined
  const phone = searchedPhone(input)
  const query = { groups: forgiving.groups, phone }
  const search = await substringSearch(db, searchTable, query, kindsOf(role))
  const isExact = phone !== undefined || forgiving.groups.every((words) => words.length === 1)
  if (isExact) return { ...search, exact: search.scan, rank: sql<number>`0` }
  return { ...search, exact: sql<boolean>`${forgiving.rank} = 0`, rank: forgiving.rank }
}

/** The first letters of the roles. */
const allKinds = ['oem', 'ven']

const kindsOf = (role: Filters['role']): Kinds => ({
  wanted: role === undefined || role === 'member' ? allKinds : [role.slice(0, 3)],
  all: allKinds,
})

/** Exact matches among the first members in order: the page, when they fill it. */
function nearPage(
  db: Database,
  filters: Filters,
  search: DirectorySearch | undefined,
  after: Cursor | undefined,
  nearby: number,
) {
  const last = after && readRankedCursor(after)
  if (!search || filters.limit === undefined || nearby === 0 || last?.rank === 1) return undefined
  let first = filteredRows(db, 'indexed by directory_by_company', filters, undefined)
    .select(['listed.person_id', 'listed.by_company', 'listed.text', 'listed.phone_digits'])
    .orderBy('listed.by_company')
    .orderBy('listed.person_id')
    .limit(nearby)
  if (last)
    first = first.where(
      sql<boolean>`(listed.by_company, listed.person_id) > (${last.at}, ${last.id})`,
    )
  return db
    .selectFrom(first.as('listed'))
    .innerJoin('person', 'person.id', 'listed.person_id')
    .selectAll('person')
    .select(['listed.by_company as at', sql<number>`0`.as('rank')])
    .where(search.exact)
    .orderBy('listed.by_company')
    .orderBy('listed.person_id')
    .limit(filters.limit + 1)
}

function sortedPage(
  db: Database,
  filters: Filters,
  search: DirectorySearch | undefined,
  after: Cursor | undefined,
  { matches, total }: { matches: RawBuilder<boolean> | undefined; total: number },
) {
  const key = sql.ref<string>('listed.by_company')
  const rank = search?.rank ?? sql<number>`0`
  // The matches of a search may all lie at the end of the sort index.
  const shouldSort = total <= maxSortedRows || search !== undefined
  const order = filters.city ? 'directory_by_city' : 'directory_by_company'
  const hint = shouldSort ? '' : `indexed by ${order}`
  let page = filteredRows(db, hint, filters, matches).select([
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
  matches: RawBuilder<boolean> | undefined,
) {
  let rows = db.selectFrom(tableWithHint(db, 'person_listed', 'listed', indexHint))
  if (matches) rows = rows.where(matches)
  if (role && role !== 'member') rows = rows.where('listed.role', '=', role)
  if (material) rows = rows.where(containsText(db, 'listed.materials', JSON.stringify(material)))
  if (city) rows = rows.where('listed.shown_city', '=', city)
  return rows
}

async function countMatches(
  db: Database,
  filters: Filters,
  search: DirectorySearch | undefined,
): Promise<number> {
  const { material, city } = filters
  if (search?.expression !== undefined && !material && !city)
    return countExpression(db, searchTable, search.expression)
  const rows = filteredRows(
    db,
    '',
    filters,
    search && (search.counted ?? search.indexed ?? search.scan),
  )
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
