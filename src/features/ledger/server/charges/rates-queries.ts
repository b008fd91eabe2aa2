import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { unsetRate, withOwnFee, type YearRate } from '../../year-charges.ts'
import { readOwnFees } from './own-fee-queries.ts'

/** The dues for some years, by year. */
export type Rates = Record<string, YearRate | undefined>

/** The dues of a type of member for these years, by year; years without rates are left out. */
async function readTypeRates(
  db: Database,
  role: PersonRow['role'],
  years: readonly string[],
): Promise<Rates> {
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

type RatedMember = Pick<PersonRow, 'id' | 'role'>

/** Reads the dues of these members for these years once; a member's own fee replaces the fee of the type. */
export async function readRatesOf(
  db: Database,
  members: readonly RatedMember[],
  years: readonly string[],
): Promise<(member: RatedMember) => Rates> {
  const ids = members.map(({ id }) => id)
  const ofRole = new Map<PersonRow['role'], Rates>()
  for (const { role } of members)
    if (!ofRole.has(role)) ofRole.set(role, await readTypeRates(db, role, years))
  const fees = new Map<string, Awaited<ReturnType<typeof readOwnFees>>>()
  for (const year of years) fees.set(year, await readOwnFees(db, ids, year))
  return ({ id, role }) => {
    const rates = { ...ofRole.get(role) }
    if (isMemberRole(role))
      for (const year of years) rates[year] = ownRate(rates[year], fees.get(year)?.get(id))
    return rates
  }
}

/** The dues of one member. */
export const readRates = async (
  db: Database,
  member: RatedMember,
  years: readonly string[],
): Promise<Rates> => (await readRatesOf(db, [member], years))(member)

/** The rate of a year with a member's own fee, which needs no rate of the type; undefined where there is neither. */
const ownRate = (
  rate: YearRate | undefined,
  own: { amount_paise: Paise } | undefined,
): YearRate | undefined => (own ? withOwnFee(rate ?? unsetRate(0), own.amount_paise) : rate)
