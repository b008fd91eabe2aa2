/**
 * Implied charges: a payment for days that had not been charged when it was recorded implies a charge for them. It is
 * computed here and not stored, so that it disappears when the payment becomes void.
 */
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import {
  type FinancialYear,
  financialYear,
  financialYearOf,
  nextFinancialYear,
} from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import {
  type AccountEntry,
  hasExplicitDays,
  isPlainPayment,
  type YearAmounts,
} from './account-entries.ts'
import type { Charge, ValidDays } from './charges.ts'

/** The days of one financial year. */
export interface NamedYear extends ValidDays {
  year: string
}

const namedYear = ({ name, from, to }: FinancialYear): NamedYear => ({
  year: name,
  valid_from: from,
  valid_to: to,
})

/** The days that a payment names, cut at 1 April, the oldest first. */
function namedYears(entry: AccountEntry): NamedYear[] {
  if (!hasExplicitDays(entry)) return []
  const { valid_from, valid_to } = entry
  const years: NamedYear[] = []
  let year = financialYearOf(valid_from)
  for (let from = valid_from; from <= valid_to; from = year.from) {
    years.push({
      year: year.name,
      valid_from: from,
      valid_to: year.to < valid_to ? year.to : valid_to,
    })
    year = nextFinancialYear(year.to)
  }
  return years
}

/**
 * The days that a payment is for. A payment of an import or of Member Data without days is for the financial year in
 * which it was made, unless something is open.
 */
export function daysToPay(entry: AccountEntry, isOpen: boolean): NamedYear[] {
  const isWithoutDays = isPlainPayment(entry) && !hasExplicitDays(entry)
  return isWithoutDays && !isOpen
    ? [namedYear(financialYear(new Date(entry.paid_at)))]
    : namedYears(entry)
}

/** Whether the charges are for all of these days. */
export function areCovered(
  { valid_from, valid_to }: ValidDays,
  charges: readonly ValidDays[],
): boolean {
  let day = valid_from
  while (day <= valid_to) {
    const charge = charges.find((one) => one.valid_from <= day && one.valid_to >= day)
    if (!charge) return false
    day = addDays(charge.valid_to, 1)
  }
  return true
}

/** The dues of these days' year; of several, those that share most days. */
export function duesSharingMostDays(
  charges: readonly Charge[],
  days: NamedYear,
): Charge | undefined {
  return charges
    .filter(({ item, year }) => item === 'dues' && year === days.year)
    .sort((a, b) => sharedDays(b, days) - sharedDays(a, days))[0]
}

const sharedDays = (a: ValidDays, b: ValidDays): number => {
  const from = a.valid_from > b.valid_from ? a.valid_from : b.valid_from
  const to = a.valid_to < b.valid_to ? a.valid_to : b.valid_to
  return from > to ? 0 : daysBetween(from, to) + 1
}

/** A payment, and its day. */
interface DatedPayment {
  entry: AccountEntry
  paid_on: Day
}

/** The key in `year_amounts` of the joining fee that a payment for days of a year implies. */
export const joiningFeeKey = (year: string): string => `joining fee ${year}`

/**
 * The joining fee that the payment implies, unless the member has one, then a charge for each of these years. They
 * share what is left of the payment; the last one takes the rest.
 */
export function impliedChargesOf(
  { entry, paid_on, left }: DatedPayment & { left: Paise },
  years: readonly NamedYear[],
  hasFee: boolean,
): Charge[] {
  const amountsByYear = Array.isArray(entry.year_amounts) ? {} : (entry.year_amounts ?? {})
  const joined = hasFee ? undefined : years.find(({ year }) => joiningFeeKey(year) in amountsByYear)
  const fee = joined ? Math.min(left, amountsByYear[joiningFeeKey(joined.year)] ?? 0) : 0
  const amounts = amountsOf(left - fee, years, amountsByYear)
  const toCharge = (named: NamedYear, item: 'joining fee' | 'dues', amount: Paise): Charge => ({
    ...named,
    id: `${entry.id} ${item === 'dues' ? named.year : joiningFeeKey(named.year)}`,
    item,
    amount_paise: amount,
    open_paise: amount,
    ...impliedFields(paid_on, entry),
  })
  return [
    ...(joined && fee > 0 ? [toCharge(joined, 'joining fee', fee)] : []),
    ...years.map((named, index) => toCharge(named, 'dues', amounts[index] ?? 0)),
  ]
}

/** The fields that an implied charge takes from its payment. */
const impliedFields = (paidOn: Day, { id }: AccountEntry) => ({
  implied_by: id,
  raised_in: financialYearOf(paidOn).name,
  label: '',
  tax: null,
  paper: null,
  due_on: paidOn,
  grace_until: paidOn,
  counts_from: paidOn,
})

/**
 * The charges that were not raised when a payment of dues was recorded, the joining fee before the dues. The payment
 * implies each charge that its remaining amount covers together with earlier credit; otherwise the rest stays credit.
 */
export function plannedChargesOf({ entry, paid_on }: DatedPayment): Charge[] {
  const { year_amounts: planned } = entry
  if (!Array.isArray(planned) || isPlainPayment(entry)) return []
  return planned.map(({ year, item, amount_paise, valid_from, valid_to }) => ({
    id: `${entry.id} ${item} ${year}`,
    year,
    item,
    valid_from,
    valid_to,
    amount_paise,
    open_paise: amount_paise,
    ...impliedFields(paid_on, entry),
  }))
}

/** Whether such a charge exists already: it was raised, or another payment implied it. */
export const isChargedBy = (
  charges: readonly Charge[],
  { item, year, ...days }: Charge,
): boolean => {
  const same = charges.filter((charge) => charge.item === item && charge.year === year)
  const isOnce = item === 'joining fee' && same.length > 0
  return isOnce || same.some(({ implied_by }) => implied_by === null) || areCovered(days, same)
}

/** How a payment is split over years that were not charged: by their rates, or evenly; the last year gets the rest. */
function amountsOf(paise: Paise, years: readonly NamedYear[], rates: YearAmounts): Paise[] {
  let left = paise
  return years.map(({ year }, index) => {
    const isLast = index === years.length - 1
    const share = rates[year] ?? Math.round(left / (years.length - index))
    const amount = isLast ? left : Math.min(left, share)
    left -= amount
    return amount
  })
}
