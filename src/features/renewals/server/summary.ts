import { listRuns } from '#features/dues/server/queries.ts'
import { accountStatuses } from '#features/ledger/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear, monthStarts, monthsOf, startYearOf } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import type { RenewalSummary } from '../answers.ts'
import { ages } from '../contract.ts'
import { sumOwed } from './open-dues-queries.ts'
import { sumOfYear } from './summary-queries.ts'

/** The sums as of now; by default of the year of which dues were raised last. */
export async function readSummary(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<RenewalSummary> {
  const today = isoDay(now)
  const runs = await listRuns(db)
  const charged = runs.filter(({ undone_at }) => undone_at === null).map((run) => run.year)
  const current = financialYear(now).name
  // Runs come newest first.
  const year = requestedYear ?? charged[0] ?? current
  const startYear = startYearOf(year)
  const [owed, sums] = await Promise.all([
    sumOwed(db, today),
    sumOfYear(db, year, monthStarts(startYear)),
  ])
  const sumsOf = (isCounted: (sum: (typeof sums)[number]) => boolean) => {
    const of = (kind: string) =>
      sums
        .filter((sum) => sum.kind === kind && isCounted(sum))
        .reduce((total, { paise }) => total + paise, 0)
    return {
      raised_paise: of('charge'),
      collected_paise: of('payment'),
      waived_paise: of('waiver'),
    }
  }
  return {
    year,
    years: [...new Set([year, current, ...charged])].toSorted().toReversed(),
    statuses: accountStatuses.map((status) => {
      const sum = owed.find((one) => one.status === status)
      return { status, members: sum?.members ?? 0, owed_paise: sum?.paise ?? 0 }
    }),
    ageing: ages.map((age) => {
      const sum = owed.find((one) => one.age === age)
      return { age, members: sum?.members ?? 0, open_paise: sum?.paise ?? 0 }
    }),
    types: memberRoles.map((role) => ({
      role,
      members: sums
        .filter((sum) => sum.role === role && sum.kind === 'charge')
        .reduce((total, { members }) => total + members, 0),
      ...sumsOf((sum) => sum.role === role),
    })),
    months: ['before', ...monthsOf(startYear), 'later'].map((month, index) => ({
      month,
      ...sumsOf((sum) => sum.month === index),
    })),
  }
}
