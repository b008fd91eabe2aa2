/**
 * The advances of earlier years that were used in a year: they move from 'Advance' to what they paid, and are not money
 * of the year.
 */
import { advanceOnDay, bookOf, hasLaterRow } from '#features/ledger/book.ts'
import { ledgersOfAdvances } from '#features/ledger/server/receipts/advance-queries.ts'
import { pauses } from '#platform/server/core/event-loop.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, type Instant, isoDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'

interface UsedAdvance {
  person_id: string
  /** Negative where more money became an advance again than was used; no row of the book has this. */
  paise: Paise
}

/**
 * The used advances of each member in whole paise: the advances before the year, plus those in rows of the year, less
 * the advances at its end.
 */
export async function advancesUsed(db: Database, year: FinancialYear): Promise<UsedAdvance[]> {
  const { from, to } = year
  const isInYear = (at: Instant) => isoDay(at) >= from && isoDay(at) <= to
  const used: UsedAdvance[] = []
  const pause = pauses()
  for await (const ledgers of ledgersOfAdvances(db, year))
    for (const [person_id, entries] of ledgers) {
      await pause()
      const book = bookOf(entries)
      const own = entries.filter(({ paid_at }) => isInYear(paid_at))
      const later = entries.filter((row) => hasLaterRow(row) && isInYear(row.recorded_at))
      const booked = sum([
        ...own.map(({ id }) => book.advances.get(id) ?? 0),
        ...later.map(({ id }) => book.later.get(id)?.advance ?? 0),
      ])
      const paise = advanceOnDay(book, addDays(from, -1)) + booked - advanceOnDay(book, to)
      if (paise !== 0) used.push({ person_id, paise })
    }
  return used
}
