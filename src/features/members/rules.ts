import type { MemberRole } from '#shared/roles.ts'

/** The series a membership number counts in: role and year of joining, like 'OEM2024'. */
export const numberSeries = (role: MemberRole, year: number): string =>
  `${role.toUpperCase()}${year}`

/** The number a member gets when the field is left empty, like OEM2024001 (specification section 9). */
export const membershipNumber = (series: string, serial: number): string =>
  series + String(serial).padStart(3, '0')

/** '919876543210' for wa.me links: digits only, with India's 91 for a bare ten-digit mobile. */
export function whatsappDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}
