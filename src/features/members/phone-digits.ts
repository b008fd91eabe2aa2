/** Phone numbers as digits, so that a search finds a part of them however both are typed. */
import { readPhones } from '#shared/values/phone.ts'
import { plainNumberText } from '#shared/values/text.ts'

/** The fewest digits that search phone numbers: fewer would match half of the register. */
const minDigits = 5

/** The numbers of a field, whole or in part, without country code, zeros and punctuation, separated by spaces. */
export function phoneDigits(typed: string): string {
  const numbers: string[] = []
  let end = 0
  for (const { dial, text, index } of readPhones(typed)) {
    numbers.push(...partsOfNumbers(typed.slice(end, index)), nationalDigits(dial))
    end = index + text.length
  }
  numbers.push(...partsOfNumbers(typed.slice(end)))
  return numbers.filter((digits) => digits.length >= minDigits).join(' ')
}

/** Digits that are no full number, like a landline without its dialling code. */
const partsOfNumbers = (text: string): string[] =>
  (plainNumberText(text).match(/[+\d][\d\s().-]*/g) ?? []).map(nationalDigits)

/**
 * '9829012345' for '98290 12345', '+91-98290-12345' and '098290 12345': part of what `phoneDigits`
 * returns for such a number. Undefined for a search that is not for a phone number.
 */
export function phoneDigitsInSearch(search: string): string | undefined {
  const typed = plainNumberText(search)
  if (!/^[+\d\s().-]+$/.test(typed)) return undefined
  const digits = nationalDigits(readPhones(typed)[0]?.dial ?? typed)
  return digits.length >= minDigits ? digits : undefined
}

/** The digits without the trunk zero, and without the country code of India. */
function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00(?=91)/, '')
  const isIndian = digits.startsWith('91') && (typed.includes('+') || digits.length > 10)
  return (isIndian ? digits.slice(2) : digits).replace(/^0+/, '')
}
