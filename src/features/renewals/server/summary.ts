import { accountStatuses } from '#features/payments/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { financialYear, financialYearFrom } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import type { RenewalSummary } from '../answers.ts'
import { ageLimits, ages } from '../contract.ts'
import {
  countCharged,
  listChargedYears,
  sumByAge,
  sumByStatus,
  sumOfYear,
} from './summary-queries.ts'

/** The sums as of now; by default of the year of which dues were raised last. */
export async function readSummary(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<RenewalSummary> {
  const today = isoDay(now)
  const charged = await listChargedYears(db)
  const current = financialYear(now).name
  const year = requestedYear ?? charged[0] ?? current
  const months = monthsOf(year)
  const [statuses, ageing, counts, sums] = await Promise.all([
    sumByStatus(db, today),
    sumByAge(db, today, ageLimits),
    countCharged(db, year),
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
      const sum = statuses.find((one) => one.status === status)
      return { status, members: sum?.members ?? 0, owed_paise: sum?.owed_paise ?? 0 }
    }),
    ageing: ages.map((age, index) => {
      const sum = ageing.find((one) => one.age === index)
      return { age, members: sum?.members ?? 0, open_paise: sum?.open_paise ?? 0 }
    }),
    types: memberRoles.map((role) => ({
      role,
      members: counts.find((one) => one.role === role)?.members ?? 0,
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
