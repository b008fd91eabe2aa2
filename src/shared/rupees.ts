/** Money is whole paise everywhere; these are its two ways to and from what people read and type. */

/** The largest amount the portal takes: 100 crore rupees, far within what a number holds exactly. */
export const maxPaise = 100_00_00_000 * 100

/**
 * The paise in an amount as people type it: '5000', '5,000.50', '₹ 1,25,000', 'Rs. 500/-'. undefined
 * when it is no plain amount of rupees and at most two digits of paise. Never rounds.
 */
export function parseRupees(typed: string): number | undefined {
  const plain = typed
    .normalize('NFKC')
    .trim()
    .replace(/^(₹|Rs\.?|INR)\s*/i, '')
    .replace(/\/-$/, '')
    .trimEnd()
  const [, rupees, paise = ''] = plain.match(/^(\d{1,3}(?:,\d{2,3})*|\d+)(?:\.(\d{0,2}))?$/) ?? []
  if (rupees === undefined) return undefined
  const digits = rupees.replaceAll(',', '')
  if (digits.length > 12) return undefined
  const amount = Number(digits) * 100 + Number(paise.padEnd(2, '0'))
  return amount <= maxPaise ? amount : undefined
}

/** '₹1,25,000' or '₹1,25,000.50': lakh grouping, paise only where there are some. */
export const formatRupees = (paise: number): string =>
  `${paise < 0 ? '-' : ''}₹${withGrouping(Math.abs(paise))}`

function withGrouping(paise: number): string {
  const whole = Math.floor(paise / 100).toLocaleString('en-IN')
  return paise % 100 === 0 ? whole : `${whole}.${String(paise % 100).padStart(2, '0')}`
}

/** '125000' or '125000.50': for spreadsheets and fields. */
export const decimalRupees = (paise: number): string =>
  paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)

/** '₹950', '₹75K', '₹1.2L', '₹3.4Cr': about so much, for where the whole amount has no room. */
export function shortRupees(paise: number): string {
  const whole = Math.round(paise / 100)
  const [, unit, letter] = units.find(([from]) => whole >= from) ?? [0, 1, '']
  return `₹${Number((whole / unit).toFixed(unit > 1000 ? 1 : 0))}${letter}`
}

/** From the amount that would be rounded up to one of the unit. */
const units: [from: number, unit: number, letter: string][] = [
  [99_50_000, 1_00_00_000, 'Cr'],
  [99_500, 1_00_000, 'L'],
  [1000, 1000, 'K'],
]
