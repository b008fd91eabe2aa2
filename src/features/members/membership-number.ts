/** How membership numbers are written and compared; `server/record/membership-number.ts` makes and assigns them. */
import type { MemberRole } from '#shared/roles.ts'
import { plainNumberText } from '#shared/values/text.ts'

/** The series a membership number counts in: role and year of joining, like 'OEM2024'. */
export const numberSeries = (role: MemberRole, year: number): string =>
  `${role.toUpperCase()}${year}`

/** An assigned number, like OEM2024001 (contract 12.6). */
export const formatMembershipNumber = (series: string, serial: number): string =>
  series + String(serial).padStart(3, '0')

/**
 * The key by which numbers are compared and reserved: case, spaces and invisible characters do not
 * count, so 'oem 2024 001' and OEM2024001 are the same number.
 */
export const numberKey = (number: string): string =>
  plainNumberText(number).replace(/\s/g, '').toUpperCase()

/** The refusal when a number is, or ever was, another person's. */
export const numberTakenMessage = (number: string): string =>
  `Membership number ${number} is already taken`
