/** The directory: what members see of each other (contract 12.3). */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import {
  byteOrder,
  containsText,
  materialized,
  sortKey,
  tableWithHint,
} from '#platform/server/database/engine-sql.ts'
import {
  forgivingSearch,
  type ReadTexts,
  rankedCursor,
  readRankedCursor,
} from '#platform/server/database/forgiving-search.ts'
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { DirectoryCity } from '../../answers.ts'
import type { DirectoryQuery } from '../../contract.ts'
import { searchedPhone } from '../../phone-digits.ts'
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
  const search = await searchOf(db, filters.search)
  const rows = await db
    .selectFrom(idsOf(db, filters, search, after).as('page'))
    .innerJoin('person', 'person.id', 'page.id')
    .selectAll('person')
    .select(['page.rank', 'page.at', 'page.total'])
    .orderBy('page.rank')
    .orderBy('page.at')
    .orderBy(byteOrder(db, sql.ref('page.id')))
    .execute()
  const total = rows[0]?.total ?? (after ? await countListed(db, filters, search) : 0)
  const { rows: page, next } = pageOf(rows, filters.limit, ({ rank, at, id }) =>
    search ? rankedCursor(rank, { at, id }) : { at, id },
  )
  // Those who are listed are members.
  const members = page.map(({ rank: _rank, at: _at, total: _total, ...row }) => row as ListedRow)
  return { members, total, next }
}

const readTexts: ReadTexts = (db, after, limit) =>
  db
    .selectFrom(tableWithHint(db, 'person', 'person', 'indexed by sqlite_autoindex_person_1'))
    .select(['person.id', 'person.directory_text as text'])
    .where(listed)
    .where('person.id', '>', after)
    .orderBy('person.id')
    .limit(limit)
    .execute()

interface DirectorySearch {
  matches: RawBuilder<boolean>
  /** 0 for an exact match, 1 for a similar one. */
  rank: RawBuilder<number>
}

/** A phone number that the member shows is found also by its digits. */
async function searchOf(db: Database, input = ''): Promise<DirectorySearch | undefined> {
  const search = await forgivingSearch(db, 'person.directory_text', input, readTexts)
  const phone = searchedPhone(input)
  if (!search || phone === undefined) return search
  const hasPhone = sql`person.show_phone = true and ${containsText(db, 'person.phone_digits', phone)}`
  return { matches: sql<boolean>`(${search.matches} or ${hasPhone})`, rank: exactly }
}

const exactly = sql<number>`0`

/** SQLite reads the members along the index. */
function filteredMembers(
  db: Database,
  { role, material, city }: Filters,
  search: DirectorySearch | undefined,
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
const directory = 'person_in_directory'

const counted = (db: Database, filters: Filters, search: DirectorySearch | undefined) =>
  filteredMembers(db, filters, search, directory).select((eb) =>
    eb.fn.countAll<number>().as('total'),
  )

async function countListed(
  db: Database,
  filters: Filters,
  search: DirectorySearch | undefined,
): Promise<number> {
  const { total } = await counted(db, filters, search).executeTakeFirstOrThrow()
  return total
}

interface PageRow {
  id: string
  rank: number
  /** The company by which the row is sorted. */
  at: string
  total: number
}

/** The ids of a page in order: read along the order, or collected, as those of the register are. */
function idsOf(
  db: Database,
  filters: Filters,
  search: DirectorySearch | undefined,
  after: Cursor | undefined,
) {
  const { material, city, limit } = filters
  const key = sortKey(db, sql.ref('person.company_name'))
  const isCollected = search !== undefined || material !== undefined || city !== undefined
  const rows = filteredMembers(
    db,
    filters,
    search,
    isCollected ? directory : 'person_in_company_order',
  ).select(['person.id', (search?.rank ?? exactly).as('rank'), key.as('at')])
  if (isCollected) {
    const ofPage = limit === undefined ? sql`` : sql`limit ${limit + 1}`
    const id = byteOrder(db, sql.ref('found.id'))
    const last = after && (search ? readRankedCursor(after) : { ...after, rank: 0 })
    const isBeyond = last
      ? sql`where (found.rank, found."at", ${id}) > (${last.rank}, ${last.at}, ${last.id})`
      : sql``
    return sql<PageRow>`(with found as ${materialized(db)} ${rows}
      select found.id, found.rank, found."at", (select count(*) from found) as total from found ${isBeyond}
      order by found.rank, found."at", ${id} ${ofPage})`
  }
  const id = byteOrder(db, sql.ref('person.id'))
  const page = after ? rows.where(sql<boolean>`(${key}, ${id}) > (${after.at}, ${after.id})`) : rows
  const inOrder = page
    .select(counted(db, filters, search).as('total'))
    .orderBy(key)
    .orderBy(id)
  return sql<PageRow>`${limit === undefined ? inOrder : inOrder.limit(limit + 1)}`
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
