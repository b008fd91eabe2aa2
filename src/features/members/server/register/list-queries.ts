/** Lists of the register: searched, filtered, sorted and paged. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { byteOrder, materialized, sortKey } from '#platform/server/database/engine-sql.ts'
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import type { MemberQuery, MemberSort } from '../../contract.ts'
import type { MemberRow } from '../queries.ts'
import { type Filters, filteredPeople } from './filter-queries.ts'

export interface MemberListing {
  members: MemberRow[]
  /** The number of matches, regardless of `limit` and cursor. */
  total: number
  next: Cursor | undefined
}

/** Where a page begins, and its length; by default the whole list. */
interface PageRange {
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
  today: string,
): Promise<MemberListing> {
  const rows = await selectMembers(db, query, { after, limit: query.limit }, today)
    .selectAll('person')
    .select(['page.at', 'page.total'])
    .execute()
  const total = rows[0]?.total ?? (after ? await countMatches(db, query, today) : 0)
  const { rows: page, next } = pageOf(rows, query.limit, ({ at, id }) => ({ at, id }))
  // Lists have no people without a role.
  const members = page.map(({ at: _at, total: _total, ...row }) => row as MemberRow)
  return { members, total, next }
}

/** The ids of everybody in a list, by membership number descending unless `sort` is given. */
export async function listMemberIds(
  db: Database,
  query: Filters,
  today: string,
): Promise<string[]> {
  const { order } = sortOrder(db, query.sort)
  const rows = await db
    .selectFrom(idsOf(db, query, {}, today).as('page'))
    .select('page.id')
    .orderBy('page.at', order)
    .orderBy(byteOrder(db, sql.ref('page.id')), order)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of the ids that belong to members or administrators, in the order of `listMemberIds`. */
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

/** The people of a page in order; `page` has the value by which each is sorted, and the number of matches. */
export function selectMembers(db: Database, query: Filters, range: PageRange, today: string) {
  const { order } = sortOrder(db, query.sort)
  return db
    .selectFrom(idsOf(db, query, range, today).as('page'))
    .innerJoin('person', 'person.id', 'page.id')
    .orderBy('page.at', order)
    .orderBy(byteOrder(db, sql.ref('page.id')), order)
}

/** The number of people in a list. */
export async function countMatches(db: Database, query: Filters, today: string): Promise<number> {
  const { total } = await counted(db, query, today).executeTakeFirstOrThrow()
  return total
}

const counted = (db: Database, query: Filters, today: string) =>
  filteredPeople(db, query, listing, today).select((eb) => eb.fn.countAll<number>().as('total'))

/** The index that has what lists search, filter and sort by. */
const listing = 'person_listing'

/** The columns to sort by, and the index of the order, where there is one. */
const orders = {
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
  const { isText, index } = orders[name]
  return {
    key: isText ? sortKey(db, column) : byteOrder(db, sql`coalesce(${column}, '')`),
    id: byteOrder(db, sql.ref('person.id')),
    index,
    order: isDescending ? 'desc' : 'asc',
  } as const
}

/** Whether the filters may match few people, who may be anywhere in the order of the list. */
function isSelective(query: Filters): boolean {
  const { role: _role, active: _active, visible: _visible, ...others } = query
  const { sort: _sort, limit: _limit, search, ...filters } = others
  return !!search?.trim() || Object.values(filters).some((value) => value !== undefined)
}

interface PageRow {
  id: string
  /** The value by which the row is sorted. */
  at: string
  total: number
}

/**
 * The ids of a page in order. Most of the people in an order are those of a list, so that a page is read along the
 * index of the order; what a search or filter matches is collected first, and counted and sorted then.
 */
function idsOf(db: Database, query: Filters, { after, limit }: PageRange, today: string) {
  const { key, id, index, order } = sortOrder(db, query.sort)
  const isCollected = index === undefined || isSelective(query)
  const rows = filteredPeople(db, query, isCollected ? listing : index, today).select([
    'person.id',
    key.as('at'),
  ])
  const direction = sql.raw(order)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  if (isCollected) {
    const ofPage = limit === undefined ? sql`` : sql`limit ${limit + 1}`
    const foundId = byteOrder(db, sql.ref('found.id'))
    const isBeyond = after
      ? sql`where (found."at", ${foundId}) ${beyond} (${after.at}, ${after.id})`
      : sql``
    return sql<PageRow>`(with found as ${materialized(db)} ${rows}
      select found.id, found."at", (select count(*) from found) as total from found ${isBeyond}
      order by found."at" ${direction}, ${foundId} ${direction} ${ofPage})`
  }
  const page = after
    ? rows.where(sql<boolean>`(${key}, ${id}) ${beyond} (${after.at}, ${after.id})`)
    : rows
  const inOrder = page
    .select(counted(db, query, today).as('total'))
    .orderBy(key, order)
    .orderBy(id, order)
  return sql<PageRow>`${limit === undefined ? inOrder : inOrder.limit(limit + 1)}`
}
