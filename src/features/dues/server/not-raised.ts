import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { financialYear } from '#shared/financial-year.ts'
import { readPaise } from '#shared/values/amount.ts'
import { duesNotRaised } from '../rules.ts'
import { listRates } from './queries.ts'

export type DuesMember = Pick<
  PersonRow,
  'id' | 'role' | 'created_at' | 'paid_until' | 'credit_paise'
>

/**
 * What members owe for the financial year whose dues are not raised yet, in paise by id: by the rate that was set for
 * it, else by the annual dues of the settings.
 */
export async function readDuesNotRaised(
  db: Database,
  members: readonly DuesMember[],
  now: Date,
): Promise<Map<string, number>> {
  const year = financialYear(now)
  const rates = await listRates(db, year.name)
  const settings = await readSettings(db, ['dues_oem', 'dues_vendor'])
  return new Map(
    members.map((member) => {
      const rate = rates.find(({ role }) => role === member.role)
      const annual = readPaise(settings.get(`dues_${member.role}`) ?? '') ?? 0
      const dues = rate ?? { amount_paise: annual, proration: 'none' as const }
      return [member.id, duesNotRaised(member, year, dues)]
    }),
  )
}
