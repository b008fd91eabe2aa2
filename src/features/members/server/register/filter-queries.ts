/** Conditions of the filters of the register on `search_row`. */
import { type RawBuilder, sql } from 'kysely'
import type { SubstringSearch } from '#platform/server/database/substring-search.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { MemberQuery } from '../../contract.ts'
import { type DuesFilter, duesRange } from '../../dues.ts'

export interface Selective extends SubstringSearch {
  /** The index of a range that has the matches; it does not need the texts. */
  range?: string
}

/** Members of a state; `none`: without one. */
export function inState(state: MemberQuery['state']): Selective | undefined {
  if (!state) return undefined
  const scan = sql<boolean>`(search_row.state = ${state === 'none' ? '' : state} and search_row.role in ('oem', 'vendor'))`
  return { scan, ...withoutSearch, range: 'indexed by register_by_state' }
}

const withoutSearch = { indexed: undefined, expression: undefined, counted: undefined }

/** Membership numbers mostly begin with a year, so that the matches are together in their order. */
export function joinedWithin({
  joined_from: from,
  joined_to: to,
}: Pick<MemberQuery, 'joined_from' | 'joined_to'>): Selective | undefined {
  if (!from && !to) return undefined
  const [start, end] = [from ? startOfDay(from) : '', to ? startOfDay(addDays(to, 1)) : '9999']
  const scan = sql<boolean>`(search_row.by_joined >= ${start} and search_row.by_joined < ${end})`
  return { scan, ...withoutSearch, range: 'indexed by register_by_joined' }
}

/** Condition: a member whose dues the filter matches; others have none. */
export function hasDues(filter: DuesFilter, today: string): RawBuilder<boolean> {
  const { from = '', before = '9999', neverPaid } = duesRange(filter, today)
  const isPaidUntil = sql`search_row.by_dues >= ${from || '0'} and search_row.by_dues < ${before}`
  const matches = neverPaid ? sql`(search_row.by_dues = '' or ${isPaidUntil})` : isPaidUntil
  return sql<boolean>`search_row.role in ('oem', 'vendor') and ${matches}`
}
