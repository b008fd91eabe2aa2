/** The rows of `person_search` that the filters of the register match, in an order and after a cursor. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, tableWithHint } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import type { Role } from '#shared/roles.ts'
import type { MemberQuery, MemberSort } from '../../contract.ts'
import { hasDues, joinedWithin } from './filter-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    person_search: SearchRow
  }
}

/** The columns for searching and filtering, and as `by_…` the sort keys. */
export interface SearchRow {
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

export type Filters = Omit<MemberQuery, 'cursor'>

export interface PageRange {
  order: 'asc' | 'desc'
  after: Cursor | undefined
  limit: number | undefined
}

export interface PageRow {
  person_id: string
  at: string
}

/** Condition: the row is on a page after the cursor. */
export function isBeyond(
  key: RawBuilder<string>,
  order: 'asc' | 'desc',
  after: Cursor | undefined,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql<boolean>`(${key}, search_row.person_id) ${beyond} (${after.at}, ${after.id})`
}

export function sortOrder(sort: MemberQuery['sort']) {
  if (sort === undefined) return { by: sortColumns.membership_number, order: 'desc' } as const
  const isDescending = sort.startsWith('-')
  const column = (isDescending ? sort.slice(1) : sort) as MemberSort
  return { by: sortColumns[column], order: isDescending ? 'desc' : 'asc' } as const
}

export function filteredRows(
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
