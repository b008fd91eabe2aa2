import { latinDigits } from '../values/text.ts'

/** The PIN code of an address, six digits; '' when it has none. The last one counts. */
export function pinCodeOf(address: string): string {
  const digits = latinDigits(address.normalize('NFKC'))
  const found = digits.match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g)
  return found?.at(-1)?.replace(/\s/g, '') ?? ''
}
