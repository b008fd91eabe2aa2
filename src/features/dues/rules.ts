import type { AccountEntry, PlannedCharge } from '#features/ledger/account-entries.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import { isPaidUntil } from '#features/members/dues-status.ts'
import { addDays, isoDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'

/** How the dues of those who join within the year are reduced: not at all, or by the quarters that have passed. */
export const prorationRules = ['none', 'quarter'] as const
export type Proration = (typeof prorationRules)[number]

/** What a member of a type owes for a year. Amounts are whole paise. */
export interface Rate {
  amount_paise: number
  joining_fee_paise: number
  proration: Proration
  /** yyyy-MM-dd. */
  due_on: string
  grace_days: number
}

/** The dues of the current year by type: of a year without a rate those of the settings, which have no due day. */
export type YearRate = Pick<Rate, 'amount_paise' | 'proration' | 'grace_days'> & {
  due_on: string | null
}
export type YearRates = Record<MemberRole, YearRate>

/**
 * What a member owes for a year: the rate of their type, with the fee of their own (paise; null for none) instead of
 * its amount. An own fee is for the whole year, also when they joined within it.
 */
export const withOwnFee = <Some extends Pick<Rate, 'amount_paise' | 'proration'>>(
  rate: Some,
  ownFee: number | null | undefined,
): Some =>
  ownFee === null || ownFee === undefined
    ? rate
    : { ...rate, amount_paise: ownFee, proration: 'none' }

interface DuesMember {
  role: string | null
  is_active: boolean
  /** ISO UTC, the day of joining. */
  created_at: string
  /** yyyy-MM-dd, '' for never. */
  paid_until: string
}

/** How long a member has to pay who joined after the dues were due. */
const daysOfJoiners = 30

/** Why a run leaves a member out; undefined when it charges them. */
export function reasonToLeaveOut(
  member: DuesMember,
  entries: readonly AccountEntry[],
  year: FinancialYear,
  rate: Rate | undefined,
): string | undefined {
  if (member.role !== 'oem' && member.role !== 'vendor') return 'Not a member'
  if (!member.is_active) return 'Inactive'
  if (isCharged(entries, 'dues', year.name)) return `Dues for ${year.name} raised before`
  if (isPaidUntil(member, year.to)) return `Paid for ${year.name} already`
  if (isoDay(member.created_at) > year.to) return `Joined after ${year.name}`
  if (!rate) return noRate(member.role, year.name)
  return undefined
}

const noRate = (role: MemberRole, year: string): string =>
  `No dues set for ${year} (${role === 'oem' ? 'OEM' : 'vendor'})`

const isCharged = (
  entries: readonly AccountEntry[],
  item: PlannedCharge['item'],
  year?: string,
): boolean =>
  activeEntries(entries).some(
    (entry) =>
      entry.kind === 'charge' && entry.item === item && (year === undefined || entry.year === year),
  )

/**
 * What a run charges a member on a day (yyyy-MM-dd). Who joined within the year pays the joining fee once,
 * and with proration by quarter only the quarters from the one of joining.
 */
export function chargesFor(
  member: Pick<DuesMember, 'created_at'>,
  entries: readonly AccountEntry[],
  year: FinancialYear,
  rate: Rate,
  today: string,
): PlannedCharge[] {
  const joined = isoDay(member.created_at)
  const isNew = joined >= year.from && joined <= year.to
  const due_on = isNew && joined > rate.due_on ? addDays(today, daysOfJoiners) : rate.due_on
  const days = {
    year: year.name,
    due_on,
    grace_until: addDays(due_on, rate.grace_days),
    valid_from: isNew ? joined : year.from,
    valid_to: year.to,
  }
  const quarters = isNew && rate.proration === 'quarter' ? quartersFrom(joined) : 4
  const dues = partOfYear(rate.amount_paise, quarters)
  const fee = isNew && !isCharged(entries, 'joining fee') ? rate.joining_fee_paise : 0
  return [
    ...(fee > 0 ? [{ ...days, item: 'joining fee' as const, amount_paise: fee }] : []),
    { ...days, item: 'dues', amount_paise: dues },
  ]
}

/** The dues of some quarters of a year: whole rupees, halves up. */
const partOfYear = (paise: number, quarters: number): number =>
  quarters === 4 ? paise : Math.round((paise * quarters) / 400) * 100

/**
 * What a member owes for a year whose dues are not raised yet: the rate, with proration by quarter from the quarter of
 * joining or of the first day that is not paid for, less the credit.
 */
export function duesNotRaised(
  member: Pick<DuesMember, 'created_at' | 'paid_until'> & { credit_paise: number },
  year: FinancialYear,
  { amount_paise, proration }: Pick<Rate, 'amount_paise' | 'proration'>,
): number {
  const joined = isoDay(member.created_at)
  const unpaid = member.paid_until === '' ? '' : addDays(member.paid_until, 1)
  const first = joined > unpaid ? joined : unpaid
  const isWithin = proration === 'quarter' && first > year.from && first <= year.to
  const dues = partOfYear(amount_paise, isWithin ? quartersFrom(first) : 4)
  return Math.max(0, dues - member.credit_paise)
}

/** A charge of dues that are not raised yet, without its amount: from the first day that is not paid for, due no earlier than the member joined. */
export function chargeNotRaised(
  { created_at, paid_until }: Pick<DuesMember, 'created_at' | 'paid_until'>,
  year: FinancialYear,
  { due_on: dueOn, grace_days }: Pick<YearRate, 'due_on' | 'grace_days'>,
) {
  const joined = isoDay(created_at)
  const unpaid = paid_until === '' ? joined : addDays(paid_until, 1)
  const from = unpaid > year.from ? unpaid : year.from
  const due_on = dueOn === null || dueOn < joined ? from : dueOn
  return {
    ...{ year: year.name, item: 'dues' as const, due_on },
    grace_until: addDays(due_on, grace_days),
    ...{ valid_from: from, valid_to: year.to },
  }
}

/** The quarters of a financial year from the one that a day belongs to: 4 in April, 1 in March. */
export function quartersFrom(day: string): number {
  const month = Number(day.slice(5, 7))
  return 4 - Math.floor(((month + 8) % 12) / 3)
}
