/**
 * Lists of the register: searched, filtered, sorted and paged. They scan `person_search`, a narrow copy
 * of `person` that database triggers maintain, and read full rows only of the people on the page.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { containsText, maxSortedRows, tableWithHint } from '#platform/server/database/engine-sql.ts'
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
import type { Role } from '#shared/roles.ts'
import { foldCase } from '#shared/search.ts'
import type { MemberQuery, MemberSort } from '../../contract.ts'
import { searchedPhone } from '../../phone-digits.ts'
import type { MemberRow, PersonRow } from '../queries.ts'
import { hasDues, inState, joinedWithin, type Selective } from './filter-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    person_search: SearchRow
  }
}

/** The columns for searching and filtering, and as `by_…` the sort keys. */
interface SearchRow {
  person_id: string
  role: Role | null
  is_active: boolean
  is_visible: boolean
  is_paid: boolean
  membership_valid_to: string | null
  payment_date: string | null
  payment_mode: string | null
  created_at: string
  materials: string
  by_number: string
  by_name: string
  by_company: string
  by_joined: string
  by_paid: string
  by_valid_to: string
  /** `paid_until`; the dues filter uses it, too. */
  by_dues: string
  has_email: boolean
  phone_digits: string
  state: string
  has_signed_in: boolean
  is_invited: boolean
  /** Name, company, email and number after `foldCase`, one per line. */
  text: string
}

const sortColumns = {
  membership_number: 'by_number',
  name: 'by_name',
  company_name: 'by_company',
  created_at: 'by_joined',
  payment_date: 'by_paid',
  membership_valid_to: 'by_valid_to',
  dues: 'by_dues',
} as const satisfies Record<MemberSort, keyof SearchRow>

export interface MemberListing {
  members: MemberRow[]
  /** The number of matches, regardless of `limit` and cursor. */
  total: number
  next: Cursor | undefined
}

type Filters = Omit<MemberQuery, 'cursor'>

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
      const { by, order } = sortOrder(sort)
      const key = sql.ref<string>(`search_row.${by}`)
      const others = search.range
        ? { ...query, joined_from: undefined, joined_to: undefined }
        : query
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

interface PageRange {
  order: 'asc' | 'desc'
  after: Cursor | undefined
  limit: number | undefined
}

interface PageRow {
  person_id: string
  at: string
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

/** Condition: the row is on a page after the cursor. */
function isBeyond(
  key: RawBuilder<string>,
  order: 'asc' | 'desc',
  after: Cursor | undefined,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql<boolean>`(${key}, search_row.person_id) ${beyond} (${after.at}, ${after.id})`
}

function sortOrder(sort: MemberQuery['sort']) {
  if (sort === undefined) return { by: sortColumns.membership_number, order: 'desc' } as const
  const isDescending = sort.startsWith('-')
  const column = (isDescending ? sort.slice(1) : sort) as MemberSort
  return { by: sortColumns[column], order: isDescending ? 'desc' : 'asc' } as const
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

function filteredRows(
  db: Database,
  indexHint: string,
  query: Filters,
  search: RawBuilder<boolean> | undefined,
  today: string,
) {
  let rows = db
    .selectFrom(tableWithHint(db, 'person_search', 'search_row', indexHint))
    .where('search_row.role', 'is not', null)
  if (search) rows = rows.where(search)
  if (query.role === 'member') rows = rows.where('search_row.role', 'in', ['oem', 'vendor'])
  else if (query.role) rows = rows.where('search_row.role', '=', query.role)
  if (query.active) rows = rows.where('search_row.is_active', '=', query.active === 'true')
  if (query.visible) rows = rows.where('search_row.is_visible', '=', query.visible === 'true')
  if (query.paid) rows = rows.where('search_row.is_paid', '=', query.paid === 'true')
  if (query.validity === 'unset') rows = rows.where('search_row.membership_valid_to', 'is', null)
  if (query.validity === 'valid') rows = rows.where('search_row.membership_valid_to', '>=', today)
  if (query.validity === 'expired') rows = rows.where('search_row.membership_valid_to', '<', today)
  const { ends_from, ends_to, material, paid_from, paid_to } = query
  const joined = joinedWithin(query)
  if (joined) rows = rows.where(joined.scan)
  if (ends_from) rows = rows.where('search_row.membership_valid_to', '>=', ends_from)
  if (ends_to) rows = rows.where('search_row.membership_valid_to', '<=', ends_to)
  if (paid_from) rows = rows.where('search_row.by_dues', '>=', paid_from)
  if (paid_to) rows = rows.where('search_row.by_dues', '<=', paid_to)
  if (material)
    rows = rows.where(containsText(db, 'search_row.materials', JSON.stringify(material)))
  if (query.email) rows = rows.where('search_row.has_email', '=', query.email === 'given')
  const { signed_in, invited } = query
  if (signed_in) rows = rows.where('search_row.has_signed_in', '=', signed_in === 'yes')
  if (invited) rows = rows.where('search_row.is_invited', '=', invited === 'yes')
  return query.dues ? rows.where(hasDues(query.dues, today)) : rows
}
