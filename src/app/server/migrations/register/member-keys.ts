/**
 * The last day that a payment pays for, and the digits of a phone field, as features/members computed
 * them when the migration was written.
 */

const indiaOffset = 5.5 * 60 * 60 * 1000

/** The end of the validity, or of the Indian financial year of the payment. */
export function paidUntil(payment: { valid_to: string | null; paid_at: string }): string {
  if (payment.valid_to !== null) return payment.valid_to
  const paid = new Date(Date.parse(payment.paid_at) + indiaOffset)
  if (Number.isNaN(paid.getTime())) return ''
  return `${paid.getUTCFullYear() + (paid.getUTCMonth() >= 3 ? 1 : 0)}-03-31`
}

/** The numbers of a field without country code, zeros and punctuation, separated by spaces. */
export const phoneDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .split(/[/,;|&\n]|\bor\b/)
    .map(nationalDigits)
    .filter((digits) => digits.length >= 5)
    .join(' ')

function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00(?=91)/, '')
  const isIndian = digits.startsWith('91') && (typed.includes('+') || digits.length > 10)
  return (isIndian ? digits.slice(2) : digits).replace(/^0+/, '')
}
