/** The active members with what they owe. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { YearRates } from '#features/dues/rules.ts'
import { owedNotRaised } from '#features/dues/server/not-raised-queries.ts'
import { isCharged } from '#features/ledger/server/accounts/year-parts-queries.ts'
import { joinOwnFee } from '#features/ledger/server/charges/own-fee-queries.ts'
import { type SeasonStatus, seasonStatuses } from '#features/members/dues-status.ts'
import {
  hasDues,
  hasSeasonStatus,
  hasShownStatus,
  owesCharge,
} from '#features/members/server/list/dues-status-queries.ts'
import { searchCondition, similarSearch } from '#features/members/server/list/filter-queries.ts'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import {
  type AccountColumns,
  emailCondition,
  type PersonRow,
} from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { byteOrder, isOneOf, isPostgres, sortKey } from '#platform/server/database/engine-sql.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import { firstInSteps, sumRows } from '#platform/server/reading/sum-rows.ts'
import { addDays, type Day, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import type { RenewalsQuery } from '../../renewals/contract.ts'
import { type Age, ageLimits, ages, type RenewalSort } from '../../renewals/filters.ts'

type ShownColumn =
  | 'id'
  | 'name'
  | 'company_name'
  | 'membership_number'
  | 'email'
  | 'whatsapp_number'

export interface RenewalRow extends Pick<PersonRow, ShownColumn>, AccountColumns {
  role: MemberRole
  /** What is owed on the day. */
  owed_paise: Paise
  /** What is raised for years that have not begun on it. */
  ahead_paise: Paise
}

interface RenewalPage {
  rows: RenewalRow[]
  total: number
  next: Cursor | undefined
}

/** A page of the list; ties are broken by id. */
export async function listRenewals(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  { now, rates }: { now: Date; rates: YearRates },
): Promise<RenewalPage> {
  const today = isoDay(now)
  const notRaised = owedNotRaised(rates, now)
  const { isMatch, total } = await findMatches(db, query, today)
  const { by, isDescending, direction, beyond } = orderOf(query.sort)
  const at = sortTexts(db, today, notRaised)[by]
  const id = byteOrder(db, sql.ref('person.id'))
  const matches = sql<Cursor>`select person.id, ${at} as at from person
    ${by === 'owed' ? joinOwnFee(financialYear(now).name) : sql``}
    where ${isMatch} ${after ? sql`and (${at}, ${id}) ${beyond} (${after.at}, ${after.id})` : sql``}`
  const limit = query.limit + 1
  const order = sql`at ${direction}, ${id} ${direction}`
  const cursors =
    by === 'owed' && !isPostgres(db)
      ? await firstInSteps(db, matches, { isDescending, limit })
      : (await sql<Cursor>`${matches} order by ${order} limit ${limit}`.execute(db)).rows
  const page = pageOf(cursors, query.limit, (last) => last)
  const rows = await readRows(
    db,
    page.rows.map(({ id: memberId }) => memberId),
    today,
  )
  return { rows, total, next: page.next }
}

/** The condition of a list and how many meet it; without exact matches of the search, it finds similar words. */
async function findMatches(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  today: Day,
): Promise<{ isMatch: RawBuilder<unknown>; total: number }> {
  const count = async (search: RawBuilder<boolean> | undefined) => {
    const isMatch = sql.join(conditionsOf(query, search, today), sql` and `)
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from person where ${isMatch}`.execute(db)
    return { isMatch, total: Number(rows[0]?.total ?? 0) }
  }
  const exact = await count(searchCondition(db, query.search))
  const similar = exact.total > 0 ? undefined : await similarSearch(db, query.search)
  return similar ? count(similar) : exact
}

/** The rows of the list for these people, in the order of the ids. */
async function readRows(db: Database, ids: readonly string[], today: Day): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`
    select id, name, company_name, membership_number, role, email, whatsapp_number, paid_until, waived_until,
      counts_from, due_on, grace_until, dues_open_from, dues_open_to, credit_paise,
      ${owedOn(today)} as owed_paise, ${openOf(sql`counts_from > ${today}`)} as ahead_paise
    from person where ${isOneOf(db, 'id', ids)}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What is open of the charges of `person` that meet a condition. */
const openOf = (condition: RawBuilder<unknown>): RawBuilder<number> => sql<number>`cast(coalesce((
  select sum(open_paise) from open_charge where person_id = person.id and ${condition}), 0) as bigint)`

/** What a person owes on a day: of years that have begun, and of charges that are overdue. */
const owedOn = (today: Day): RawBuilder<number> => openOf(sql`counts_from <= ${today}`)

function conditionsOf(
  { role, status, dues, year, age, email }: Omit<RenewalsQuery, 'cursor'>,
  search: RawBuilder<boolean> | undefined,
  today: Day,
): RawBuilder<SqlBool>[] {
  return [
    isActiveMember,
    ...(role ? [sql<boolean>`person.role = ${role}`] : []),
    ...(status === 'owes' ? [owesCharge(today)] : []),
    ...(status && status !== 'owes' ? [hasShownStatus(status, today)] : []),
    ...(dues ? [hasDues(dues, today)] : []),
    ...(age
      ? [
          sql<boolean>`person.id in (select person_id from open_charge where ${isOfAge(age, today)})`,
        ]
      : []),
    ...(year ? [isCharged(year)] : []),
    ...(email ? [emailCondition(email)] : []),
    ...(search ? [search] : []),
  ]
}

const isActiveMember = sql<boolean>`person.is_active and ${hasMemberRole}`

/** Condition on `open_charge`: how long ago it was due. */
function isOfAge(age: Age, today: Day): RawBuilder<SqlBool> {
  const index = ages.indexOf(age)
  const [last, first] = [ageLimits[index], ageLimits[index - 1]]
  const from = last === undefined ? '' : addDays(today, -last)
  const before = first === undefined ? '9999' : addDays(today, -first)
  return sql<boolean>`(open_charge.due_on >= ${from} and open_charge.due_on < ${before})`
}

function orderOf(sort: RenewalsQuery['sort']) {
  const isDescending = sort.startsWith('-')
  return {
    by: sort.replace('-', '') as RenewalSort,
    isDescending,
    direction: sql.raw(isDescending ? 'desc' : 'asc'),
    beyond: sql.raw(isDescending ? '<' : '>'),
  }
}

/**
 * Cursors compare texts, so all amounts get the same number of digits. A member
 * who owes nothing comes last by the due day.
 */
const sortTexts = (
  db: Database,
  today: Day,
  notRaised: RawBuilder<number>,
): Record<RenewalSort, RawBuilder<string>> => ({
  company_name: sortKey(db, sql`person.company_name`),
  owed: sql`cast(1000000000000000 + ${owedOn(today)} + ${notRaised} as text)`,
  due_on: byteOrder(db, sql`case when ${owesCharge(today)} then person.due_on else '9999' end`),
})

interface StatusSum {
  status: SeasonStatus
  has_lapsed: boolean
  role: MemberRole
  members: number
  /** The open amount. */
  paise: Paise
  not_raised_paise: Paise
}

/** The active members by status, by whether they have lapsed and by type, and what they owe on a day. */
export async function sumByStatus(db: Database, rates: YearRates, now: Date): Promise<StatusSum[]> {
  const today = isoDay(now)
  const status = caseOf(seasonStatuses, (one) => hasSeasonStatus(one, today))
  const sums = await sumRows(db, {
    by: {
      status,
      has_lapsed: sql<number | boolean>`${hasDues('lapsed', today)}`,
      role: sql<MemberRole>`person.role`,
    },
    sums: { paise: owedOn(today), not_raised_paise: owedNotRaised(rates, now) },
    from: sql`person ${joinOwnFee(financialYear(now).name)} where ${isActiveMember}`,
  })
  return sums.map(({ has_lapsed, rows, ...sum }) => ({
    ...sum,
    has_lapsed: Boolean(has_lapsed),
    members: rows,
  }))
}

interface AgeSum {
  age: Age
  members: number
  paise: Paise
}

/** What is open of charges by how long ago they were due, of active members. */
export async function sumByAge(db: Database, today: Day): Promise<AgeSum[]> {
  const sums = await sumRows(db, {
    by: { age: caseOf(ages, (one) => isOfAge(one, today)) },
    sums: { paise: sql<number>`open_paise` },
    counted: sql<string>`person_id`,
    from: sql`open_charge join person on person.id = open_charge.person_id where ${isActiveMember}`,
  })
  return sums.map(({ rows, ...sum }) => ({ ...sum, members: rows }))
}

/** The first of the names whose condition holds. */
const caseOf = <Name extends string>(
  names: readonly Name[],
  condition: (name: Name) => RawBuilder<unknown>,
): RawBuilder<Name> =>
  sql<Name>`case ${sql.join(
    names.map((name) => sql`when ${condition(name)} then ${sql.lit(name)}`),
    sql` `,
  )} end`
