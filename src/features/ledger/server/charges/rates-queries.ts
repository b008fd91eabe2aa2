import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { unsetRate, withOwnFee, type YearRate } from '../../year-charges.ts'
import { readOwnFees } from './own-fee-queries.ts'

/** The dues for some years, by year. */
export type Rates = Record<string, YearRate | undefined>

/** The dues of a type of member for these years, by year; years without rates are left out. */
export async function readTypeRates(
  db: Database,
  role: PersonRow['role'],
  years: readonly string[],
): Promise<Record<string, YearRate>> {
  if (!isMemberRole(role)) return {}
  const rates = await db
    .selectFrom('dues_rate')
    .select(['year', 'amount_paise', 'joining_fee_paise', 'proration', 'due_on', 'grace_days'])
    .where('year', 'in', years)
    .where('role', '=', role)
    // When a year has several rates, the newest one counts.
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  return Object.fromEntries(rates.map(({ year, ...rate }) => [year, rate]))
}

/** Like `readTypeRates`, for one member, whose own fees replace the fees of the type. */
export async function readRates(
  db: Database,
  { id, role }: Pick<PersonRow, 'id' | 'role'>,
  years: readonly string[],
): Promise<Rates> {
  const rates: Rates = await readTypeRates(db, role, years)
  if (!isMemberRole(role)) return rates
  for (const year of years)
    rates[year] = ownRate(rates[year], (await readOwnFees(db, [id], year)).get(id))
  return rates
}

/** The rate of a year with a member's own fee, which needs no rate of the type; undefined where there is neither. */
export const ownRate = (
  rate: YearRate | undefined,
  own: { amount_paise: Paise } | undefined,
): YearRate | undefined => (own ? withOwnFee(rate ?? unsetRate(0), own.amount_paise) : rate)
