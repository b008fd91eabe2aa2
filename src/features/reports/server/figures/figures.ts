import { firstDuesAt, sumDues } from '#features/ledger/server/totals-queries.ts'
import {
  countEnding,
  countJoined,
  countMaterials,
} from '#features/members/server/figure-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { financialStartYear, monthStarts } from '#shared/financial-year.ts'
import type { Figures } from '../../figures/answers.ts'
import {
  duesOfYear,
  endingPeriod,
  endingWeeks,
  joinedYearStarts,
  joinedYears,
  offeredMaterials,
  selectableYears,
} from '../../figures/rules.ts'

/** The figures of the dashboard as of now; the dues are of `requestedYear`, by default the current one. */
export async function readFigures(
  db: Database,
  requestedYear: number | undefined,
  now: Date,
): Promise<Figures> {
  const year = requestedYear ?? financialStartYear(now)
  const { from, to } = endingPeriod(now)
  const [joined, dues, duesBefore, firstAt, ending, materials] = await Promise.all([
    countJoined(db, joinedYearStarts(now)),
    sumDues(db, monthStarts(year)),
    sumDues(db, monthStarts(year - 1)),
    firstDuesAt(db),
    countEnding(db, from, to),
    countMaterials(db),
  ])
  return {
    joined: joinedYears(joined, now),
    dues: { ...duesOfYear(year, dues, duesBefore), years: selectableYears(firstAt, now) },
    ending: endingWeeks(ending, now),
    offered: offeredMaterials(materials),
  }
}
