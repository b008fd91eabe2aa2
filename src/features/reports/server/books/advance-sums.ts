/** What of earlier advances was used in a year: it moved from 'Advance' to what it paid, and is no money of the year. */
import { activeEntries } from '#features/ledger/account-entries.ts'
import {
  isImportedHistory,
  partsMovedOf,
  partsOf,
  wasAdvance,
} from '#features/ledger/book-parts.ts'
import { creditOnPapers } from '#features/ledger/credit.ts'
import { listLedgersOf } from '#features/ledger/server/queries.ts'
import { listSettledAdvances } from '#features/ledger/server/year-parts-queries.ts'
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
  return [...Map.groupBy(settled, ({ person_id }) => person_id)].flatMap(([person_id, parts]) => {
    const rows = ledgers.get(person_id) ?? []
    const active = activeEntries(rows)
    // Tax that was deducted from a payment is of its advance.
    const used = new Map<string, number>()
    for (const { money_id, charge_id, charged_at, year: dues, paise } of parts) {
      const money = rows.find(({ id }) => id === money_id)
      const brought = rows.find(({ id }) => charge_id.startsWith(`${id} `))
      const chargedAt = charged_at ?? brought?.recorded_at
      if (!money || isImportedHistory(money) || !wasAdvance(money, dues, chargedAt)) continue
      if (!isUsedIn({ chargedAt, dues }, money, year)) continue
      const id = money.paid_with ?? money_id
      // Papers of moved credit have rows of their own in the books.
      const ids = { moneyId: money_id, chargeId: charge_id }
      const rest = Math.max(0, Number(paise) - creditOnPapers(rows, active, ids))
      used.set(id, (used.get(id) ?? 0) + rest)
    }
    return [...used].flatMap(([paymentId, paise]) => {
      const own = rows.filter(({ id, paid_with }) => id === paymentId || paid_with === paymentId)
      const money = own.filter(({ kind }) => kind === 'payment' || kind === 'tds')
      const advance = money.reduce(
        (sum, { id }) => sum + partsOf(rows, id).advance,
        partsMovedOf(rows, paymentId).advance,
      )
      const most = Math.min(paise, advance)
      return most > 0 ? [{ person_id, paise: most }] : []
    })
  })
}

function isUsedIn(
  { chargedAt, dues }: { chargedAt: string | undefined; dues: string },
  { recorded_at }: { recorded_at: string },
  { from, to }: FinancialYear,
): boolean {
  const at = chargedAt !== undefined && chargedAt > recorded_at ? chargedAt : recorded_at
  const begins = yearNamed(dues)?.from ?? ''
  const day = isoDay(at) > begins ? isoDay(at) : begins
  return day >= from && day <= to
}
