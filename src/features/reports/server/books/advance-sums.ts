/** What of earlier advances was used in a year: it moved from 'Advance' to what it paid, and is no money of the year. */
import { isImportedHistory, partsOf } from '#features/ledger/book-parts.ts'
import { listLedgersOf } from '#features/ledger/server/queries.ts'
import {
  listSettledAdvances,
  type SettledAdvance,
} from '#features/ledger/server/year-parts-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { type FinancialYear, financialYear, yearNamed } from '#shared/financial-year.ts'

/**
 * Of each payment, in whole paise, never more than its receipt has as an advance. Credit is used on the day on which the
 * charge that it pays is raised, and dues of a later year are an advance until 1 April.
 */
export async function advancesUsed(db: Database, year: FinancialYear): Promise<number[]> {
  const settled = await listSettledAdvances(db, year)
  const ledgers = await listLedgersOf(db, [...new Set(settled.map((one) => one.person_id))])
  return [...Map.groupBy(settled, ({ money_id }) => money_id)].flatMap(([id, parts]) => {
    const rows = ledgers.get(parts[0]?.person_id ?? '') ?? []
    const money = rows.find((row) => row.id === id)
    if (!money || isImportedHistory(money)) return []
    const used = parts
      .filter((part) => wasAdvance(part, money) && isUsedIn(part, money, year))
      .reduce((sum, { paise }) => sum + Number(paise), 0)
    const paise = Math.min(used, partsOf(rows, id).advance)
    return paise > 0 ? [paise] : []
  })
}

type Money = Parameters<typeof isImportedHistory>[0]

const wasAdvance = ({ charged_at, year }: SettledAdvance, money: Money): boolean =>
  (charged_at !== null && charged_at > money.recorded_at) ||
  year > financialYear(new Date(money.paid_at)).name

function isUsedIn(
  { charged_at, year }: SettledAdvance,
  { recorded_at }: Money,
  { from, to }: FinancialYear,
): boolean {
  const at = charged_at !== null && charged_at > recorded_at ? charged_at : recorded_at
  const begins = yearNamed(year)?.from ?? ''
  const day = isoDay(at) > begins ? isoDay(at) : begins
  return day >= from && day <= to
}
