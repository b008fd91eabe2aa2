import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import { readOwnFees } from './own-fee-queries.ts'

/** The dues of a type of member for these years, in paise by year; years without rates are left out. */
export async function readTypeRates(
  db: Database,
  role: PersonRow['role'],
  years: readonly string[],
): Promise<Record<string, number>> {
  if (!isMemberRole(role ?? undefined)) return {}
  const rates = await db
    .selectFrom('dues_rate')
    .select(['year', 'amount_paise'])
    .where('year', 'in', years)
    .where('role', '=', role as MemberRole)
    // Of several rates of a year the newest counts.
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  return Object.fromEntries(rates.map(({ year, amount_paise }) => [year, amount_paise]))
}

/** As `readTypeRates`, of one member, with whom an own fee may be agreed. */
export async function readRates(
  db: Database,
  { id, role }: Pick<PersonRow, 'id' | 'role'>,
  years: readonly string[],
): Promise<Record<string, number>> {
  const amounts = await readTypeRates(db, role, years)
  if (!isMemberRole(role ?? undefined)) return amounts
  for (const year of years) {
    const own = (await readOwnFees(db, [id], year)).get(id)
    if (own) amounts[year] = own.amount_paise
  }
  return amounts
}
