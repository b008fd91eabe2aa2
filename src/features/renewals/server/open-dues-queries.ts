/**
 * The members by what they owe, from `open_dues`: of each member the days on which something that is still open
 * was due. Triggers compute it from the ledger, so that a page needs no accounts but its own.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AccountStatus } from '#features/ledger/contract.ts'
import { searchCondition } from '#features/members/server/register/filter-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { maxSortedRows, sortKey, tableWithHint } from '#platform/server/database/engine-sql.ts'
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import { addDays } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { type Age, ageLimits, ages, type RenewalSort, type RenewalsQuery } from '../contract.ts'
import { isActiveCharge } from './account-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** What is open of a member by the day on which it was due; never written but by triggers. */
    open_dues: {
      person_id: string
      due_on: string
      /** The next of these days of the member; '9999' for none. */
      next_due_on: string
      is_first: boolean
      /** Of the first day. */
      grace_until: string | null
      open_paise: number
      /** Of all days. */
      owed_paise: number
      role: Role | null
      is_active: boolean
      by_company: string
      by_dues: string
    }
  }
}

export interface RenewalIds {
  ids: string[]
  total: number
  next: Cursor | undefined
}

type Condition = RawBuilder<unknown>
type Filters = Pick<RenewalsQuery, 'role' | 'status' | 'age'>
type Found = { id: string; at: string }

const all = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

/** The days from which, and before which, an open charge of an age was due. */
function dueWithin(age: Age, today: string): { from: string; before: string } {
  const index = ages.indexOf(age)
  const [last, first] = [ageLimits[index], ageLimits[index - 1]]
  return {
    from: last === undefined ? '' : addDays(today, -last),
    before: first === undefined ? '9999' : addDays(today, -first),
  }
}

/** Condition: the members of a type, or of both. */
const ofRole = (role: Filters['role']): Condition =>
  role ? sql`role = ${role}` : sql`role in ('oem', 'vendor')`

/** Conditions on the first day of an active member with open dues. */
const isFirst = sql`is_first and is_active`

/** As SQLite compares it with an index that begins with it or with the role. */
const isActive = sql`is_active = true`

const hasStatus = (status: Filters['status'], today: string): Condition[] => {
  if (status === 'due') return [sql`due_on >= ${today}`]
  const isInGrace = sql`coalesce(grace_until, '') >= ${today}`
  if (status === 'grace') return [sql`due_on < ${today}`, isInGrace]
  if (status === 'lapsed') return [sql`due_on < ${today}`, sql`not ${isInGrace}`]
  return []
}

/** Whether the filters match members who owe something, and members who owe nothing. */
const partsOf = ({ status, age }: Filters) => ({
  owing: status !== 'paid' && status !== 'not due',
  clear: age === undefined && (!status || status === 'paid' || status === 'not due'),
})

/** Condition of members who owe nothing: whether they have paid for today. */
const isPaid = (status: Filters['status'], today: string): Condition[] => {
  if (status === 'paid') return [sql`by_dues >= ${today}`]
  return status === 'not due' ? [sql`by_dues < ${today}`] : []
}

const openDues = sql`open_dues`

/** The members with the columns of `open_dues` that all of them have. */
const members = (db: Database): Condition =>
  sql`(select id as person_id, role, is_active, paid_until as by_dues,
    ${sortKey(db, sql`company_name`)} as by_company from person) member`

async function countOf(db: Database, table: Condition, conditions: readonly Condition[]) {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from ${table} where ${all(conditions)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The members with open dues; a member with several days of one age is counted on the last of them. */
function countOwing(
  db: Database,
  { role, status, age }: Filters,
  also: readonly Condition[],
  today: string,
): Promise<number> {
  const shared = [ofRole(role), ...also]
  if (!age) return countOf(db, openDues, [isFirst, ...shared, ...hasStatus(status, today)])
  const { from, before } = dueWithin(age, today)
  const isOfAge = sql`is_active and due_on >= ${from} and due_on < ${before} and next_due_on >= ${before}`
  if (!status || status === 'owes') return countOf(db, openDues, [isOfAge, ...shared])
  const conditions = [isFirst, ...shared, ...hasStatus(status, today)]
  const ofAge = sql`person_id in (select person_id from open_dues where ${isOfAge})`
  return countOf(db, openDues, [...conditions, ofAge])
}

/** The active members without open dues: all but those with open dues. */
async function countClear(
  db: Database,
  { role, status }: Filters,
  also: readonly Condition[],
  today: string,
): Promise<number> {
  const conditions = [ofRole(role), ...isPaid(status, today), ...also]
  const active = await countOf(db, members(db), [isActive, ...conditions])
  return active - (await countOf(db, openDues, [isFirst, ...conditions]))
}

/** A page of the active members, filtered or sorted by what they owe. */
export async function listByDues(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalIds> {
  const among = membersAmong(db, query)
  const parts = partsOf(query)
  const owing = parts.owing ? await countOwing(db, query, among, today) : 0
  const clear = parts.clear ? await countClear(db, query, among, today) : 0
  const range = { after, limit: query.limit + 1, order: orderOf(query.sort) }
  const pages: RawBuilder<unknown>[] = []
  if (owing > 0) pages.push(owingPage(db, query, among, today, { ...range, total: owing }))
  // Those who owe most, or longest, come before those who owe nothing.
  const isFilled = !after && owing >= range.limit && ['-owed', 'due_on'].includes(query.sort)
  if (clear > 0 && !isFilled) {
    const page = clearPage(db, query, among, today, range)
    if (page) pages.push(page)
  }
  if (pages.length === 0) return { ids: [], total: owing + clear, next: undefined }
  const { direction } = range.order
  const { rows } = await sql<Found>`
    select id, "at" from (${sql.join(
      pages.map((page) => sql`select * from (${page}) page`),
      sql` union all `,
    )}) found
    order by "at" ${direction}, id ${direction} limit ${range.limit}`.execute(db)
  const page = pageOf(rows, query.limit, (last) => last)
  return { ids: page.rows.map(({ id }) => id), total: owing + clear, next: page.next }
}

/** Conditions of the search and of the year for which dues were raised. */
function membersAmong(
  db: Database,
  { search, year }: Pick<RenewalsQuery, 'search' | 'year'>,
): Condition[] {
  const matches = searchCondition(db, search)
  return [
    ...(year
      ? [
          sql`person_id in (select charge.person_id from ledger_entry charge
            where charge.year = ${year} and ${isActiveCharge})`,
        ]
      : []),
    ...(matches ? [sql`person_id in (select person.id from person where ${matches})`] : []),
  ]
}

interface Range {
  after: Cursor | undefined
  limit: number
  order: ReturnType<typeof orderOf>
  total: number
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

/** Cursors have texts: amounts get the same number of digits. */
const amountBase = 1_000_000_000_000_000
const nothingOwed = { owed: String(amountBase), due_on: '9999' }

const orders = {
  company_name: { key: sql`by_company`, at: sql`by_company` },
  owed: { key: sql`owed_paise`, at: sql`cast(${sql.lit(amountBase)} + owed_paise as text)` },
  due_on: { key: sql`due_on`, at: sql`due_on` },
} as const

const cursorValue = (by: RenewalSort, at: string): string | number => {
  if (by !== 'owed') return at
  const amount = Number(at) - amountBase
  return Number.isSafeInteger(amount) ? amount : 0
}

/** The members who owe something, with what they are sorted by. */
function owingPage(
  db: Database,
  { role, status, age }: Filters,
  among: readonly Condition[],
  today: string,
  { after, limit, order, total }: Range,
): RawBuilder<unknown> {
  const { key, at } = orders[order.by]
  const isRead = among.length === 0 && (age === undefined || total > maxSortedRows)
  const hint = isRead ? `indexed by open_dues_by_${order.by.replace('_name', '')}` : ''
  const conditions = [isFirst, ofRole(role), ...hasStatus(status, today), ...among]
  if (age) conditions.push(hasDueWithin(dueWithin(age, today), isRead))
  if (after)
    conditions.push(
      sql`(${key}, person_id) ${order.beyond} (${cursorValue(order.by, after.at)}, ${after.id})`,
    )
  return sql`select person_id as id, ${at} as "at"
    from ${tableWithHint(db, 'open_dues', 'open_dues', hint)} where ${all(conditions)}
    order by ${key} ${order.direction}, person_id ${order.direction} limit ${limit}`
}

/** Condition: the member has open dues of these days; `isRead`: it is checked for one row after the other. */
const hasDueWithin = ({ from, before }: ReturnType<typeof dueWithin>, isRead: boolean) =>
  isRead
    ? sql`exists (select 1 from open_dues aged where aged.person_id = open_dues.person_id
        and aged.due_on >= ${from} and aged.due_on < ${before})`
    : sql`person_id in (select aged.person_id from open_dues aged
        where aged.is_active and aged.due_on >= ${from} and aged.due_on < ${before})`

/** The members who owe nothing, by company or, as all have the same amount and day, by id; undefined for none. */
function clearPage(
  db: Database,
  { role, status }: Filters,
  among: readonly Condition[],
  today: string,
  { after, limit, order }: Omit<Range, 'total'>,
): RawBuilder<unknown> | undefined {
  /** Of all these members; undefined when they differ by company. */
  const at = order.by === 'company_name' ? undefined : nothingOwed[order.by]
  const conditions = [
    isActive,
    ofRole(role),
    ...isPaid(status, today),
    ...among,
    sql`not exists (select 1 from open_dues where open_dues.person_id = member.person_id)`,
  ]
  if (at !== undefined) {
    if (after && after.at !== at && after.at > at !== order.isDescending) return undefined
    if (after?.at === at) conditions.push(sql`person_id ${order.beyond} ${after.id}`)
  } else if (after)
    conditions.push(sql`(by_company, person_id) ${order.beyond} (${after.at}, ${after.id})`)
  return sql`select person_id as id, ${at === undefined ? sql`by_company` : sql`${at}`} as "at"
    from ${members(db)} where ${all(conditions)}
    order by ${at === undefined ? sql`by_company ${order.direction},` : sql``} person_id ${order.direction}
    limit ${limit}`
}

interface OwedSum {
  /** A sum of members has a status, a sum of open charges an age. */
  status: AccountStatus | null
  age: Age | null
  members: number
  paise: number
}

/** What the active members owe, by status and by the age of what is open. */
export async function sumOwed(db: Database, today: string): Promise<OwedSum[]> {
  const owing = (['due', 'grace', 'lapsed'] as const).map(
    (status) => sql`select ${status} as status, null as age, count(*) as members,
      coalesce(sum(owed_paise), 0) as paise from open_dues
      where ${all([isFirst, ofRole(undefined), ...hasStatus(status, today)])}`,
  )
  const clear = (['paid', 'not due'] as const).map((status) => {
    const conditions = all([isActive, ofRole(undefined), ...isPaid(status, today)])
    return sql`select ${status} as status, null as age,
      (select count(*) from ${members(db)} where ${conditions})
      - (select count(*) from open_dues where is_first and ${conditions}) as members, 0 as paise`
  })
  const aged = ages.map((age) => {
    const { from, before } = dueWithin(age, today)
    return sql`select null as status, ${age} as age,
      coalesce(sum(case when next_due_on >= ${before} then 1 else 0 end), 0) as members,
      coalesce(sum(open_paise), 0) as paise from open_dues
      where is_active and ${ofRole(undefined)} and due_on >= ${from} and due_on < ${before}`
  })
  const { rows } =
    await sql<OwedSum>`${sql.join([...owing, ...clear, ...aged], sql` union all `)}`.execute(db)
  return rows
}
