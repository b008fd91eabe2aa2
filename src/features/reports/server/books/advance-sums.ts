/** What of earlier advances was used in a year: it moved from 'Advance' to what it paid, and is no money of the year. */
import {
  isImportedHistory,
  partsMovedOf,
  partsOf,
  wasAdvance,
} from '#features/ledger/book-parts.ts'
import { listLedgersOf } from '#features/ledger/server/queries.ts'
import {
  listSettledAdvances,
  type SettledAdvance,
} from '#features/ledger/server/year-parts-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { type FinancialYear, yearNamed } from '#shared/financial-year.ts'

interface UsedAdvance {
  person_id: string
  paise: number
}

/**
 * Of each payment, in whole paise, never more than the books have as its advance. Credit is used on the day on which the
 * charge that it pays is raised, and dues of a later year are an advance until 1 April.
 */
export async function advancesUsed(db: Database, year: FinancialYear): Promise<UsedAdvance[]> {
  const settled = await listSettledAdvances(db, year)
  const ledgers = await listLedgersOf(db, [...new Set(settled.map((one) => one.person_id))])
  return [...Map.groupBy(settled, ({ money_id }) => money_id)].flatMap(([id, parts]) => {
    const person_id = parts[0]?.person_id ?? ''
    const rows = ledgers.get(person_id) ?? []
    const money = rows.find((row) => row.id === id)
    if (!money || isImportedHistory(money)) return []
    const used = parts
      .filter(
        (part) => wasAdvance(money, part.year, part.charged_at) && isUsedIn(part, money, year),
      )
      .reduce((sum, { paise }) => sum + Number(paise), 0)
    if (used === 0) return []
    const paise = Math.min(used, partsOf(rows, id).advance + partsMovedOf(rows, id).advance)
    return paise > 0 ? [{ person_id, paise }] : []
  })
}

type Money = Parameters<typeof isImportedHistory>[0]

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
