/** The filters of the register as conditions on `person`. */

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText, tableWithHint } from '#platform/server/database/engine-sql.ts'
import { forgivingSearch, type SearchedTexts } from '#platform/server/database/forgiving-search.ts'
import { addDays, type Day, startOfDay } from '#shared/dates.ts'
import { isStateCode } from '#shared/india/states.ts'
import { foldCase } from '#shared/search.ts'
import type { MemberQuery } from '../../contract.ts'
import { phoneDigitsInSearch } from '../../phone-digits.ts'
import { hasMemberRole } from '../member-role-queries.ts'
import { emailCondition } from '../queries.ts'
import { hasDues, lapsedWithin } from './dues-status-queries.ts'

export interface Filters extends Omit<MemberQuery, 'cursor'> {
  /** True where typing errors of the search are not forgiven, as in Member Data. */
  isExact?: boolean
  /** Replaces the condition of the search (`similarSearch`). */
  similar?: RawBuilder<boolean>
}

/** The people with a role that the filters match; SQLite reads them along the index. */
export function filteredPeople(db: Database, query: Filters, index: string, today: Day) {
  let rows = db
    .selectFrom(tableWithHint(db, 'person', 'person', `indexed by ${index}`))
    .where('person.role', 'is not', null)
  const { role, active, visible, paid, validity, state, material, email } = query
  const { ends_from, ends_to, paid_from, paid_to, signed_in, invited, dues } = query
  const { lapsed_from, lapsed_to } = query
  const search = query.similar ?? searchCondition(db, query.search)
  if (search) rows = rows.where(search)
  if (role === 'member') rows = rows.where(hasMemberRole)
  else if (role) rows = rows.where('person.role', '=', role)
  if (active) rows = rows.where('person.is_active', '=', active === 'true')
  if (visible) rows = rows.where('person.is_visible', '=', visible === 'true')
  if (paid) rows = rows.where('person.ledger_entry_id', paid === 'true' ? 'is not' : 'is', null)
  if (validity === 'unset') rows = rows.where('person.membership_valid_to', 'is', null)
  if (validity === 'valid') rows = rows.where('person.membership_valid_to', '>=', today)
  if (validity === 'expired') rows = rows.where('person.membership_valid_to', '<', today)
  const { joined_from: from, joined_to: to } = query
  if (from) rows = rows.where('person.created_at', '>=', startOfDay(from))
  if (to) rows = rows.where('person.created_at', '<', startOfDay(addDays(to, 1)))
  if (ends_from) rows = rows.where('person.membership_valid_to', '>=', ends_from)
  if (ends_to) rows = rows.where('person.membership_valid_to', '<=', ends_to)
  if (paid_from) rows = rows.where('person.paid_until', '>=', paid_from)
  if (paid_to) rows = rows.where('person.paid_until', '<=', paid_to)
  if (lapsed_from || lapsed_to) rows = rows.where(lapsedWithin(lapsed_from, lapsed_to ?? today))
  if (material) rows = rows.where(containsText(db, 'person.materials', JSON.stringify(material)))
  if (email) rows = rows.where(emailCondition(email))
  if (signed_in)
    rows = rows.where('person.last_sign_in_at', signed_in === 'yes' ? 'is not' : 'is', null)
  if (invited) rows = rows.where('person.invited_at', invited === 'yes' ? 'is not' : 'is', null)
  if (state) rows = rows.where(inState(state))
  return dues ? rows.where(hasDues(dues, today)) : rows
}

/** Condition: name, company, email or number contains the text, or the phone number its digits. */
export function searchCondition(
  db: Database,
  search: string | undefined,
): RawBuilder<boolean> | undefined {
  const text = foldCase(search ?? '').trim()
  if (text === '') return undefined
  // Name, company, email and number are separate lines of the searched text.
  const inText = text.includes('\n')
    ? sql<boolean>`false`
    : containsText(db, 'person.search_text', text)
  const phone = phoneDigitsInSearch(text)
  if (phone === undefined) return inText
  return sql<boolean>`(${inText} or ${containsText(db, 'person.phone_digits', phone)})`
}

/**
 * Condition for a search without exact matches: each of its words or a similar one is in the texts of the register or
 * of the directory, or the person is in the state that it names (decision 28).
 */
export async function similarSearch(
  db: Database,
  search = '',
): Promise<RawBuilder<boolean> | undefined> {
  return (await forgivingSearch(db, registerTexts, search))?.matches
}

const registerTexts: SearchedTexts = {
  columns: ['person.search_text', 'person.directory_text'],
  place: { column: 'person.state', stateOf: (code) => (isStateCode(code) ? code : undefined) },
  readPage: (db, after, limit) =>
    db
      .selectFrom('person')
      .select(['person.id', 'person.state as place'])
      .select(sql<string>`person.search_text || ' ' || person.directory_text`.as('text'))
      .where('person.role', 'is not', null)
      .where('person.id', '>', after)
      .orderBy('person.id')
      .limit(limit)
      .execute(),
}

/** Condition: a member of a state; `none`: without one. */
const inState = (state: NonNullable<Filters['state']>): RawBuilder<boolean> =>
  sql<boolean>`${hasMemberRole} and person.state = ${state === 'none' ? '' : state}`
