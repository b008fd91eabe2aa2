import type { Account } from '#features/ledger/account.ts'
import type { PlannedCharge } from '#features/ledger/account-entries.ts'
import { type BooksLimits, yearRefusal } from '#features/ledger/payment-days.ts'
import {
  type ChargedMember,
  chargesFor,
  hasJoiningFee,
  sumOfCharges,
  type YearRate,
} from '#features/ledger/year-charges.ts'
import { isPaidUntil } from '#features/members/dues-status.ts'
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import { isMemberRole, type MemberRole, notAMember, type Role } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'

export type YearRates = Record<MemberRole, YearRate>

interface RunMember {
  role: Role | null
  is_active: boolean
  /** The day of joining. */
  created_at: Instant
  /** '' for never. */
  paid_until: Day | ''
}

/** Why a run leaves a member out; undefined when it charges them. */
export function reasonForNoDues(
  member: RunMember,
  account: Pick<Account, 'charges' | 'paid_until'>,
  year: FinancialYear,
  { rate, limits }: { rate: YearRate | undefined; limits: BooksLimits },
): string | undefined {
  const refusal = yearRefusal(year.name, limits)
  if (refusal) return refusal
  if (!isMemberRole(member.role)) return notAMember
  if (!member.is_active) return 'Inactive'
  if (isRaised(account, year)) return `Dues for ${year.name} raised before`
  if (hasArrears(account, year)) return `Arrears of ${year.name} brought forward`
  if (isPaidUntil(account, year.to)) return `Paid for ${year.name} already`
  if (isoDay(member.created_at) > year.to) return `Joined after ${year.name}`
  if (!rate) return noRate(member.role, year.name)
  return undefined
}

const noRate = (role: MemberRole, year: string): string =>
  `No dues set for ${year} (${role === 'oem' ? 'OEM' : 'vendor'})`

/** Whether the dues of a year were raised for the member. */
const isRaised = ({ charges }: Pick<Account, 'charges'>, { name }: FinancialYear): boolean =>
  charges.some((charge) => isDuesOf(charge, name) && charge.implied_by === null)

/** Arrears of a year are the open part of its dues, so these are not raised again. */
const hasArrears = ({ charges }: Pick<Account, 'charges'>, { name }: FinancialYear): boolean =>
  charges.some(({ item, year }) => item === 'arrears' && year === name)

const isDuesOf = ({ item, year }: Pick<PlannedCharge, 'item' | 'year'>, name: string): boolean =>
  item === 'dues' && year === name

/**
 * The charges that raising the dues of a year would create for a member: none when they were raised or brought forward
 * before, or are paid for.
 */
export function plannedCharges(
  { created_at }: Pick<RunMember, 'created_at'>,
  {
    account,
    year,
    rate,
    today,
  }: {
    account: Pick<Account, 'charges' | 'paid_until'>
    year: FinancialYear
    rate: YearRate
    today: Day
  },
): PlannedCharge[] {
  if (isRaised(account, year) || hasArrears(account, year) || isoDay(created_at) > year.to)
    return []
  const { paid_until } = account
  const member = { created_at, paid_until, has_joining_fee: hasJoiningFee(account) }
  return chargesFor(member, year, rate, today)
}

/**
 * What a member owes for a year whose dues are not raised yet: the charges that raising them would create, less the
 * credit.
 */
export const duesNotRaised = (
  member: ChargedMember & { credit_paise: Paise },
  year: FinancialYear,
  rate: YearRate,
  today: Day,
): Paise => Math.max(0, sumOfCharges(chargesFor(member, year, rate, today)) - member.credit_paise)
