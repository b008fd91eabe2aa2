/** Sums what was raised for a financial year and what was paid of it, for the figures of the year. */

import { type RawBuilder, sql } from 'kysely'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import { sumRows } from '#platform/server/reading/sum-rows.ts'
import { type Day, type Instant, isoDay, type Period, startOfDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { refundPrefix } from '../../charges.ts'
import type { PaymentMode } from '../../payment-modes.ts'

/**
 * The sums of a year: for its dues with the joining fee, and for its other charges. Implied charges and arrears brought
 * forward are collected but never raised, so what was collected of them is also `unraised`.
 */
type YearFigure =
  | 'raised'
  | 'collected'
  | 'unraised'
  | 'waived'
  | 'other_raised'
  | 'other_collected'
  | 'other_waived'

/** The amount of one member, figure and month. Returned refunds are excluded: they are no charge of the year. */
export interface YearPart {
  person_id: string
  figure: YearFigure
  /** The number of `starts` that are not after the charge or the money: 0 is before the first. */
  month: number
  paise: Paise
}

/**
 * All amounts of a year, some at a time; a member may have several of a figure and a month. `year` is like '2026-27';
 * `starts` are the starts of months in India, ISO UTC.
 */
export const readYearParts = (
  snapshot: Database,
  year: string,
  starts: readonly Instant[],
): AsyncGenerator<YearPart[]> => {
  const query = sql<YearPart>`select person_id, figure, month, paise from ${partsOf(year, starts)} part`
  return rowChunks(snapshot, { compile: () => query.compile(snapshot) }, 500)
}

/** The sum for one type of member, figure and month. */
export type YearSum = Omit<YearPart, 'person_id'> & { role: MemberRole }

/** The sums of `readYearParts`, for all members together. */
export const sumYearParts = (
  db: Database,
  year: string,
  starts: readonly Instant[],
): Promise<YearSum[]> =>
  sumRows(db, {
    by: {
      role: sql<MemberRole>`person.role`,
      figure: sql<YearFigure>`figure`,
      month: sql<number>`month`,
    },
    sums: { paise: sql<number>`paise` },
    from: sql`${partsOf(year, starts)} part join person on person.id = part.person_id where ${hasMemberRole}`,
  })

/** Like `sumYearParts`, for all types and months together; 0 for a figure without amounts. */
export async function sumYear(
  db: Database,
  { name, from }: FinancialYear,
): Promise<(figure: YearFigure) => number> {
  const sums = await sumYearParts(db, name, [startOfDay(from)])
  return (figure) =>
    sums.filter((sum) => sum.figure === figure).reduce((total, { paise }) => total + paise, 0)
}

/** The dues, of any year, that were paid in one month with one mode. */
export interface ReceivedSum {
  /** yyyy-MM. */
  month: string
  mode: PaymentMode | null
  paise: Paise
  payments: number
}

/**
 * Sums up what was received in the months that have days in a period (yyyy-MM-dd); `to` is excluded.
 */
export async function sumReceived(db: Database, period: Period): Promise<ReceivedSum[]> {
  const sums = await sumRows(db, {
    by: { month: sql<string>`month`, mode: sql<PaymentMode | null>`payment.mode` },
    sums: { paise: sql<number>`paise` },
    counted: sql<string>`payment.id`,
    from: sql`${receivedIn(period)} received join ledger_entry payment on payment.id = received.payment_id`,
  })
  return sums.map(({ rows, ...sum }) => ({ ...sum, payments: rows }))
}

/**
 * Subquery: the dues that were paid in a period. They are counted by the day of payment and not by the year of the
 * dues, as the board book does. Deducted tax belongs to its payment, if it has one. `isOfPeople` is a condition on
 * `paid`.
 */
export const receivedIn = (
  { from, to }: Period,
  isOfPeople: RawBuilder<boolean> = sql<boolean>`true`,
) =>
  sql<{ payment_id: string; month: string; paise: Paise }>`(
    select coalesce(money.paid_with, money.id) as payment_id, substr(paid.paid_on, 1, 7) as month, paid.paise
    from ${paidParts} join ledger_entry money on money.id = paid.money_id
    where paid.paid_on >= ${from} and paid.paid_on < ${to} and ${isOfPeople} and ${isCollected})`

/** Condition: a person with dues of a year that were raised and are not void. */
export const isCharged = (year: string): RawBuilder<boolean> =>
  sql<boolean>`person.id in (
    select person_id from ledger_entry charge where year = ${year} and ${isActiveCharge})`

/** How many members of each type were charged for a year. */
export async function countCharged(db: Database, year: string): Promise<Map<MemberRole, number>> {
  const counts = await sumRows(db, {
    by: { role: sql<MemberRole>`person.role` },
    sums: {},
    counted: sql<string>`person.id`,
    from: sql`ledger_entry charge join person on person.id = charge.person_id
      where charge.year = ${year} and ${isActiveCharge} and ${hasMemberRole}`,
  })
  return new Map(counts.map(({ role, rows }) => [role, rows]))
}

/** Subquery: the amounts that were raised, collected and waived. */
const partsOf = (year: string, starts: readonly Instant[]): RawBuilder<unknown> => {
  const paidIn = monthOf(
    sql`paid.paid_on`,
    starts.map((start) => isoDay(start)),
  )
  const isOfYear = sql`paid.year = ${year} and ${isOfCharge}`
  return sql`(
    select person_id, case when ${isOther} then 'other_raised' else 'raised' end as figure,
      ${monthOf(sql`recorded_at`, starts)} as month, -amount_paise as paise
    from ledger_entry charge where year = ${year} and item <> 'arrears' and ${isActiveCharge}
    union all
    select paid.person_id, case when paid.kind = 'waiver'
        then case when ${isOther} then 'other_waived' else 'waived' end
        else case when ${isOther} then 'other_collected' else 'collected' end end,
      ${paidIn}, paid.paise
    from ${paidParts} where ${isOfYear}
    union all
    select paid.person_id, 'unraised', ${paidIn}, paid.paise
    from ${paidParts} where ${isOfYear} and paid.kind <> 'waiver' and (charge.id is null or charge.item = 'arrears'))`
}

/** FROM clause: each settlement (`paid`) with its charge, which is null for an implied charge. */
const paidParts = sql`settlement paid left join ledger_entry charge on charge.id = paid.charge_id`

/** Conditions on this FROM clause. A returned refund is no charge; an implied charge is never 'other'. */
const isOfCharge = sql<boolean>`paid.charge_id not like ${`${refundPrefix}%`}`
const isOther = sql<boolean>`coalesce(charge.item, '') = 'other'`
const isCollected = sql<boolean>`paid.kind <> 'waiver' and ${isOfCharge} and not ${isOther}`

const monthOf = (at: RawBuilder<unknown>, starts: readonly (Day | Instant)[]): RawBuilder<number> =>
  sql<number>`${sql.join(
    starts.map((start) => sql`case when ${at} >= ${start} then 1 else 0 end`),
    sql` + `,
  )}`

/**
 * Condition on the entry `charge`: a charge that is not void. Of all entries only charges have a due day and a
 * negative amount.
 */
const isActiveCharge = sql<boolean>`charge.due_on is not null and charge.amount_paise < 0 and not exists (
  select 1 from ledger_entry void where void.reverses_id = charge.id)`
