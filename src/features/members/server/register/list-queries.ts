/**
 * Lists of the register: searched, filtered, sorted and paged. They scan `person_search`, a narrow copy
 * of `person` that database triggers maintain, and read full rows only of the people on the page.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { isPostgres, maxSortedRows } from '#platform/server/database/engine-sql.ts'
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
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import { foldCase } from '#shared/search.ts'
import type { MemberQuery } from '../../contract.ts'
import { searchedPhone } from '../../phone-digits.ts'
import type { MemberRow, PersonRow } from '../queries.ts'
import { inState, joinedWithin, type Selective } from './filter-queries.ts'
import {
  type Filters,
  filteredRows,
  isBeyond,
  type PageRange,
  type PageRow,
  type SearchRow,
  sortOrder,
} from './search-row-queries.ts'

export interface MemberListing {
  members: MemberRow[]
  /** The number of matches, regardless of `limit` and cursor. */
  total: number
  next: Cursor | undefined
}

/**
 * All people with a role, by membership number descending unless `sort` is given. Ties are broken
 * by id. Pages continue after a cursor, not at an offset, so that concurrent changes neither skip nor
 * repeat a row.
 */
export async function listMembers(
  db: Database,
  query: Filters,
  after: Cursor | undefined,
  today: string,
): Promise<MemberListing> {
  const collected = await collectByCompany(db, query, after, today)
  if (collected) return collected
  const register = await searchRegister(db, query, today)
  const range = { after, limit: query.limit }
  const near = await register
    .near(query.sort, range)
    ?.selectAll('person')
    .select('search_row.at')
    .execute()
  if (near && query.limit !== undefined && near.length > query.limit)
    return listingOf(near, query.limit, register.total)
  if (register.total === 0) return { members: [], total: 0, next: undefined }
  const rows = await register
    .sorted(query.sort, range)
    .selectAll('person')
    .select('search_row.at')
    .execute()
  return listingOf(rows, query.limit, register.total)
}

function listingOf(
  rows: (PersonRow & { at: string })[],
  limit: number | undefined,
  total: number,
): MemberListing {
  const { rows: page, next } = pageOf(rows, limit, ({ at, id }) => ({ at, id }))
  // Lists have no people without a role.
  const members = page.map(({ at: _at, ...row }) => row as MemberRow)
  return { members, total, next }
}

/** The ids of everybody in a list, by membership number descending unless `sort` is given. */
export async function listMemberIds(
  db: Database,
  query: Filters,
  today: string,
): Promise<string[]> {
  const search = await selectiveCondition(db, query)
  const { by, order } = sortOrder(query.sort)
  const indexHint = search ? (search.range ?? 'not indexed') : `indexed by register_${by}`
  const rows = await filteredRows(
    db,
    indexHint,
    query,
    search && (search.indexed ?? search.scan),
    today,
  )
    .select('search_row.person_id')
    .orderBy(`search_row.${by}`, order)
    .orderBy('search_row.person_id', order)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** Those of the ids that belong to members or administrators, in the order of `listMemberIds`. */
export async function orderMemberIds(
  db: Database,
  ids: readonly string[],
  sort: MemberQuery['sort'],
): Promise<string[]> {
  const { by, order } = sortOrder(sort)
  const rows = await db
    .selectFrom('person_search')
    .select('person_id')
    .where('person_id', 'in', ids)
    .where('role', 'is not', null)
    .orderBy(by, order)
    .orderBy('person_id', order)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/**
 * Builds the queries of one list: `sorted` selects its people in order; `total` is their number. `near`, for
 * searches that find many, selects those among the first in order; they are the page when they fill it.
 */
export async function searchRegister(db: Database, query: Filters, today: string) {
  const search = await selectiveCondition(db, query)
  const total = await countMatches(db, query, search, today)
  const size = search ? await approximateRows(db, searchTable) : 0
  return {
    total,
    near: (sort: MemberQuery['sort'], { after, limit }: Omit<PageRange, 'order'>) => {
      const nearby = nearbyRows(total, size)
      if (!search || limit === undefined || limit > 100 || nearby === 0) return undefined
      return nearPage(db, query, search, { after, limit, nearby, sort }, today)
    },
    sorted: (sort: MemberQuery['sort'], { after, limit }: Omit<PageRange, 'order'>) => {
      const { by, order } = sortOrder(sort)
      const key = sql.ref<string>(`search_row.${by}`)
      const condition = search && bestCondition(search, total, size)
      // SQLite refuses a hint that names no index: each order has one.
      const isFound = isFoundWithCompany(search, condition, by)
      const searchHint = isFound ? 'indexed by register_found' : (search?.range ?? 'not indexed')
      const hint = search ? searchHint : orderHint(query, by, total)
      const matches = filteredRows(db, hint, query, condition, today)
        .select(['search_row.person_id', key.as('at')])
        .where(isBeyond(key, order, after))
      const page =
        search && !isFound
          ? sortedPage(matches, { order, limit })
          : indexedPage(matches, { key, order, limit })
      return db
        .selectFrom(page.as('search_row'))
        .innerJoin('person', 'person.id', 'search_row.person_id')
        .orderBy('search_row.at', order)
        .orderBy('search_row.person_id', order)
    },
  }
}

/** The matches among the first rows in order after the cursor. */
function nearPage(
  db: Database,
  query: Filters,
  search: Selective,
  range: Pick<PageRange, 'after'> & { limit: number; nearby: number; sort: MemberQuery['sort'] },
  today: string,
) {
  const { after, limit, nearby, sort } = range
  const { by, order } = sortOrder(sort)
  const key = sql.ref<string>(`search_row.${by}`)
  const others = search.range ? { ...query, joined_from: undefined, joined_to: undefined } : query
  const first = filteredRows(db, `indexed by register_${by}`, others, undefined, today)
    .select([
      'search_row.person_id',
      'search_row.text',
      'search_row.phone_digits',
      'search_row.by_joined',
      'search_row.state',
      'search_row.role',
      key.as('at'),
    ])
    .where(isBeyond(key, order, after))
    .orderBy(key, order)
    .orderBy('search_row.person_id', order)
    .limit(nearby)
  return db
    .selectFrom(first.as('search_row'))
    .innerJoin('person', 'person.id', 'search_row.person_id')
    .where(search.scan)
    .orderBy('search_row.at', order)
    .orderBy('search_row.person_id', order)
    .limit(limit + 1)
}

/**
 * On PostgreSQL, a page of a search by company, counted and collected at once: the matches are often companies of
 * that name, far from the first in order. undefined when they are among the first, or too many.
 */
async function collectByCompany(
  db: Database,
  query: Filters,
  after: Cursor | undefined,
  today: string,
): Promise<MemberListing | undefined> {
  const { limit, sort } = query
  const { by, order } = sortOrder(sort)
  if (!isPostgres(db) || limit === undefined || limit > 100 || by !== 'by_company') return undefined
  const search = await selectiveCondition(db, query)
  if (!search?.indexed) return undefined
  const first = { after, limit, nearby: 8 * limit, sort }
  const near = await nearPage(db, query, search, first, today).select('person.id').execute()
  if (near.length > limit) return undefined
  const most = Math.max(maxSortedRows, Math.floor((await approximateRows(db, searchTable)) / 5))
  const matches = filteredRows(db, '', query, search.indexed, today)
    .select(['search_row.person_id', sql.ref<string>(`search_row.${by}`).as('at')])
    .limit(most)
  const direction = sql.raw(order)
  const page = sql<PageRow & { total: number }>`(
    with found as materialized ${matches}
    select person_id, "at", (select count(*) from found) as total from found search_row
    where ${isBeyond(sql.ref<string>('search_row.at'), order, after)}
    order by "at" ${direction}, person_id ${direction} limit ${limit + 1})`
  const rows = await db
    .selectFrom(page.as('search_row'))
    .innerJoin('person', 'person.id', 'search_row.person_id')
    .selectAll('person')
    .select(['search_row.at', 'search_row.total'])
    .orderBy('search_row.at', order)
    .orderBy('search_row.person_id', order)
    .execute()
  const total = rows[0]?.total ?? 0
  if (total === 0 || total === most) return undefined
  return listingOf(
    rows.map(({ total: _total, ...row }) => row),
    limit,
    total,
  )
}

/** Whether register_found of SQLite has the matches of a search with what they are sorted by. */
const isFoundWithCompany = (
  search: Selective | undefined,
  condition: RawBuilder<boolean> | undefined,
  by: string,
): boolean =>
  search?.expression !== undefined && condition === search.indexed && by === 'by_company'

/** The index of an order, or for a few members that other indexes do not have, the one that has them. */
function orderHint({ signed_in, invited }: Filters, by: string, total: number): string {
  if (total > maxSortedRows || !(signed_in || invited)) return `indexed by register_${by}`
  return `indexed by register_${signed_in ? 'signed_in' : 'invited'}`
}

const searchTable: SearchTable = {
  table: 'person_search',
  alias: 'search_row',
  trigrams: 'person_trigram',
}

/** With a search: the matches may all lie at the end of the sort index, so all are collected and sorted. */
function sortedPage(matches: Expression<unknown>, { order, limit }: Omit<PageRange, 'after'>) {
  const direction = sql.raw(order)
  return sql<PageRow>`(
    with found as materialized ${matches}
    select person_id, "at" from found
    order by "at" ${direction}, person_id ${direction}
    ${limit === undefined ? sql`` : sql`limit ${limit + 1}`})`
}

/** Without a search: the rows are read along the sort index. */
function indexedPage(
  matches: SelectQueryBuilder<Tables & { search_row: SearchRow }, 'search_row', PageRow>,
  { key, order, limit }: Omit<PageRange, 'after'> & { key: RawBuilder<string> },
) {
  const page = matches.orderBy(key, order).orderBy('search_row.person_id', order)
  return sql<PageRow>`${limit === undefined ? page : page.limit(limit + 1)}`
}

/**
 * The condition that few rows may match, or only rows at the end of an order: of the search and the state,
 * else of the days of joining. undefined without all of them.
 */
async function selectiveCondition(db: Database, filters: Filters): Promise<Selective | undefined> {
  const matches = await searchCondition(db, filters.search, kindsOf(filters))
  const ofState = inState(filters.state)
  const joined = joinedWithin(filters)
  if (!ofState) return matches ?? joined
  const also = (condition: RawBuilder<boolean>) => sql<boolean>`(${condition} and ${ofState.scan})`
  if (!matches) return { ...ofState, scan: joined ? also(joined.scan) : ofState.scan }
  return {
    scan: also(matches.scan),
    indexed: matches.indexed && also(matches.indexed),
    expression: undefined,
    counted: undefined,
  }
}

/** The search of `person_search` as `search_row`; undefined without a search. */
export async function searchCondition(
  db: Database,
  search: string | undefined,
  kinds?: Kinds,
): Promise<SubstringSearch | undefined> {
  const substring = foldCase(search ?? '').trim()
  if (substring === '') return undefined
  const phone = searchedPhone(substring)
  return substringSearch(db, searchTable, { groups: [[substring]], phone }, kinds)
}

async function countMatches(
  db: Database,
  query: Filters,
  search: Selective | undefined,
  today: string,
): Promise<number> {
  if (search?.expression !== undefined && kindsOf(query))
    return countExpression(db, searchTable, search.expression)
  const condition = search && (search.counted ?? search.indexed ?? search.scan)
  const { total } = await filteredRows(db, countHint(search), query, condition, today)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A count by the trigram index needs no text, only the filters. */
const countHint = (search: Selective | undefined): string => {
  if (!search || search.counted) return ''
  if (search.range) return search.range
  return search.expression === undefined ? 'not indexed' : 'indexed by register_found'
}

/** The first letter of the role, or '-', then + or - for active and for visible. */
const allKinds = ['o', 'v', 'a', '-'].flatMap((role) =>
  ['++', '+-', '-+', '--'].map((flags) => `${role}${flags}`),
)

/** The kinds that the filters match; undefined when there are filters of other columns. */
function kindsOf(query: Filters): Kinds | undefined {
  const { role, active, visible, search: _search, sort: _sort, limit: _limit, ...others } = query
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  const matches = (flag: string | undefined, filter: 'true' | 'false' | undefined) =>
    filter === undefined || (flag === '+') === (filter === 'true')
  const roles = role === 'member' ? 'ov' : (role?.slice(0, 1) ?? 'ova')
  const wanted = allKinds.filter(
    ([of = '', isActive, isVisible]) =>
      roles.includes(of) && matches(isActive, active) && matches(isVisible, visible),
  )
  return { wanted, all: allKinds }
}
