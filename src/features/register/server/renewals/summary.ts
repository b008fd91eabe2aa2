import { listRuns } from '#features/dues/server/queries.ts'
import { readYearRates } from '#features/dues/server/read-dues.ts'
import {
  countCharged,
  sumYearParts,
  type YearSum,
} from '#features/ledger/server/year-parts-queries.ts'
import { type AccountStatus, accountStatuses } from '#features/members/dues-status.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear, monthStarts, monthsOf, startYearOf } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import type { RenewalSummary } from '../../renewals/answers.ts'
import { ages, duesGroups } from '../../renewals/contract.ts'
import { sumByAge, sumByStatus, sumNotRaised } from './queries.ts'

/** The sums as of now; by default of the year of which dues were raised last. */
export async function readSummary(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<RenewalSummary> {
  const today = isoDay(now)
  const runs = await listRuns(db)
  const raised = runs.filter(({ undone_at }) => undone_at === null).map((run) => run.year)
  const current = financialYear(now).name
  // Runs come newest first.
  const year = requestedYear ?? raised[0] ?? current
  const startYear = startYearOf(year)
  const sums = await sumYearParts(db, year, monthStarts(startYear))
  const charged = await countCharged(db, year)
  const byStatus = await sumByStatus(db, today)
  const notRaised = await sumNotRaised(db, await readYearRates(db, now), now)
  const byAge = await sumByAge(db, today)
  const sumsOf = (isCounted: (sum: YearSum) => boolean) => {
    const counted = sums.filter(isCounted)
    const of = (figure: YearSum['figure']) =>
      counted
        .filter((part) => part.figure === figure)
        .reduce((total, { paise }) => total + paise, 0)
    return {
      raised_paise: of('raised'),
      collected_paise: of('collected'),
      unraised_paise: of('unraised'),
      waived_paise: of('waived'),
      other_raised_paise: of('other_raised'),
      other_collected_paise: of('other_collected'),
      other_waived_paise: of('other_waived'),
    }
  }
  return {
    year,
    years: [...new Set([year, current, ...raised])].toSorted().toReversed(),
    statuses: accountStatuses.map((status) => {
      const sum = byStatus.find((one) => one.status === status)
      return { status, members: sum?.members ?? 0, owed_paise: sum?.paise ?? 0 }
    }),
    dues: duesTotals(byStatus, notRaised),
    ageing: ages.map((age) => {
      const sum = byAge.find((one) => one.age === age)
      return { age, members: sum?.members ?? 0, open_paise: sum?.paise ?? 0 }
    }),
    types: memberRoles.map((role) => ({
      role,
      members: charged.get(role) ?? 0,
      ...sumsOf((sum) => sum.role === role),
    })),
    months: ['before', ...monthsOf(startYear), 'later'].map((month, index) => ({
      month,
      ...sumsOf((sum) => sum.month === index),
    })),
  }
}

/** The members of each filter as of now, and what they owe. */
export async function readDuesTotals(db: Database, now: Date): Promise<RenewalSummary['dues']> {
  const notRaised = await sumNotRaised(db, await readYearRates(db, now), now)
  return duesTotals(await sumByStatus(db, isoDay(now)), notRaised)
}

/** The members of each filter, and what they owe. `due` includes those in grace. */
function duesTotals(
  byStatus: Awaited<ReturnType<typeof sumByStatus>>,
  notRaised: Awaited<ReturnType<typeof sumNotRaised>>,
): RenewalSummary['dues'] {
  const raised = (...statuses: AccountStatus[]) =>
    byStatus.filter(({ status }) => statuses.includes(status))
  const never = notRaised.filter(({ is_lapsed }) => !is_lapsed)
  const ended = notRaised.filter(({ is_lapsed }) => is_lapsed)
  const groups = {
    owes: [...raised('due', 'grace', 'lapsed'), ...notRaised],
    due: [...raised('due', 'grace'), ...never],
    lapsed: [...raised('lapsed'), ...ended],
    paid: raised('paid'),
    grace: raised('grace'),
    'not due': notRaised,
  }
  return duesGroups.map((filter) => ({
    filter,
    members: groups[filter].reduce((sum, { members }) => sum + Number(members), 0),
    owed_paise: groups[filter].reduce((sum, { paise }) => sum + Number(paise), 0),
  }))
}
