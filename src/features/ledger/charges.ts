/** The charges that money pays: raised ones, implied ones (implied-charges.ts), and refunds to return. */
import { compare } from '#shared/compare.ts'
import { addDays, type Day, isoDay } from '#shared/dates.ts'
import { financialYear, financialYearOf, yearNamed } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import {
  type AccountEntry,
  type ChargeEntry,
  dayInBooks,
  isVoid,
  voidedAt,
} from './account-entries.ts'
import type { ChargeItem } from './contract.ts'
import type { TaxTreatment } from './receipts/tax.ts'

/** Days are yyyy-MM-dd, amounts whole paise. */
export interface Charge {
  id: string
  /** The payment that implies it; null for a charge that was raised. */
  implied_by: string | null
  year: string
  /** The financial year in which it was charged, by its day in the books. */
  raised_in: string
  item: ChargeItem
  /** Other charges only: what the charge is for. */
  label: string
  /** Its own tax; null for that of the association on the day of the payment. */
  tax: TaxTreatment | null
  /** The number of its own paper (decision 109), which states the tax: payments of it are not taxed again. */
  paper: string | null
  amount_paise: Paise
  open_paise: Paise
  /** What is open is owed from this day on: the first of its year, or the one after the due date. */
  counts_from: Day
  due_on: Day
  grace_until: Day
  valid_from: Day
  valid_to: Day
}

export interface ValidDays {
  valid_from: Day
  valid_to: Day
}

/** A charge that was raised, with all of it open. */
export function chargeOf(entry: ChargeEntry): Charge {
  const { id, year, item, due_on, grace_until, valid_from, valid_to, reference } = entry
  const amount = -entry.amount_paise
  const days = { due_on, grace_until, valid_from, valid_to, counts_from: countsFrom(year, due_on) }
  const label = item === 'other' ? reference : ''
  return {
    id,
    implied_by: null,
    year,
    raised_in: financialYearOf(dayInBooks(entry)).name,
    item,
    label,
    tax: entry.tax_treatment,
    paper: entry.receipt_number,
    amount_paise: amount,
    open_paise: amount,
    ...days,
  }
}

function countsFrom(year: string, dueOn: Day): Day {
  const begins = yearNamed(year)?.from
  return begins !== undefined && begins <= dueOn ? begins : addDays(dueOn, 1)
}

type DueCharge = Pick<Charge, 'id' | 'item' | 'year' | 'due_on'>

/** The charge that is due first; of the same day the joining fee, then what was raised first. */
export const byDueDay = (a: DueCharge, b: DueCharge): number =>
  compare(a.due_on, b.due_on) ||
  compare(a.year, b.year) ||
  Number(b.item === 'joining fee') - Number(a.item === 'joining fee') ||
  compare(a.id, b.id)

/** The ids of refunds to return begin with it: they are no entries of the ledger. */
export const refundPrefix = 'refund '

/** Money that was paid back before the payment that it came from was voided, by this entry. */
export function refundToReturn(entry: AccountEntry, paise: Paise): Charge {
  const { id } = entry
  const at = isVoid(entry) ? voidedAt(entry) : entry.paid_at
  const day = isoDay(at)
  const { name: year } = financialYear(new Date(at))
  return {
    id: `${refundPrefix}${id}`,
    implied_by: null,
    item: 'refund to return',
    year,
    raised_in: year,
    label: '',
    tax: null,
    paper: null,
    amount_paise: paise,
    open_paise: paise,
    due_on: day,
    grace_until: day,
    counts_from: day,
    valid_from: day,
    valid_to: day,
  }
}
