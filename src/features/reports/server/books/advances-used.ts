/**
 * The journals for Tally on the days on which advances are used, or come back (decision 0102), and on those of waivers
 * of charges that have papers of their own (decision 0109).
 */

import { recordedUntil } from '#features/ledger/account-entries.ts'
import { isOfCredit, isRefundNote } from '#features/ledger/receipts/content.ts'
import type { Papers } from '#features/ledger/receipts/paper-balances.ts'
import type { LedgerRow } from '#features/ledger/server/queries.ts'
import { ledgersWithPapers } from '#features/ledger/server/receipts/advance-queries.ts'
import { readPapersOf } from '#features/ledger/server/receipts/receipt-content.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, type Day, isoDay, startOfDay } from '#shared/dates.ts'
import type { TallyLedger } from '#shared/dues/tally-ledgers.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import {
  adjustedValues,
  type Balances,
  balancesOn,
  positionsOf,
  sumOfBalances,
  takenFrom,
  valuesOf,
} from '../../books/tally-balances.ts'

export interface AdvanceJournal {
  id: string
  day: Day
  /** Credits are positive; none is 0. */
  balances: Balances
  /** The entry of the ledger that the journal follows. */
  entry: LedgerRow
  /** Whether it is of the first of April, on which dues that were paid ahead become income. */
  isNewYear: boolean
}

/**
 * Yields the journals of a financial year for its days until `now`. Entries that are recorded later change none of
 * them.
 */
export async function* advanceJournals(
  db: Database,
  year: FinancialYear,
  now: Date,
): AsyncGenerator<AdvanceJournal> {
  const end = startOfDay(addDays(year.to, 1))
  for await (const ledgers of ledgersWithPapers(db, end)) {
    const papers = await readPapersOf(db, [...ledgers.keys()])
    for (const rows of ledgers.values()) yield* journalsOf(rows, papers, year, now)
  }
}

/** `entries` are all entries of a member, in the order of recording. */
function* journalsOf(
  entries: readonly LedgerRow[],
  papers: Papers,
  { name, from, to }: FinancialYear,
  now: Date,
): Generator<AdvanceJournal> {
  const before = entries.filter(({ recorded_at }) => isoDay(recorded_at) < from)
  const last = before.at(-1)
  const positions = positionsOf(before, papers)
  let balancesBefore = balancesOn(positions, from)
  if (last && from <= isoDay(now)) {
    const balances = changeOf(balancesBefore, balancesOn(positions, addDays(from, -1)))
    const id = `${last.person_id}-${name}-advance`
    if (balances.size > 0) yield { id, day: from, balances, entry: last, isNewYear: true }
  }
  for (const [index, entry] of entries.entries()) {
    const day = isoDay(entry.recorded_at)
    if (day < from || day > to) continue
    const after = balancesOn(positionsOf(entries.slice(0, index + 1), papers), day)
    const balances = changeOf(after, balancesBefore, ownBalances(entry, entries, papers))
    balancesBefore = after
    if (balances.size > 0)
      yield { id: `${entry.id}-advance`, day, balances, entry, isNewYear: false }
  }
}

function changeOf(after: Balances, ...before: Balances[]): Balances {
  const parts = before.map((balances) => ({ balances, sign: -1 as const }))
  const change = sumOfBalances([{ balances: after, sign: 1 }, ...parts])
  return new Map([...change].filter(([, paise]) => paise !== 0))
}

/** The amounts of the entry's own vouchers in these ledgers. */
function ownBalances(entry: LedgerRow, entries: readonly LedgerRow[], papers: Papers): Balances {
  const paper = papers.get(entry.id)
  if (!paper) {
    const { kind } = entries.find(({ id }) => id === entry.reverses_id) ?? entry
    return new Map(kind === 'refund' ? [['tally_advance', entry.amount_paise]] : [])
  }
  const own = [...valuesOf(paper), ...adjustedValues(paper)]
  if (isOfCredit(paper)) own.push({ ledger: 'tally_members', paise: -paper.amount_paise })
  // A cancelled payment gives back what the papers of charges had taken from it: the member owes
  // these charges again.
  if (paper.cancels !== null && !isOfCredit(paper) && !isRefundNote(paper)) {
    const recorded = recordedUntil(entries, entry)
    const paise = takenFrom(entry.reverses_id, recorded, papers)
    own.push({ ledger: 'tally_members', paise })
  }
  const values = own.map(({ ledger, paise }) => ({
    balances: new Map<TallyLedger, number>([[ledger, paise]]),
    sign: paper.cancels === null ? (1 as const) : (-1 as const),
  }))
  return sumOfBalances(values)
}
