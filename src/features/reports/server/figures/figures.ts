import { findFirstDuesAt, sumPayments } from '#features/ledger/server/accounts/totals-queries.ts'
import { sumReceived } from '#features/ledger/server/accounts/year-parts-queries.ts'
import {
  countEnding,
  countJoined,
  countMaterials,
} from '#features/members/server/figure-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
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
  const first = financialYearFrom(year).from
  const end = addDays(financialYearFrom(year).to, 1)
  // One after the other: on SQLite others run between them.
  const joined = await countJoined(db, joinedYearStarts(now))
  const received = await sumReceived(db, { from: financialYearFrom(year - 1).from, to: end })
  const payments = await sumPayments(db, { from: startOfDay(first), to: startOfDay(end) })
  const firstAt = await findFirstDuesAt(db)
  const ending = await countEnding(db, from, to)
  const materials = await countMaterials(db)
  return {
    joined: joinedYears(joined, now),
    dues: { ...duesOfYear(year, received), ...payments, years: selectableYears(firstAt, now) },
    ending: endingWeeks(ending, now),
    offered: offeredMaterials(materials),
  }
}
