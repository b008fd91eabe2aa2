import { activeEntries } from '#features/ledger/account-entries.ts'
import { paperPaise, tdsOf } from '#features/ledger/receipts/content.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { parseContent, readPapersOf } from '#features/ledger/server/receipts/receipt-content.ts'
import type { Database } from '#platform/server/database/database.ts'
import { sum } from '#shared/sum.ts'
import { comparison } from './comparison.ts'

/**
 * What is wrong with the papers of these members: each has the amount of its entry, and lines that sum to it, and each
 * payment that counts and shows a number of the portal has the paper with that number. So the GST register, which
 * `bookFaults` compares with the papers, sums to the payments that count.
 */
export async function paperFaults(db: Database, ids: readonly string[]): Promise<string[]> {
  const { faults, equal } = comparison()
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('receipt', 'receipt.entry_id', 'ledger_entry.id')
    .leftJoin('ledger_entry as cancelled', 'cancelled.id', 'ledger_entry.reverses_id')
    .select(['ledger_entry.receipt_number', 'ledger_entry.amount_paise', 'content'])
    .select(({ fn }) => fn.coalesce('cancelled.kind', 'ledger_entry.kind').as('kind'))
    .where('ledger_entry.person_id', 'in', ids)
    .execute()
  for (const { receipt_number: number, amount_paise, kind, content: stored } of rows) {
    const content = parseContent(stored)
    const tds = kind === 'tds' ? 0 : tdsOf(content)
    // A paper of credit is no money: `supplyFaults` compares it.
    if (kind !== 'paper')
      equal(`the amount of ${number}`, paperPaise(content) - tds, Math.abs(amount_paise))
    if (content.layout !== 1)
      equal(
        `the lines of ${number}`,
        sum(content.lines.map(({ paise }) => paise)),
        content.amount_paise,
      )
  }
  const numbers = new Set(rows.map(({ receipt_number }) => receipt_number))
  const papers = await readPapersOf(db, ids)
  for (const entries of (await listEntriesOfMembers(db, ids)).values())
    for (const { id, kind, receipt_number, office_receipt_number } of activeEntries(entries)) {
      const number = receipt_number ?? office_receipt_number
      if (kind === 'payment' && numbers.has(number))
        equal(`the number on the paper of ${number}`, papers.get(id)?.number, number)
    }
  return faults
}
