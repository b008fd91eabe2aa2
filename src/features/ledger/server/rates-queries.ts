import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'

/** The dues of a member's type for these years, in paise by year; years without rates are left out. */
export async function readRates(
  db: Database,
  role: Role | null,
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
