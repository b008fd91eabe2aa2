import { latinDigits } from '../values/text.ts'

/**
 * The PIN code of an address, the last where it has several; '' for none. Six digits of a telephone number are not one.
 */
export function pinCodeOf(address: string): string {
  const digits = latinDigits(address.normalize('NFKC'))
  const found = digits.match(/(?<!\d|(?<!\d)0\d{4}[\s-]{1,3})[1-9]\d{2}\s?\d{3}(?!\d)/g)
  return found?.at(-1)?.replace(/\s/g, '') ?? ''
}
