import { isSeriesNumber } from '#shared/dues/receipt-number.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { LedgerEntry } from '../../answers.ts'
import { chargeName } from '../../charge-name.ts'

/** 'receipt R2026-27/0001', 'the payment of ₹5,000', 'Dues 2026-27'. */
export function entryName(entry: LedgerEntry): string {
  const money = formatRupees(Math.abs(entry.amount_paise))
  if (entry.kind === 'charge' || entry.kind === 'paper') return itemOf(entry)
  if (entry.kind === 'waiver') return `the waiver of ${money}`
  if (entry.kind === 'refund') return `the refund of ${money}`
  return isSeriesNumber(entry.receipt_number)
    ? `receipt ${entry.receipt_number}`
    : entry.kind === 'tds'
      ? `the deducted tax of ${money}`
      : `the payment of ${money}`
}

/** 'Dues 2026-27', 'Joining fee 2026-27' or 'Bank fee'. */
export const itemOf = ({ item, year, reference }: LedgerEntry): string =>
  chargeName({ item: item ?? 'dues', year, label: reference })
