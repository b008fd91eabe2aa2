import { listRuns } from '#features/dues/server/queries.ts'
import { accountStatuses } from '#features/payments/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { financialYear, financialYearFrom } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import type { RenewalSummary } from '../answers.ts'
import { ageLimits, ages } from '../contract.ts'
import { sumOfYear, sumOwed } from './summary-queries.ts'

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
  const months = monthsOf(year)
  const [owed, sums] = await Promise.all([
    sumOwed(db, today, ageLimits),
    sumOfYear(db, year, [...months.map(({ from }) => from), endOf(year)]),
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
    ageing: ages.map((age, index) => {
      const sum = owed.find((one) => one.age === index)
      return { age, members: sum?.members ?? 0, open_paise: sum?.paise ?? 0 }
    }),
    types: memberRoles.map((role) => ({
      role,
      members: sums.find((sum) => sum.role === role && sum.kind === 'members')?.paise ?? 0,
      ...sumsOf((sum) => sum.role === role),
    })),
    months: ['before', ...months.map(({ month }) => month), 'later'].map((month, index) => ({
      month,
      ...sumsOf((sum) => sum.month === index),
    })),
  }
}

const startYearOf = (year: string) => Number(year.slice(0, 4))

function monthsOf(year: string): { month: string; from: string }[] {
  const start = startYearOf(year)
  return Array.from({ length: 12 }, (_, index) => {
    const [calendarYear, month] = index < 9 ? [start, index + 4] : [start + 1, index - 8]
    const name = `${calendarYear}-${String(month).padStart(2, '0')}`
    return { month: name, from: startOfDay(`${name}-01`) }
  })
}

/** The first moment after a financial year. */
const endOf = (year: string) => startOfDay(financialYearFrom(startYearOf(year) + 1).from)
