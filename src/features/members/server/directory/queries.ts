/** The directory: what members see of each other (contract 12.3). */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import {
  byteOrder,
  collected,
  containsText,
  sortKey,
  tableWithHint,
} from '#platform/server/database/engine-sql.ts'
import {
  type ForgivingSearch,
  forgivingSearch,
  rankedCursor,
  readRankedCursor,
  type SearchedTexts,
} from '#platform/server/database/forgiving-search.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import type { Instant } from '#shared/dates.ts'
import { placeOfAddress } from '#shared/india/address-state.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { DirectoryCity } from '../../answers.ts'
import type { DirectoryQuery } from '../../contract.ts'
import { phoneDigitsInSearch } from '../../phone-digits.ts'
import { countPeople, type PeopleCount } from '../count-queries.ts'
import type { PersonRow } from '../queries.ts'
import { listed } from './listed-queries.ts'

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
  const search = await buildSearch(db, filters.search)
  const count = await countPeople(db, filteredMembers(db, filters, search, directoryIndex))
  if (count.total === 0) return { members: [], total: 0, next: undefined }
  const rows = await db
    .selectFrom(idsInOrder(db, { filters, search, count, after }).as('page'))
    .innerJoin('person', 'person.id', 'page.id')
    .selectAll('person')
    .select(['page.rank', 'page.at'])
    .orderBy('page.rank')
    .orderBy('page.at')
    .orderBy(byteOrder(db, sql.ref('page.id')))
    .execute()
  const { rows: page, next } = pageOf(rows, filters.limit, ({ rank, at, id }) =>
    search ? rankedCursor(rank, { at, id }) : { at, id },
  )
  // Only members are listed, so the role of each row is one of a member.
  const members = page.map(({ rank: _rank, at: _at, ...row }) => row as ListedRow)
  return { members, total: count.total, next }
}

/** The members who were listed since a moment, newest first. */
export async function findNewlyListed(
  db: Database,
  { since, except, limit }: { since: Instant; except: string; limit: number },
) {
  const newMembers = db
    .selectFrom('person')
    .where(listed)
    .where('person.created_at', '>=', since)
    .where('person.id', '<>', except)
  const { total } = await newMembers
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await newMembers
    .select(['id', 'name', 'company_name', 'membership_number', 'email', 'shown_city'])
    .orderBy('person.created_at', 'desc')
    .orderBy('person.id', 'desc')
    .limit(limit)
    .execute()
  return { total: Number(total), rows }
}

const directoryTexts: SearchedTexts = {
  columns: ['person.directory_text'],
  place: { column: 'person.shown_city', stateOf: placeOfAddress },
  readPage: (db, after, limit) =>
    db
      .selectFrom('person')
      .select(['person.id', 'person.directory_text as text', 'person.shown_city as place'])
      .where(listed)
      .where('person.id', '>', after)
      .orderBy('person.id')
      .limit(limit)
      .execute(),
}

/** A phone number that the member shows is also found by its digits. */
async function buildSearch(db: Database, input = ''): Promise<ForgivingSearch | undefined> {
  const search = await forgivingSearch(db, directoryTexts, input)
  const phone = phoneDigitsInSearch(input)
  if (!search || phone === undefined) return search
  const hasPhone = sql`person.show_phone = true and ${containsText(db, 'person.phone_digits', phone)}`
  return {
    matches: sql<boolean>`(${search.matches} or ${hasPhone})`,
    rank: exactRank,
    hasSimilar: false,
  }
}

const exactRank = sql<number>`0`

/** The listed members that match; SQLite reads them along `index`. */
function filteredMembers(
  db: Database,
  { role, material, city }: Filters,
  search: ForgivingSearch | undefined,
  index: string,
) {
  let rows = db
    .selectFrom(tableWithHint(db, 'person', 'person', `indexed by ${index}`))
    .where(listed)
  if (search) rows = rows.where(search.matches)
  if (role && role !== 'member') rows = rows.where('person.role', '=', role)
  if (material) rows = rows.where(containsText(db, 'person.materials', JSON.stringify(material)))
  if (city) rows = rows.where('person.shown_city', '=', city)
  return rows
}

/** The index that has what the directory searches and filters by. */
const directoryIndex = 'person_in_directory'

/** The ids of a page in order: read along the index of the order, or collected and sorted (as in list-queries.ts). */
function idsInOrder(
  db: Database,
  {
    filters,
    search,
    count: { matchesMost },
    after,
  }: {
    filters: Filters
    search: ForgivingSearch | undefined
    count: PeopleCount
    after: Cursor | undefined
  },
) {
  const { material, city, limit } = filters
  const isSelective = search !== undefined || material !== undefined || city !== undefined
  // Similar matches come after all exact ones.
  const usesOrderIndex = !search?.hasSimilar && (matchesMost || !isSelective)
  const key = sortKey(db, sql.ref('person.company_name'))
  const rank = search?.rank ?? exactRank
  const at = usesOrderIndex ? key : collected(key)
  const id = byteOrder(db, sql.ref('person.id'))
  let rows = filteredMembers(
    db,
    filters,
    search,
    usesOrderIndex ? 'person_in_company_order' : directoryIndex,
  )
    .select(['person.id', rank.as('rank'), at.as('at')])
    .$if(!usesOrderIndex, (all) => all.orderBy('rank'))
    .orderBy(at)
    .orderBy(id)
  if (after) {
    const last = search ? readRankedCursor(after) : { ...after, rank: 0 }
    rows = rows.where(
      usesOrderIndex
        ? sql<boolean>`${last.rank} = 0 and (${at}, ${id}) > (${last.at}, ${last.id})`
        : sql<boolean>`(${rank}, ${at}, ${id}) > (${last.rank}, ${last.at}, ${last.id})`,
    )
  }
  return limit === undefined ? rows : rows.limit(limit + 1)
}

/** One member of the directory; undefined for anyone who is not listed. */
export async function findListed(db: Database, id: string): Promise<ListedRow | undefined> {
  const row = await db
    .selectFrom('person')
    .selectAll()
    .where('person.id', '=', id)
    .where(listed)
    .executeTakeFirst()
  return row as ListedRow | undefined
}

/** The cities of the directory with their number of members, by name. */
export function listCities(db: Database): Promise<DirectoryCity[]> {
  return db
    .selectFrom('person')
    .select((eb) => ['person.shown_city as city', eb.fn.countAll<number>().as('members')])
    .where(listed)
    .where('person.shown_city', '!=', '')
    .groupBy('person.shown_city')
    .orderBy(sortKey(db, sql.ref('person.shown_city')))
    .execute()
}
