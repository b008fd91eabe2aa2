/**
 * What raising the dues of a year charges a member: the dues at their rate, and the
 * joining fee if they joined within the year.
 */
import { isPaidUntil } from '#features/members/dues-status.ts'
import { addDays, type Day, type Instant, isoDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { PlannedCharge } from './account-entries.ts'

/** How the dues of those who join within the year are reduced: not at all, or by the quarters that have passed. */
export const prorationRules = ['none', 'quarter'] as const
export type Proration = (typeof prorationRules)[number]

/** What a member of a type owes for a year. Amounts are whole paise. */
export interface Rate {
  amount_paise: Paise
  joining_fee_paise: Paise
  proration: Proration
  due_on: Day
  grace_days: number
}

/** The dues of a year for a type of member: the rate that was set, otherwise `unsetRate`. */
export type YearRate = Omit<Rate, 'due_on'> & { due_on: Day | null }

/** The dues of a year for which no rate was set: there is no due day and no joining fee. */
export const unsetRate = (amount_paise: Paise): YearRate => ({
  amount_paise,
  joining_fee_paise: 0,
  proration: 'none',
  due_on: null,
  grace_days: 0,
})

/**
 * What a member owes for a year: the rate of their type, with the fee of their own (paise; null for none) instead of
 * its amount. A member's own fee is for the whole year, also when they joined within it.
 */
export const withOwnFee = <Some extends Pick<Rate, 'amount_paise' | 'proration'>>(
  rate: Some,
  ownFee: number | null | undefined,
): Some =>
  ownFee === null || ownFee === undefined
    ? rate
    : { ...rate, amount_paise: ownFee, proration: 'none' }

/** What the charges of a year depend on. */
export interface ChargedMember {
  /** The day of joining. */
  created_at: Instant
  /** '' for never. */
  paid_until: Day | ''
  /** Whether a joining fee that counts was charged, or came with a payment. */
  has_joining_fee: boolean
}

export const hasJoiningFee = ({
  charges,
}: {
  charges: readonly Pick<PlannedCharge, 'item'>[]
}): boolean => charges.some(({ item }) => item === 'joining fee')

export const sumOfCharges = (charges: readonly Pick<PlannedCharge, 'amount_paise'>[]): Paise =>
  sum(charges, ({ amount_paise }) => amount_paise)

/** How many days a member who joined after the due day has to pay. */
const daysToPayForJoiners = 30

/**
 * Returns the charges of a member on a day (yyyy-MM-dd) for a year whose dues were not raised for them: no charge when
 * they have paid until its end; otherwise the dues, and once the joining fee if they joined within the year. With
 * proration by quarter, only the quarters count from the one in which they joined, or from the one with the first
 * unpaid day.
 */
export function chargesFor(
  { created_at, paid_until, has_joining_fee }: ChargedMember,
  year: FinancialYear,
  rate: YearRate,
  today: Day,
): PlannedCharge[] {
  const joined = isoDay(created_at)
  const isNew = joined >= year.from && joined <= year.to
  if (isPaidUntil({ paid_until }, year.to)) return []
  const unpaid = paid_until === '' ? joined : addDays(paid_until, 1)
  const starts = [joined, unpaid].filter((day) => day > year.from && day <= year.to)
  const first = starts.sort().at(-1) ?? year.from
  const isAfterDue = isNew && rate.due_on !== null && joined > rate.due_on
  const due_on = isAfterDue ? addDays(today, daysToPayForJoiners) : (rate.due_on ?? first)
  const days = {
    year: year.name,
    due_on,
    grace_until: addDays(due_on, rate.grace_days),
    valid_from: first,
    valid_to: year.to,
  }
  const quarters = rate.proration === 'quarter' && first > year.from ? quartersFrom(first) : 4
  const dues = duesForQuarters(rate.amount_paise, quarters)
  const fee = isNew && !has_joining_fee ? rate.joining_fee_paise : 0
  return [
    ...(fee > 0 ? [{ ...days, item: 'joining fee' as const, amount_paise: fee }] : []),
    { ...days, item: 'dues' as const, amount_paise: dues },
  ]
}

/** The dues of some quarters of a year: whole rupees, halves up. */
const duesForQuarters = (paise: Paise, quarters: number): Paise =>
  quarters === 4 ? paise : Math.round((paise * quarters) / 400) * 100

/** The quarters of a financial year from the one that a day belongs to: 4 in April, 1 in March. */
export function quartersFrom(day: Day): number {
  const month = Number(day.slice(5, 7))
  return 4 - Math.floor(((month + 8) % 12) / 3)
}
