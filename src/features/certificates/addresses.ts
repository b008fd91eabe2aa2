/** Postal addresses as labels print them. */

import { byCompanyAndName } from '#features/members/display-name.ts'
import { compare } from '#shared/compare.ts'
import { pinCodeOf } from '#shared/india/pin-code.ts'

interface Addressee {
  company_name: string
  name: string
  certificate_postal_address: string
}

/** Compares by PIN code, then by company and name; addresses without a PIN code come last. */
export function byPinCode(a: Addressee, b: Addressee): number {
  const [left, right] = [pinCodeOrLast(a), pinCodeOrLast(b)]
  return compare(left, right) || byCompanyAndName(a, b)
}

const pinCodeOrLast = ({ certificate_postal_address }: Addressee): string =>
  pinCodeOf(certificate_postal_address) || '~'

/** The lines of an address as they were typed. */
export const addressLines = (address: string): string[] =>
  address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
