import { z } from 'zod'
import { plainNumberText } from '#shared/values/text.ts'

const message = 'Please enter a valid GSTIN, for example 27AAPFU0939F1ZV'

/**
 * The tax number of a business in India, in capitals and without spaces, or '': state, PAN, entity,
 * 'Z' and a check digit.
 */
export const gstin = z
  .string(message)
  .transform((typed) => plainNumberText(typed).replace(/\s/g, '').toUpperCase())
  .refine((number) => number === '' || isGstin(number), message)

const pattern = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const isGstin = (number: string): boolean =>
  pattern.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1)

/** Computes in base 36: doubles every second digit and adds up the digits of all products. */
function checkDigit(number: string): string | undefined {
  const sum = [...number].reduce((total, digit, index) => {
    const product = digits.indexOf(digit) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36]
}
