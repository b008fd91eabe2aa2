import { type Day, type Instant, isoDay, numericDate } from '#shared/dates.ts'
import { financialStartYear } from '#shared/financial-year.ts'

export type Validity = 'VALID' | 'EXPIRED' | 'Not set'

/** A membership is VALID to the end of its last day in India (contract 13.4). */
export function validity(validTo: Day | null | undefined, now: Date): Validity {
  if (!validTo) return 'Not set'
  return validTo.slice(0, 10) >= isoDay(now) ? 'VALID' : 'EXPIRED'
}

/** The days that a membership is valid, or 'Not set'; a register often has the last day alone. */
export function validityDays({
  membership_valid_from: from,
  membership_valid_to: to,
}: {
  membership_valid_from: Day | null
  membership_valid_to: Day | null
}): string {
  if (!to) return 'Not set'
  return from ? `${numericDate(from)} to ${numericDate(to)}` : `Until ${numericDate(to)}`
}

/**
 * Whether another payment for these days would replace the current one: the member has paid for some of the days, or
 * for a membership that ends later. Without `from` only the last day counts.
 */
export const isPaidFor = (
  member: { payment_status: boolean; membership_valid_to: Day | null },
  { from, to }: { from?: Day | undefined; to: Day },
): boolean => {
  const firstDay = from ?? to
  return member.payment_status && (member.membership_valid_to ?? '') >= firstDay
}

/** Whether a membership from a day on starts after the one paid for; otherwise it replaces that one. */
export const isRenewal = (member: { membership_valid_to: Day | null }, from: Day | ''): boolean =>
  from > (member.membership_valid_to ?? '9999')

/**
 * Whether an imported payment is a further one: for days after the membership paid for, or made in a
 * later financial year. Any other imported payment corrects the current one.
 */
export const isImportedRenewal = (
  member: { payment_date: Instant | null; membership_valid_to: Day | null },
  payment: { valid_from: Day | null; paid_at: Instant | null },
): boolean =>
  isRenewal(member, payment.valid_from ?? '') ||
  (member.payment_date !== null &&
    payment.paid_at !== null &&
    startYearOf(payment.paid_at) > startYearOf(member.payment_date))

const startYearOf = (moment: Instant): number => financialStartYear(new Date(moment))
