import { documentsOf } from '#features/ledger/receipts/documents.ts'
import { parseContent } from '#features/ledger/server/receipts/receipt-content.ts'
import type { Database } from '#platform/server/database/database.ts'
import { comparison } from './comparison.ts'

/**
 * In which series the numbers of the receipts, their cancellations and the documents beside them are not
 * all that the portal has taken, each once.
 */
export async function receiptFaults(db: Database): Promise<string[]> {
  const { faults, equal } = comparison()
  const rows = await db
    .selectFrom('ledger_entry')
    .leftJoin('receipt', 'receipt.entry_id', 'ledger_entry.id')
    .select(['receipt_number', 'content'])
    .where('receipt_number', 'is not', null)
    .execute()
  const numbers = rows.flatMap(({ receipt_number: number, content }) => [
    number ?? '',
    ...(content === null ? [] : documentsOf(parseContent(content)).slice(1)).map(
      (document) => document.number,
    ),
  ])
  const series = Map.groupBy(numbers.map(partsOfNumber), ({ counter }) => counter)
  const taken = await db.selectFrom('receipt_counter').selectAll().where('last', '>', 0).execute()
  const counters = new Map(taken.map((one) => [one.series, Number(one.last)]))
  for (const counter of new Set([...series.keys(), ...counters.keys()]))
    equal(
      `the serials of ${counter}`,
      (series.get(counter) ?? []).map(({ serial }) => serial).toSorted((a, b) => a - b),
      Array.from({ length: counters.get(counter) ?? 0 }, (_, index) => index + 1),
    )
  return faults
}

/** The name of the counter of a number like 'R2024-25/N0001', and its serial. */
function partsOfNumber(number: string) {
  const [, from, to, letter = '', serial] = /(\d\d)-?(\d\d)\/?([CBN]?)(\d{4,})$/.exec(number) ?? []
  const names: Record<string, string> = { C: ' cancellation', B: ' bill', N: ' note' }
  return { counter: `20${from}-${to}${names[letter] ?? ''}`, serial: Number(serial) }
}
