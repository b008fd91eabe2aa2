import { isoDay } from '#shared/dates.ts'

export type Validity = 'VALID' | 'EXPIRED' | 'Not set'

/** VALID while valid-to lies after now; its day counts to the end in India (rulings section 4). */
export function validity(validTo: string | null | undefined, now: Date): Validity {
  if (!validTo) return 'Not set'
  return validTo.slice(0, 10) >= isoDay(now) ? 'VALID' : 'EXPIRED'
}

/** The Indian financial year around a moment: 1 April to 31 March, as days yyyy-MM-dd. */
export function financialYear(now: Date): { from: string; to: string; name: string } {
  const [year = 0, month = 0] = isoDay(now).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return {
    from: `${first}-04-01`,
    to: `${first + 1}-03-31`,
    name: `${first}-${String((first + 1) % 100).padStart(2, '0')}`,
  }
}

/** Whether somebody has paid for a membership that lasts at least to a day (yyyy-MM-dd) already. */
export const isCovered = (
  member: { payment_status: boolean; membership_valid_to: string | null },
  day: string,
): boolean => member.payment_status && day !== '' && (member.membership_valid_to ?? '') >= day

/** 'R2024-25/0001': receipts count through a financial year. */
export const receiptNumber = (yearName: string, serial: number): string =>
  `R${yearName}/${String(serial).padStart(4, '0')}`
