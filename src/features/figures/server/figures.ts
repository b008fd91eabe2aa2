import {
  countEnding,
  countJoined,
  countMaterials,
} from '#features/members/server/figure-queries.ts'
import { financialStartYear } from '#features/payments/rules.ts'
import { firstDuesAt, sumDues } from '#features/payments/server/totals-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Figures } from '../contract.ts'
import {
  daysToCome,
  duesOfYear,
  endingWeeks,
  joinedStarts,
  joinedYears,
  monthStarts,
  offeredMaterials,
  yearsToChoose,
} from '../rules.ts'

/** What the dashboard plots, as of now; the dues of the year that is asked for, else of this one. */
export async function readFigures(
  db: Database,
  asked: number | undefined,
  now: Date,
): Promise<Figures> {
  const year = asked ?? financialStartYear(now)
  const { from, to } = daysToCome(now)
  const [joined, dues, first, ending, materials] = await Promise.all([
    countJoined(db, joinedStarts(now)),
    sumDues(db, monthStarts(year)),
    firstDuesAt(db),
    countEnding(db, from, to),
    countMaterials(db),
  ])
  return {
    joined: joinedYears(joined, now),
    dues: { ...duesOfYear(year, dues), years: yearsToChoose(first, now) },
    ending: endingWeeks(ending, now),
    offered: offeredMaterials(materials),
  }
}
