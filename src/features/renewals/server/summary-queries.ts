/** The sums of the dues of a year by type and month. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { MemberRole } from '#shared/roles.ts'
import { isActiveCharge } from './account-queries.ts'

interface YearSum {
  role: MemberRole
  /** 'members': `paise` is the number of those who were charged. */
  kind: 'charge' | 'payment' | 'waiver' | 'members'
  /** The number of `starts` that are not after the entry. */
  month: number
  paise: number
}

/**
 * SQLite would sort a part of an index that has the kind instead of reading another one in order, unless the
 * condition is an expression; PostgreSQL would take an expression to match very few entries.
 */
const isMoney = (db: Database) =>
  isPostgres(db)
    ? sql`money.kind in ('payment', 'waiver')`
    : sql`case money.kind when 'payment' then 1 when 'waiver' then 1 else 0 end = 1`

/**
 * The tables `year_charge` (the charges of a year) and `month_entry`: those charges, and the payments and
 * waivers that settle them, each with its month; `starts` are the starts of the months, ISO UTC. The
 * charges that are due first are settled first, by the money that was paid first: of two amounts laid end to
 * end, charges and money, each part of the one settles the part of the other that is beside it.
 */
export function yearEntries(
  db: Database,
  year: string,
  starts: readonly string[],
): RawBuilder<unknown> {
  const month = sql`${sql.join(
    starts.map((start) => sql`case when "at" >= ${start} then 1 else 0 end`),
    sql` + `,
  )}`
  return sql`
    laid_charge as (
      select charge.person_id, charge.year, charge.recorded_at as "at", -charge.amount_paise as paise,
        sum(-charge.amount_paise) over (
          partition by charge.person_id
          order by charge.due_on, charge.year, charge.item desc, charge.id
          rows unbounded preceding) as up_to
      from ledger_entry charge
      where ${isActiveCharge}),
    year_charge as materialized (select * from laid_charge where year = ${year}),
    laid_money as (
      select person_id, kind, dues_at as "at", amount_paise as paise,
        sum(amount_paise) over (
          partition by person_id order by dues_at, id rows unbounded preceding) as up_to
      from ledger_entry money
      where money.on_account and money.amount_paise > 0 and ${isMoney(db)}
        and not exists (select 1 from ledger_entry reversal where reversal.reverses_id = money.id)),
    beside as (
      select laid_money.person_id, laid_money.kind, laid_money."at",
        case when laid_money.up_to < year_charge.up_to then laid_money.up_to else year_charge.up_to end
        - case when laid_money.up_to - laid_money.paise > year_charge.up_to - year_charge.paise
            then laid_money.up_to - laid_money.paise
            else year_charge.up_to - year_charge.paise end as paise
      from laid_money cross join year_charge
      where year_charge.person_id = laid_money.person_id
        and laid_money.up_to > year_charge.up_to - year_charge.paise
        and laid_money.up_to - laid_money.paise < year_charge.up_to),
    entry as (
      select person_id, 'charge' as kind, "at", paise from year_charge
      union all select person_id, kind, "at", paise from beside),
    month_entry as (select person_id, kind, paise, ${month} as month from entry)`
}

/** The sums of `yearEntries` by type of member and month; by a `cross join` SQLite reads only members with entries. */
export async function sumOfYear(
  db: Database,
  year: string,
  starts: readonly string[],
): Promise<YearSum[]> {
  const { rows } = await sql<YearSum>`
    with ${yearEntries(db, year, starts)}
    select member.role, month_entry.kind, month_entry.month, sum(month_entry.paise) as paise
    from month_entry cross join person_search member
    where member.person_id = month_entry.person_id and member.role in ('oem', 'vendor')
    group by member.role, month_entry.kind, month_entry.month
    union all
    select member.role, 'members', 0, count(distinct year_charge.person_id)
    from year_charge cross join person_search member
    where member.person_id = year_charge.person_id and member.role in ('oem', 'vendor')
    group by member.role`.execute(db)
  return rows
}
