/** What of earlier advances was used in a year: it moved from 'Advance' to what it paid, and is no money of the year. */
import { advanceAt, advanceOf, hasLaterRow, laterPartsOf } from '#features/ledger/book-parts.ts'
import { ledgersOfPayers } from '#features/ledger/server/year-parts-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, isoDay, startOfDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'

interface UsedAdvance {
  person_id: string
  /** Negative where more became an advance again, in no row of the book. */
  paise: number
}

/**
 * By member, in whole paise: what they had as advances before the year, with those of the year's rows, less what they have
 * at its end.
 */
export async function advancesUsed(db: Database, year: FinancialYear): Promise<UsedAdvance[]> {
  const { from, to } = year
  const isInYear = (at: string) => isoDay(at) >= from && isoDay(at) <= to
  const used: UsedAdvance[] = []
  for await (const ledgers of ledgersOfPayers(db, startOfDay(addDays(to, 1))))
    for (const [person_id, rows] of ledgers) {
      const own = rows.filter(({ paid_at }) => isInYear(paid_at))
      const later = rows.filter((row) => hasLaterRow(row) && isInYear(row.recorded_at))
      const booked = [
        ...own.map(({ id }) => advanceOf(rows, id)),
        ...later.map(({ id }) => laterPartsOf(rows, id).advance),
      ].reduce((sum, paise) => sum + paise, 0)
      const paise = advanceAt(rows, addDays(from, -1)) + booked - advanceAt(rows, to)
      if (paise !== 0) used.push({ person_id, paise })
    }
  return used
}
