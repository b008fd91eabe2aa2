/** Writes amounts; values/amount.ts reads them. Everywhere else money is a whole number of paise. */
import { formatCount } from './sentences.ts'

/** A whole number of paise. */
export type Paise = number

/** The opposite of an amount: 0 for 0, because -0 is another number to databases, JSON and tests. */
export const negative = (paise: Paise): Paise => 0 - paise

/** '₹1,25,000' or '₹1,25,000.50': lakh grouping, without zero paise. */
export const formatRupees = (paise: Paise): string =>
  `${paise < 0 ? '-' : ''}₹${groupedRupees(Math.abs(paise))}`

/** '1,25,000' or '1,25,000.50': for fields whose label names the currency. */
export function groupedRupees(paise: Paise): string {
  const rupees = formatCount(Math.floor(paise / 100))
  return paise % 100 === 0 ? rupees : `${rupees}.${String(paise % 100).padStart(2, '0')}`
}

/** '125000' or '125000.50': for spreadsheets and forms that are sent. */
export const decimalRupees = (paise: Paise): string =>
  paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)

/** '₹950', '₹75K', '₹1.2L', '₹3.4Cr': rounded, for narrow places. */
export function shortRupees(paise: Paise): string {
  const rupees = Math.round(paise / 100)
  const [, unit, letter] = units.find(([from]) => rupees >= from) ?? [0, 1, '']
  return `₹${Number((rupees / unit).toFixed(unit > 1000 ? 1 : 0))}${letter}`
}

/** `from` is the smallest amount that rounds up to one of the unit. */
const units: [from: number, unit: number, letter: string][] = [
  [99_50_000, 1_00_00_000, 'Cr'],
  [99_500, 1_00_000, 'L'],
  [1000, 1000, 'K'],
]
