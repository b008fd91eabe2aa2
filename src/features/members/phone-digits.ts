/** Phone numbers as digits, so that a search finds a part of them however both are typed. */
import { plainNumberText } from '#shared/values/text.ts'

/** The fewest digits that search phone numbers: fewer would match half of the register. */
const minDigits = 5

/** The numbers of a field without country code, zeros and punctuation, separated by spaces. */
export const phoneDigits = (typed: string): string =>
  plainNumberText(typed)
    .split(/[/,;|&]|\bor\b/)
    .map(nationalDigits)
    .filter((digits) => digits.length >= minDigits)
    .join(' ')

/**
 * '9829012345' for '98290 12345', '+91-98290-12345' and '098290 12345': part of what `phoneDigits`
 * returns for such a number. Undefined for a search that is not for a phone number.
 */
export function searchedPhone(search: string): string | undefined {
  const typed = plainNumberText(search)
  if (!/^[+\d\s().-]+$/.test(typed)) return undefined
  const digits = nationalDigits(typed)
  return digits.length >= minDigits ? digits : undefined
}

/** The digits without the trunk zero, and without the country code of India. */
function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00(?=91)/, '')
  const isIndian = digits.startsWith('91') && (typed.includes('+') || digits.length > 10)
  return (isIndian ? digits.slice(2) : digits).replace(/^0+/, '')
}
