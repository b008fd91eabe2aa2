import { listRuns } from '#features/dues/server/queries.ts'
import { readYearRates } from '#features/dues/server/read-dues.ts'
import {
  countCharged,
  sumYear,
  sumYearParts,
  type YearSum,
} from '#features/ledger/server/accounts/year-parts-queries.ts'
import {
  type SeasonStatus,
  seasonStatuses,
  shownSeasonStatus,
} from '#features/members/dues-status.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear, monthStarts, monthsOf, startYearOf } from '#shared/financial-year.ts'
import { memberRoles } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import type { RenewalSummary, RenewalTotals } from '../../renewals/answers.ts'
import { ages, duesGroups } from '../../renewals/filters.ts'
import { sumByAge, sumByStatus } from './queries.ts'

/** The members of each status as of now; `year` is by default the one whose dues were raised last. */
export async function readTotals(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<RenewalTotals> {
  const runs = await listRuns(db)
  const raised = runs.filter(({ undone_at }) => undone_at === null).map((run) => run.year)
  const current = financialYear(now).name
  // Runs are sorted newest first.
  const year = requestedYear ?? raised[0] ?? current
  const byStatus = await sumByStatus(db, await readYearRates(db, now), now)
  return {
    year,
    years: [...new Set([year, current, ...raised])].toSorted().toReversed(),
    statuses: seasonStatuses.map((status) => {
      const { members, paise, not_raised_paise } = totalOf(ofStatus(byStatus, status))
      return { status, members, owed_paise: paise, not_raised_paise }
    }),
    dues: duesTotals(byStatus),
  }
}

/** The same with the sums of the year, and how old the open charges are. */
export async function readSummary(
  db: Database,
  requestedYear: string | undefined,
  now: Date,
): Promise<RenewalSummary> {
  const totals = await readTotals(db, requestedYear, now)
  const { year } = totals
  const startYear = startYearOf(year)
  const sums = await sumYearParts(db, year, monthStarts(startYear))
  const charged = await countCharged(db, year)
  const byAge = await sumByAge(db, isoDay(now))
  const sumsOf = (isCounted: (sum: YearSum) => boolean) => {
    const counted = sums.filter(isCounted)
    const of = (figure: YearSum['figure']) =>
      sum(
        counted.filter((part) => part.figure === figure),
        ({ paise }) => paise,
      )
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
    ...totals,
    ageing: ages.map((age) => {
      const ageSum = byAge.find((one) => one.age === age)
      return { age, members: ageSum?.members ?? 0, open_paise: ageSum?.paise ?? 0 }
    }),
    types: memberRoles.map((role) => ({
      role,
      members: charged.get(role) ?? 0,
      ...sumsOf((part) => part.role === role),
    })),
    months: ['before', ...monthsOf(startYear), 'later'].map((month, index) => ({
      month,
      ...sumsOf((part) => part.month === index),
    })),
  }
}

type StatusSums = Awaited<ReturnType<typeof sumByStatus>>

/**
 * Reads the members of each filter with what they owe now, those of each status of the season, and the dues of the
 * year: what is collected, and what is to be collected. To be collected is what was raised, is owed and not raised yet,
 * or was paid without being raised, less what was waived.
 */
export async function readDuesOfYear(db: Database, now: Date) {
  const rates = await readYearRates(db, now)
  const byStatus = await sumByStatus(db, rates, now)
  const sumOf = await sumYear(db, financialYear(now))
  return {
    totals: duesTotals(byStatus),
    members: (status: SeasonStatus): number => totalOf(ofStatus(byStatus, status)).members,
    collected_paise: sumOf('collected'),
    lacks_rates: byStatus.some(({ role }) => rates[role].amount_paise === 0),
    to_collect_paise:
      sumOf('raised') + sumOf('unraised') + totalOf(byStatus).not_raised_paise - sumOf('waived'),
  }
}

/** The members of each filter, and what they owe. `due` includes those in grace. */
function duesTotals(byStatus: StatusSums): RenewalSummary['dues'] {
  const owing = byStatus.filter(({ status }) => status !== 'paid')
  const groups = {
    owes: owing,
    due: owing.filter(({ has_lapsed }) => !has_lapsed),
    lapsed: owing.filter(({ has_lapsed }) => has_lapsed),
    paid: ofStatus(byStatus, 'paid'),
    grace: ofStatus(byStatus, 'grace'),
    'not due': ofStatus(byStatus, 'not due'),
  }
  return duesGroups.map((filter) => {
    const { members, paise, not_raised_paise } = totalOf(groups[filter])
    return { filter, members, owed_paise: paise + not_raised_paise }
  })
}

const ofStatus = (byStatus: StatusSums, name: SeasonStatus): StatusSums =>
  byStatus.filter(({ status, has_lapsed }) => shownSeasonStatus(status, has_lapsed) === name)

const totalOf = (sums: StatusSums) => ({
  members: sum(sums, ({ members }) => members),
  paise: sum(sums, ({ paise }) => paise),
  not_raised_paise: sum(sums, (one) => one.not_raised_paise),
})
