/**
 * The register in lists: found, filtered, sorted, in parts or whole. Lists look at `person_search`, a
 * narrow copy of everybody which the database keeps, and read only those people whole that they show.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  containsText,
  type Database,
  indexedTable,
  type Tables,
} from '#platform/server/database/database.ts'
import { containsSubstring } from '#platform/server/database/substring-search.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { foldCase } from '#shared/search.ts'
import type { MemberQuery, MemberSort } from '../../contract.ts'
import type { MemberRow } from '../record/member-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    person_search: SearchRow
  }
}

/** What lists are searched, filtered and sorted by; `by_...` are what they are sorted by. */
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
  /** Name, company, e-mail and number, folded, a line each. */
  text: string
}

const sortColumns = {
  membership_number: 'by_number',
  name: 'by_name',
  company_name: 'by_company',
  created_at: 'by_joined',
  payment_date: 'by_paid',
  membership_valid_to: 'by_valid_to',
} as const satisfies Record<MemberSort, keyof SearchRow>

export interface MemberListing {
  members: MemberRow[]
  /** How many there are in all, before `limit` and the cursor. */
  total: number
  next: Cursor | undefined
}

type Filters = Omit<MemberQuery, 'cursor'>

/**
 * Everybody with a role, by membership number downwards unless asked otherwise. Ties are broken by
 * id; pages continue behind a place, so that what changes meanwhile makes neither gaps nor doubles.
 */
export async function listMembers(
  db: Database,
  query: Filters,
  after: Cursor | undefined,
  today: string,
): Promise<MemberListing> {
  const found = await searchRegister(db, query, today)
  const read = found.inOrder(query.sort, { after, limit: query.limit })
  const rows = await read.selectAll('person').select(['line.at', 'line.total']).execute()
  const shown = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    members: shown.map(({ at: _at, total: _total, ...row }) => row as MemberRow),
    total: await found.totalOf(rows, after),
    next: last && { at: last.at, id: last.id },
  }
}

/**
 * A list in its making: how long it is, and its people in order, from which columns are chosen; each
 * row says how long the list is, too.
 */
export async function searchRegister(db: Database, query: Filters, today: string) {
  const piece = await searchCondition(db, query.search)
  const lines = (how: string) => filteredRows(db, how, query, piece, today)
  const counted = () =>
    lines(piece ? 'not indexed' : '').select((of) => of.fn.countAll<number>().as('total'))
  return {
    /** How long the list is, as its rows say; behind its end there is none that does. */
    totalOf: async ([row]: readonly { total: number }[], after: Cursor | undefined) => {
      if (row || !after) return row?.total ?? 0
      return (await counted().executeTakeFirstOrThrow()).total
    },
    inOrder: (sort: MemberQuery['sort'], { after, limit }: Omit<PageRange, 'order'>) => {
      const { by, order } = sortOrder(sort)
      const key = sql.ref<string>(`line.${by}`)
      const found = (how: string) => lines(how).select(['line.person_id', key.as('at')])
      const stretch = { order, after, limit }
      const part = piece
        ? sortedPage(found('not indexed'), stretch)
        : indexedPage(found(`indexed by register_${by}`), { key, total: counted() }, stretch)
      return db
        .selectFrom(part.as('line'))
        .innerJoin('person', 'person.id', 'line.person_id')
        .orderBy('line.at', order)
        .orderBy('line.person_id', order)
    },
  }
}

/** Where a list goes on, and how much of it is wanted. */
interface PageRange {
  order: 'asc' | 'desc'
  after: Cursor | undefined
  limit: number | undefined
}

interface PageRow {
  person_id: string
  at: string
  /** How long the whole list is. */
  total: number
}

/** What a search finds may all stand at the end of the order: it reads every line once, and sorts. */
function sortedPage(found: Expression<unknown>, { order, after, limit }: PageRange) {
  const [behind, way] = [sql.raw(order === 'asc' ? '>' : '<'), sql.raw(order)]
  return sql<PageRow>`(
    with found as materialized ${found}
    select person_id, "at", (select count(*) from found) as total from found
    ${after ? sql`where ("at", person_id) ${behind} (${after.at}, ${after.id})` : sql``}
    order by "at" ${way}, person_id ${way}
    ${limit === undefined ? sql`` : sql`limit ${limit + 1}`})`
}

/** Without a search the lines are walked along their index. */
function indexedPage(
  lines: SelectQueryBuilder<Tables & { line: SearchRow }, 'line', Omit<PageRow, 'total'>>,
  { key, total }: { key: RawBuilder<string>; total: Expression<unknown> },
  { order, after, limit }: PageRange,
) {
  let part = lines
    .select(sql<number>`${total}`.as('total'))
    .orderBy(key, order)
    .orderBy('line.person_id', order)
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  if (after)
    part = part.where(sql<boolean>`(${key}, line.person_id) ${behind} (${after.at}, ${after.id})`)
  return sql<PageRow>`${limit === undefined ? part : part.limit(limit + 1)}`
}

function sortOrder(sort: MemberQuery['sort']) {
  if (sort === undefined) return { by: sortColumns.membership_number, order: 'desc' } as const
  const isDown = sort.startsWith('-')
  const column = (isDown ? sort.slice(1) : sort) as MemberSort
  return { by: sortColumns[column], order: isDown ? 'desc' : 'asc' } as const
}

async function searchCondition(db: Database, search: string | undefined) {
  const piece = foldCase(search ?? '').trim()
  if (piece === '') return undefined
  return containsSubstring(
    db,
    { table: 'person_search', alias: 'line', trigrams: 'person_trigram' },
    piece,
  )
}

function filteredRows(
  db: Database,
  how: string,
  query: Filters,
  piece: RawBuilder<boolean> | undefined,
  today: string,
) {
  let found = db
    .selectFrom(indexedTable(db, 'person_search', 'line', how))
    .where('line.role', 'is not', null)
  if (piece) found = found.where(piece)
  if (query.role === 'member') found = found.where('line.role', 'in', ['oem', 'vendor'])
  else if (query.role) found = found.where('line.role', '=', query.role)
  if (query.active) found = found.where('line.is_active', '=', query.active === 'true')
  if (query.visible) found = found.where('line.is_visible', '=', query.visible === 'true')
  if (query.paid) found = found.where('line.is_paid', '=', query.paid === 'true')
  if (query.validity === 'unset') found = found.where('line.membership_valid_to', 'is', null)
  if (query.validity === 'valid') found = found.where('line.membership_valid_to', '>=', today)
  if (query.validity === 'expired') found = found.where('line.membership_valid_to', '<', today)
  const { joined_from: from, joined_to: to, ends_from, ends_to, material } = query
  if (from) found = found.where('line.created_at', '>=', startOfDay(from))
  if (to) found = found.where('line.created_at', '<', startOfDay(addDays(to, 1)))
  if (ends_from) found = found.where('line.membership_valid_to', '>=', ends_from)
  if (ends_to) found = found.where('line.membership_valid_to', '<=', ends_to)
  if (material) found = found.where(containsText(db, 'line.materials', JSON.stringify(material)))
  return found
}
