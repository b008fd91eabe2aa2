/**
 * Lists of the register: searched, filtered, sorted and paged. They scan `person_search`, a narrow copy
 * of `person` that database triggers maintain, and read full rows only of the people on the page.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { containsText, tableWithHint } from '#platform/server/database/engine-sql.ts'
import {
  type SubstringSearch,
  substringSearch,
} from '#platform/server/database/substring-search.ts'
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { foldCase } from '#shared/search.ts'
import type { MemberQuery, MemberSort } from '../../contract.ts'
import { type DuesFilter, duesRange } from '../../dues.ts'
import { searchedPhone } from '../../phone-digits.ts'
import type { MemberRow, PersonRow } from '../queries.ts'
import { isInState } from './state-queries.ts'

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
    return listingOf(near, query.limit, await register.total())
  const rows = await register
    .sorted(query.sort, range)
    .selectAll('person')
    .select(['search_row.at', 'search_row.total'])
    .execute()
  const total = await register.totalOf(rows, after)
  return listingOf(
    rows.map(({ total: _total, ...row }) => row),
    query.limit,
    total,
  )
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
  const indexHint = search ? 'not indexed' : `indexed by register_${by}`
  const rows = await filteredRows(db, indexHint, query, search?.find, today)
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
 * How many people are read along an index in search of a page. A page of 50 is among them when one of ten
 * people matches; otherwise reading them takes a hundredth of the scan of 100,000 that follows.
 */
const nearby = 600

/**
 * Builds the queries of one list: `sorted` selects its people in order, each row with the total of the
 * list as `search_row.total`; `totalOf` reads the total from such rows. `near`, for searches that find
 * many, selects those among the first in order; they are the page when they fill it.
 */
export async function searchRegister(db: Database, query: Filters, today: string) {
  const search = await selectiveCondition(db, query)
  const matches = (indexHint: string) => filteredRows(db, indexHint, query, search?.find, today)
  const countMatches = () =>
    filteredRows(db, countHint(search), query, search?.count, today).select((eb) =>
      eb.fn.countAll<number>().as('total'),
    )
  const total = async () => (await countMatches().executeTakeFirstOrThrow()).total
  return {
    total,
    /** Counts with a separate query only when the page after a cursor is empty. */
    totalOf: async ([row]: readonly { total: number }[], after: Cursor | undefined) =>
      row || !after ? (row?.total ?? 0) : total(),
    near: (sort: MemberQuery['sort'], { after, limit }: Omit<PageRange, 'order'>) => {
      if (!search?.isScan || limit === undefined || limit > nearby / 6) return undefined
      const { by, order } = sortOrder(sort)
      const key = sql.ref<string>(`search_row.${by}`)
      const first = filteredRows(db, `indexed by register_${by}`, query, undefined, today)
        .select([
          'search_row.person_id',
          'search_row.text',
          'search_row.phone_digits',
          key.as('at'),
        ])
        .where(isBeyond(key, order, after))
        .orderBy(key, order)
        .orderBy('search_row.person_id', order)
        .limit(nearby)
      return db
        .selectFrom(first.as('search_row'))
        .innerJoin('person', 'person.id', 'search_row.person_id')
        .where(search.find)
        .orderBy('search_row.at', order)
        .orderBy('search_row.person_id', order)
        .limit(limit + 1)
    },
    sorted: (sort: MemberQuery['sort'], { after, limit }: Omit<PageRange, 'order'>) => {
      const { by, order } = sortOrder(sort)
      const key = sql.ref<string>(`search_row.${by}`)
      const select = (indexHint: string) =>
        matches(indexHint).select(['search_row.person_id', key.as('at')])
      const range = { order, after, limit }
      const page = search
        ? sortedPage(select('not indexed'), range)
        : // SQLite refuses a hint that names no index: 0005-register has one for each order.
          indexedPage(select(`indexed by register_${by}`), { key, total: countMatches() }, range)
      return db
        .selectFrom(page.as('search_row'))
        .innerJoin('person', 'person.id', 'search_row.person_id')
        .orderBy('search_row.at', order)
        .orderBy('search_row.person_id', order)
    },
  }
}

interface PageRange {
  order: 'asc' | 'desc'
  after: Cursor | undefined
  limit: number | undefined
}

interface PageRow {
  person_id: string
  at: string
  /** The number of matches, on every page. */
  total: number
}

/**
 * With a search: the matches may all lie at the end of the sort index, so all rows are scanned once and
 * the matches sorted.
 */
function sortedPage(matches: Expression<unknown>, { order, after, limit }: PageRange) {
  const [beyond, direction] = [sql.raw(order === 'asc' ? '>' : '<'), sql.raw(order)]
  return sql<PageRow>`(
    with found as materialized ${matches}
    select person_id, "at", (select count(*) from found) as total from found
    ${after ? sql`where ("at", person_id) ${beyond} (${after.at}, ${after.id})` : sql``}
    order by "at" ${direction}, person_id ${direction}
    ${limit === undefined ? sql`` : sql`limit ${limit + 1}`})`
}

/** Without a search: the rows are read along the sort index. */
function indexedPage(
  matches: SelectQueryBuilder<
    Tables & { search_row: SearchRow },
    'search_row',
    Omit<PageRow, 'total'>
  >,
  { key, total }: { key: RawBuilder<string>; total: Expression<unknown> },
  { order, after, limit }: PageRange,
) {
  const page = matches
    .select(sql<number>`${total}`.as('total'))
    .where(isBeyond(key, order, after))
    .orderBy(key, order)
    .orderBy('search_row.person_id', order)
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

/** The condition of the search and of the state, which few rows may match; undefined without both. */
async function selectiveCondition(
  db: Database,
  { search, state }: Filters,
): Promise<SubstringSearch | undefined> {
  const matches = await searchCondition(db, search)
  const inState = state && (await isInState(db, state))
  if (!inState) return matches
  const find = matches ? sql<boolean>`(${matches.find} and ${inState})` : inState
  return { find, count: find, isScan: false }
}

/** A count by the trigram index needs no text, only the filters. */
const countHint = (search: SubstringSearch | undefined): string => {
  if (!search) return ''
  return search.count === search.find ? 'not indexed' : 'indexed by register_found'
}

/** The search of `person_search` as `search_row`; undefined without a search. */
export async function searchCondition(
  db: Database,
  search: string | undefined,
): Promise<SubstringSearch | undefined> {
  const substring = foldCase(search ?? '').trim()
  if (substring === '') return undefined
  const inText = await substringSearch(
    db,
    { table: 'person_search', alias: 'search_row', trigrams: 'person_trigram' },
    substring,
  )
  const phone = searchedPhone(substring)
  if (phone === undefined) return inText
  const find = sql<boolean>`(${inText.find} or ${containsText(db, 'search_row.phone_digits', phone)})`
  return { ...inText, find, count: find }
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
  const { joined_from: from, joined_to: to, ends_from, ends_to, material } = query
  const { paid_from, paid_to } = query
  if (from) rows = rows.where('search_row.created_at', '>=', startOfDay(from))
  if (to) rows = rows.where('search_row.created_at', '<', startOfDay(addDays(to, 1)))
  if (ends_from) rows = rows.where('search_row.membership_valid_to', '>=', ends_from)
  if (ends_to) rows = rows.where('search_row.membership_valid_to', '<=', ends_to)
  if (paid_from) rows = rows.where('search_row.by_dues', '>=', paid_from)
  if (paid_to) rows = rows.where('search_row.by_dues', '<=', paid_to)
  if (material)
    rows = rows.where(containsText(db, 'search_row.materials', JSON.stringify(material)))
  if (query.email) rows = rows.where('search_row.has_email', '=', query.email === 'given')
  for (const condition of signInConditions(query)) rows = rows.where(condition)
  return query.dues ? rows.where(hasDues(query.dues, today)) : rows
}

/** Conditions on columns that `person_search` does not have; an index of `person` has each. */
function signInConditions({ signed_in, invited }: Filters): RawBuilder<boolean>[] {
  const isNull = (column: string, wantsNull: boolean) =>
    sql<boolean>`search_row.person_id ${sql.raw(wantsNull ? 'in' : 'not in')} (select id from person where ${sql.ref(column)} is null)`
  return [
    ...(signed_in ? [isNull('last_sign_in_at', signed_in === 'never')] : []),
    ...(invited ? [isNull('invited_at', invited === 'no')] : []),
  ]
}

/** Condition: a member whose dues the filter matches; others have none. */
function hasDues(filter: DuesFilter, today: string): RawBuilder<boolean> {
  const { from = '', before = '9999', neverPaid } = duesRange(filter, today)
  const isPaidUntil = sql`search_row.by_dues >= ${from || '0'} and search_row.by_dues < ${before}`
  const matches = neverPaid ? sql`(search_row.by_dues = '' or ${isPaidUntil})` : isPaidUntil
  return sql<boolean>`search_row.role in ('oem', 'vendor') and ${matches}`
}
