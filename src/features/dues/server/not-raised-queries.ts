/** SQL on `person`: what members owe when the dues of the year are not raised (`duesNotRaised`). */
import { type RawBuilder, sql } from 'kysely'
import { isNotRaised } from '#features/members/server/list/dues-status-queries.ts'
import { addDays, type Day, isoDay, startOfDay } from '#shared/dates.ts'
import { financialYear, startYearOf } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import { duesNotRaised, type YearRates } from '../rules.ts'

/** Whole paise; 0 for members whose dues are raised or paid. The query joins their own fee (`joinOwnFee`). */
export function owedNotRaised(rates: YearRates, now: Date): RawBuilder<number> {
  const roles = memberRoles.map(
    (role) => sql`when person.role = ${sql.lit(role)} then ${duesByFirstDay(rates[role], now)}`,
  )
  const dues = sql`(coalesce(own_fee.amount_paise, case ${sql.join(roles, sql` `)} else 0 end)
    + ${joiningFee(rates, now)})`
  return sql<number>`(case when ${isNotRaised(isoDay(now))} and ${dues} > person.credit_paise
    then ${dues} - person.credit_paise else 0 end)`
}

/** The dues by the quarter in which the member joined, or after whose beginning `paid_until` lies. */
function duesByFirstDay(rate: YearRates[keyof YearRates], now: Date): RawBuilder<unknown> {
  const year = financialYear(now)
  const startYear = startYearOf(year.name)
  const quarters: Day[] = [`${startYear + 1}-01-01`, `${startYear}-10-01`, `${startYear}-07-01`]
  const amountFrom = (day: Day) => {
    const created_at = startOfDay(day)
    const member = { created_at, paid_until: '' as const, credit_paise: 0, has_joining_fee: true }
    return sql`cast(${duesNotRaised(member, year, rate, isoDay(now))} as bigint)`
  }
  const parts = quarters.map(
    (
      day,
    ) => sql`when person.created_at >= ${startOfDay(day)} or person.paid_until >= ${addDays(day, -1)}
      then ${amountFrom(day)}`,
  )
  return sql`case ${sql.join(parts, sql` `)} else ${amountFrom(year.from)} end`
}

/** The joining fee of members who joined within the year and were not charged it. */
function joiningFee(rates: YearRates, now: Date): RawBuilder<unknown> {
  const { from, to } = financialYear(now)
  const fees = memberRoles.map(
    (role) =>
      sql`when person.role = ${sql.lit(role)} then cast(${rates[role].joining_fee_paise} as bigint)`,
  )
  return sql`case when person.created_at >= ${startOfDay(from)}
      and person.created_at < ${startOfDay(addDays(to, 1))} and not person.has_joining_fee
    then case ${sql.join(fees, sql` `)} else 0 end else 0 end`
}
