/** Who owes what, in SQL: the same rule as `accountOf` (features/payments/account.ts). */
import { type RawBuilder, sql } from 'kysely'
import { listMembers, searchCondition } from '#features/members/server/register/list-queries.ts'
import type { AccountStatus } from '#features/payments/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { addDays } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type Age, ageLimits, ages, type RenewalSort, type RenewalsQuery } from '../contract.ts'

export interface RenewalRow {
  id: string
  name: string
  company_name: string
  membership_number: string | null
  role: MemberRole
  email: string
  whatsapp_number: string
  status: AccountStatus
  /** Negative when the member owes. */
  balance: number
  due_on: string | null
  grace_until: string | null
  /** '' for none. */
  paid_until: string
}

interface RenewalPage {
  rows: RenewalRow[]
  total: number
  next: Cursor | undefined
}

/**
 * The charges of the ledger that are not cancelled. Of all entries only charges have a due date and a negative
 * amount; the index ledger_entry_charges has these in the order in which they are settled.
 */
export const isActiveCharge = sql`charge.due_on is not null and charge.amount_paise < 0 and not exists (
  select 1 from ledger_entry cancellation where cancellation.reverses_id = charge.id)`

/**
 * The tables `balance` (of each member with entries on account) and `open_charge`: the charges that are
 * not settled, each with what is open of it. Money settles the charges that are due first, so the last
 * ones are open, as many as the balance is negative. `is_first` marks the one that is due first.
 */
const openCharges = (ofMembers: RawBuilder<unknown>) => sql`
  balance as materialized (
    select person_id, sum(amount_paise) as paise from ledger_entry
    where on_account and ${ofMembers} group by person_id),
  summed_charge as (
    select charge.person_id, charge.year, charge.due_on, charge.grace_until,
      -charge.amount_paise as paise, -balance.paise as owed,
      sum(-charge.amount_paise) over (
        partition by charge.person_id
        order by charge.due_on desc, charge.year desc, charge.item, charge.id desc
        rows unbounded preceding) as up_to
    from balance cross join ledger_entry charge
    where balance.paise < 0 and charge.person_id = balance.person_id and ${isActiveCharge}),
  open_charge as materialized (
    select person_id, year, due_on, grace_until,
      case when up_to <= owed then paise else owed - up_to + paise end as open_paise,
      up_to >= owed as is_first
    from summed_charge where up_to - paise < owed and paise > 0)`

/** Which members the table `renewal` has; by default all that are active. */
interface RenewalScope {
  age?: Age | undefined
  /** Only these. */
  ids?: readonly string[]
  /** Only those who owe something. */
  isOwing?: boolean
}

/**
 * The table `renewal`: the active members, each with status and balance, and whether they have an open
 * charge of the age. The open charges of a member become one row, because PostgreSQL has no statistics of such
 * tables: a join for the filter would compare every row of the one with every row of the other.
 */
export const renewals = (
  db: Database,
  today: string,
  { age, ids, isOwing = false }: RenewalScope = {},
) => sql`
  ${openCharges(ids ? isOneOf(db, 'person_id', ids) : sql`1 = 1`)},
  owing as (
    select person_id, max(case when is_first then due_on end) as due_on,
      max(case when is_first then grace_until end) as grace_until,
      max(case when ${age ? isOfAge(age, today) : sql`1 = 0`} then 1 else 0 end) as is_of_age
    from open_charge group by person_id),
  renewal as (
    select search_row.person_id as id, search_row.role, search_row.by_company,
      coalesce(balance.paise, 0) as balance, owing.due_on, owing.grace_until, owing.is_of_age,
      case
        when owing.due_on is null
          then case when search_row.by_dues >= ${today} then 'paid' else 'not due' end
        when owing.due_on >= ${today} then 'due'
        when owing.grace_until >= ${today} then 'grace'
        else 'lapsed'
      end as status
    from ${isOwing ? owingMembers : allMembers}
    left join owing on owing.person_id = search_row.person_id
    where search_row.is_active and search_row.role in ('oem', 'vendor')
      and ${ids ? isOneOf(db, 'search_row.person_id', ids) : sql`1 = 1`})`

const allMembers = sql`person_search search_row left join balance on balance.person_id = search_row.person_id`
const owingMembers = sql`balance join person_search search_row
  on search_row.person_id = balance.person_id and balance.paise < 0`

/** The active members with what they owe; ties are broken by id. `today` is the day in India. */
export function listRenewals(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalPage> {
  const { status, year, age, sort } = query
  const isOfRegister = !status && !year && !age && /^-?company_name$/.test(sort)
  return isOfRegister
    ? listByCompany(db, query, after, today)
    : listByAccount(db, query, after, today)
}

/** A page in the order of the register: only the accounts of its members are read. */
async function listByCompany(
  db: Database,
  { search, role, sort, limit }: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalPage> {
  const filters = { role: role ?? 'member', active: 'true', search, limit } as const
  const order = sort === 'company_name' ? sort : '-company_name'
  const { members, total, next } = await listMembers(db, { ...filters, sort: order }, after, today)
  const ids = members.map(({ id }) => id)
  const { rows } = await sql<RenewalRow>`
    with ${renewals(db, today, { ids })}
    select renewal.id, status, balance, due_on, grace_until, person.name, person.company_name,
      person.membership_number, person.role, person.email, person.whatsapp_number, person.paid_until
    from renewal join person on person.id = renewal.id`.execute(db)
  const renewalOf = new Map(rows.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => renewalOf.get(id) ?? []), total, next }
}

/** A page that is filtered or sorted by what the members owe. */
async function listByAccount(
  db: Database,
  query: Omit<RenewalsQuery, 'cursor'>,
  after: Cursor | undefined,
  today: string,
): Promise<RenewalPage> {
  const { sort, limit } = query
  const isDescending = sort.startsWith('-')
  const key = sql.raw(sortKeys[sort.replace('-', '') as RenewalSort])
  const [beyond, direction] = [
    sql.raw(isDescending ? '<' : '>'),
    sql.raw(isDescending ? 'desc' : 'asc'),
  ]
  const { rows } = await sql<RenewalRow & { at: string; total: number }>`
    with ${renewals(db, today, { age: query.age, isOwing: isOfOwing(query) })},
    found as materialized (
      select id, status, balance, due_on, grace_until, ${key} as "at"
      from renewal where ${sql.join(await conditions(db, query), sql` and `)}),
    page as (
      select found.*, (select count(*) from found) as total from found
      ${after ? sql`where ("at", id) ${beyond} (${after.at}, ${after.id})` : sql``}
      order by "at" ${direction}, id ${direction} limit ${limit + 1})
    select page.*, person.name, person.company_name, person.membership_number, person.role,
      person.email, person.whatsapp_number, person.paid_until
    from page join person on person.id = page.id
    order by page."at" ${direction}, page.id ${direction}`.execute(db)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  // The page after a cursor is empty when its rows have left the list meanwhile.
  const counted =
    rows[0] ?? (after && (await listRenewals(db, { ...query, limit: 1 }, undefined, today)))
  return {
    rows: page,
    total: counted?.total ?? 0,
    next: last && { at: last.at, id: last.id },
  }
}

/** Whether a filter selects only members who owe something. */
const isOfOwing = ({ status, age }: Pick<RenewalsQuery, 'status' | 'age'>): boolean =>
  age !== undefined || (status !== undefined && status !== 'paid' && status !== 'not due')

/** Texts, because a cursor has texts: amounts get the same number of digits. */
const sortKeys: Record<RenewalSort, string> = {
  company_name: 'by_company',
  owed: 'cast(1000000000000000 + case when balance < 0 then -balance else 0 end as text)',
  due_on: `coalesce(due_on, '9999')`,
}

async function conditions(
  db: Database,
  { search, role, status, year, age }: Omit<RenewalsQuery, 'cursor'>,
): Promise<RawBuilder<unknown>[]> {
  const matches = await searchCondition(db, search)
  return [
    sql`true`,
    ...(role ? [sql`renewal.role = ${role}`] : []),
    ...(status === 'owes' ? [sql`renewal.balance < 0`] : []),
    ...(status && status !== 'owes' ? [sql`renewal.status = ${status}`] : []),
    ...(year
      ? [
          sql`renewal.id in (select charge.person_id from ledger_entry charge
            where charge.year = ${year} and ${isActiveCharge})`,
        ]
      : []),
    ...(age ? [sql`renewal.is_of_age = 1`] : []),
    ...(matches
      ? [
          sql`renewal.id in (select search_row.person_id from person_search search_row where ${matches.indexed ?? matches.scan})`,
        ]
      : []),
  ]
}

/** Whether `due_on` is that long ago. */
function isOfAge(age: Age, today: string): RawBuilder<unknown> {
  const index = ages.indexOf(age)
  const [after, until] = [ageLimits[index], ageLimits[index - 1]]
  return sql`due_on >= ${after === undefined ? '' : addDays(today, -after)}
    and due_on < ${until === undefined ? '9999' : addDays(today, -until)}`
}
