/** Lists of the register: searched, filtered, sorted and paged. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { byteOrder, collected, sortKey } from '#platform/server/database/engine-sql.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import type { Day } from '#shared/dates.ts'
import type { MemberSort } from '../../columns/sort-columns.ts'
import type { MemberQuery } from '../../contract.ts'
import { countPeople, type PeopleCount } from '../count-queries.ts'
import type { MemberRow } from '../queries.ts'
import { type Filters, filteredPeople, similarSearch } from './filter-queries.ts'

export interface MemberListing {
  members: MemberRow[]
  /** The number of matches, regardless of `limit` and cursor. */
  total: number
  next: Cursor | undefined
}

/** Where a page begins, and its length, by default the whole list; what is owed is read for `today`. */
interface PageRange extends Pick<PeopleCount, 'matchesMost'> {
  today: Day
  after?: Cursor | undefined
  limit?: number | undefined
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
  today: Day,
): Promise<MemberListing> {
  const { filters, ...count } = await findMatches(db, query, today)
  if (count.total === 0) return { members: [], total: 0, next: undefined }
  const rows = await selectMembers(db, filters, { ...count, after, limit: query.limit, today })
    .selectAll('person')
    .select('page.at')
    .execute()
  const { rows: page, next } = pageOf(rows, query.limit, ({ at, id }) => ({ at, id }))
  // Lists have no people without a role.
  const members = page.map(({ at: _at, ...row }) => row as MemberRow)
  return { members, total: count.total, next }
}

/** The ids of everybody in a list, by membership number descending unless `sort` is given. */
export async function listMemberIds(db: Database, query: Filters, today: Day): Promise<string[]> {
  const { filters } = query.search ? await findMatches(db, query, today) : { filters: query }
  const ids: string[] = []
  for await (const rows of rowChunks(
    db,
    idsInOrder(db, filters, { matchesMost: false, today }),
    500,
  ))
    for (const { id } of rows) ids.push(id)
  return ids
}

/**
 * Returns those of the ids that belong to members or administrators, in the order of `listMemberIds`.
 */
export async function orderMemberIds(
  db: Database,
  ids: readonly string[],
  sort: MemberQuery['sort'],
): Promise<string[]> {
  const { key, id, order } = sortOrder(db, sort)
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.id', 'in', ids)
    .where('person.role', 'is not', null)
    .orderBy(key, order)
    .orderBy(id, order)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * The number of people in a list, and the filters that find them: if no one matches the search exactly, those for
 * similar words.
 */
export async function findMatches(
  db: Database,
  query: Filters,
  today: Day,
): Promise<PeopleCount & { filters: Filters }> {
  const count = (wanted: Filters) =>
    countPeople(db, filteredPeople(db, wanted, listingIndex, today))
  const exact = await count(query)
  const similar =
    exact.total > 0 || query.isExact ? undefined : await similarSearch(db, query.search)
  if (!similar) return { ...exact, filters: query }
  const filters = { ...query, similar }
  return { ...(await count(filters)), filters }
}

/** The people of a page in order; `page.at` is the value by which each is sorted. */
export function selectMembers(db: Database, query: Filters, range: PageRange) {
  const { order } = sortOrder(db, query.sort)
  return db
    .selectFrom(idsInOrder(db, query, range).as('page'))
    .innerJoin('person', 'person.id', 'page.id')
    .orderBy('page.at', order)
    .orderBy(byteOrder(db, sql.ref('page.id')), order)
}

/** The covering index of all columns by which lists search, filter and sort. */
const listingIndex = 'person_listing'

/** The columns to sort by, and the index of the order, where there is one. */
const sortOrders = {
  membership_number: { isText: true, index: 'person_in_number_order' },
  name: { isText: true, index: 'person_in_name_order' },
  company_name: { isText: true, index: 'person_in_company_order' },
  created_at: { isText: false, index: undefined },
  payment_date: { isText: false, index: undefined },
  membership_valid_to: { isText: false, index: undefined },
  dues: { isText: false, index: undefined },
} as const satisfies Record<MemberSort, { isText: boolean; index: string | undefined }>

function sortOrder(db: Database, sort: MemberQuery['sort'] = '-membership_number') {
  const isDescending = sort.startsWith('-')
  const name = (isDescending ? sort.slice(1) : sort) as MemberSort
  const column = sql.ref(`person.${name === 'dues' ? 'paid_until' : name}`)
  const { isText, index } = sortOrders[name]
  return {
    key: isText ? sortKey(db, column) : byteOrder(db, sql`coalesce(${column}, '')`),
    id: byteOrder(db, sql.ref('person.id')),
    index,
    order: isDescending ? 'desc' : 'asc',
  } as const
}

/** Whether the filters may match only few people, anywhere in the order of the list. */
function isSelective(query: Filters): boolean {
  const { role: _role, active: _active, visible: _visible, ...others } = query
  const { sort: _sort, limit: _limit, isExact: _isExact, search, ...filters } = others
  return !!search?.trim() || Object.values(filters).some((value) => value !== undefined)
}

/**
 * The ids of a page in order. If most people match, the page is read along the index of its order. Few matches could
 * all be at the end of that index, so they are collected and sorted instead.
 */
function idsInOrder(db: Database, query: Filters, { matchesMost, after, limit, today }: PageRange) {
  const { key, id, index, order } = sortOrder(db, query.sort)
  const usesOrderIndex = index !== undefined && (matchesMost || !isSelective(query))
  const at = usesOrderIndex ? key : collected(key)
  let rows = filteredPeople(db, query, usesOrderIndex ? index : listingIndex, today)
    .select(['person.id', at.as('at')])
    .orderBy(at, order)
    .orderBy(id, order)
  if (after) {
    const beyond = sql.raw(order === 'asc' ? '>' : '<')
    rows = rows.where(sql<boolean>`(${at}, ${id}) ${beyond} (${after.at}, ${after.id})`)
  }
  return limit === undefined ? rows : rows.limit(limit + 1)
}
