/**
 * Computes which charges are paid by which money. A payment for days that had not been charged when it was recorded
 * brings its own charge. That charge is computed here and not stored, so voiding the payment removes it, too.
 */
import { addDays, isoDay } from '#shared/dates.ts'
import {
  type FinancialYear,
  financialYear,
  nextFinancialYear,
  yearNamed,
} from '#shared/financial-year.ts'
import {
  type AccountEntry,
  activeEntries,
  type BroughtCharge,
  byRecording,
  compare,
  isPlainPayment,
  isVoid,
  namesDays,
} from './account-entries.ts'
import type { ChargeItem } from './contract.ts'
import type { TaxTreatment } from './receipts/tax.ts'
import { hasJoiningFee } from './year-charges.ts'

/** Days are yyyy-MM-dd, amounts whole paise. */
export interface Charge {
  id: string
  /** The payment that brought it; null for a charge that was raised. */
  brought_by: string | null
  year: string
  item: ChargeItem
  /** What another charge than dues is for. */
  label: string
  /** Its own tax; null for that of the association on the day of the payment. */
  tax: TaxTreatment | null
  /** The number of its own paper (decision 109): what pays it is no supply again. */
  paper: string | null
  amount_paise: number
  open_paise: number
  /**
   * From this day on, the open amount is owed: the first day of its year, or the day after the due date.
   */
  counts_from: string
  due_on: string
  grace_until: string
  valid_from: string
  valid_to: string
}

/** A part of a charge that money paid. */
export interface Settlement {
  money_id: string
  kind: 'payment' | 'waiver' | 'tds'
  charge: Charge
  paise: number
  /** The day of the money. */
  paid_on: string
}

export interface ValidDays {
  valid_from: string
  valid_to: string
}

/** What the money of a member paid. */
export interface Settled {
  /** In the order in which they are due: also settled ones, and those that payments brought. */
  charges: Charge[]
  settlements: Settlement[]
  credit_paise: number
  left: MoneyLeft[]
}

/** What of some money paid no charge: credit, and what was paid back. */
interface MoneyLeft {
  money_id: string
  credit_paise: number
  refunded_paise: number
}

/** Money that pays charges, with what is left of it. */
interface Money {
  entry: AccountEntry
  kind: Settlement['kind']
  paid_on: string
  left: number
}

/** What was paid back so far, and the money that it came from. */
interface Refunded {
  paise: number
  taken: Map<string, number>
}

/** What the money of a member pays, in the order in which it was paid. `entries` are in the order of recording. */
export function settlementsOf(entries: readonly AccountEntry[]): Settled {
  const { money, refunded, ...settled } = settleAll(entries)
  return {
    ...settled,
    credit_paise: money.reduce((sum, { left }) => sum + left, 0),
    left: money.map(({ entry: { id }, left }) => ({
      money_id: id,
      credit_paise: left,
      refunded_paise: refunded.taken.get(id) ?? 0,
    })),
  }
}

/**
 * The credit by the money that it is from, or that came with it, the latest first: in this order it is paid back. What is
 * left of a waiver pays later charges, but nobody has paid it, so it is not paid back.
 */
export const creditSources = (
  entries: readonly AccountEntry[],
): { money_id: string; paise: number }[] =>
  settleAll(entries)
    .money.reverse()
    .flatMap(({ entry: { id, kind, paid_with }, left }) =>
      left > 0 && kind !== 'waiver' ? [{ money_id: paid_with ?? id, paise: left }] : [],
    )

function settleAll(entries: readonly AccountEntry[]) {
  const refunded = refundedOf(entries)
  return { ...settle(entries, refunded), refunded }
}

interface Taken {
  refund: AccountEntry
  from: Map<string, number>
}

/** Each refund keeps the money that it was taken from, the latest first, also when one before it is cancelled. */
function refundedOf(entries: readonly AccountEntry[]): Refunded {
  const taken: Taken[] = []
  for (const [index, refund] of entries.entries()) {
    if (refund.kind !== 'refund') continue
    const before = entries.slice(0, index)
    let rest = -refund.amount_paise
    const from = new Map<string, number>()
    for (const { entry, left } of settle(before, sumOfTaken(taken, before)).money.reverse()) {
      if (entry.kind === 'waiver') continue
      const paise = Math.min(left, rest)
      rest -= paise
      from.set(entry.id, paise)
    }
    taken.push({ refund, from })
  }
  return sumOfTaken(taken, entries)
}

/** Sums up the refunds that are not void. */
function sumOfTaken(all: readonly Taken[], entries: readonly AccountEntry[]): Refunded {
  const sum: Refunded = { paise: 0, taken: new Map() }
  if (all.length === 0) return sum
  const active = new Set(activeEntries(entries).map(({ id }) => id))
  for (const { refund, from } of all) {
    if (!active.has(refund.id)) continue
    sum.paise -= refund.amount_paise
    for (const [id, paise] of from) sum.taken.set(id, (sum.taken.get(id) ?? 0) + paise)
  }
  return sum
}

function settle(entries: readonly AccountEntry[], refunded: Refunded) {
  const active = activeEntries(entries)
  const charges = active.filter(({ kind }) => kind === 'charge').map(chargeOf)
  const money = moneyOf(active, refunded)
  const toReturn = money.reduce(
    (rest, { entry }) => rest - (refunded.taken.get(entry.id) ?? 0),
    refunded.paise,
  )
  if (toReturn > 0) charges.push(refundToReturn(entries, refunded, toReturn))
  charges.sort(byDueDay)
  const settlements: Settlement[] = []
  const pay = (one: Money, charge: Charge) => {
    const paise = Math.min(one.left, charge.open_paise)
    if (paise <= 0) return
    one.left -= paise
    charge.open_paise -= paise
    settlements.push({ ...paidBy(one), charge, paise })
  }
  const waived = waivedParts(money, charges)
  const brought: Charge[] = []
  const plans = money.map(plannedChargesOf)
  for (const [index, one] of money.entries()) {
    const part = waived.get(one)
    if (part) settlements.push({ ...paidBy(one), ...part })
    if (isOfCharge(one)) continue
    const before = entries.slice(0, entries.indexOf(one.entry))
    const earlier = new Set(before.map(({ id }) => id))
    const raisedBefore = charges.filter(({ id }) => earlier.has(id))
    const broughtBefore = brought.filter(({ brought_by }) => earlier.has(brought_by ?? ''))
    const isOpen = raisedBefore.some(({ open_paise }) => open_paise > 0)
    const named = charges.find(({ id }) => id === one.entry.charge_id)
    if (named) pay(one, named)
    const uncharged: NamedYear[] = []
    for (const days of daysToPay(one.entry, isOpen)) {
      const charge = chargeOfYear(raisedBefore, days)
      if (charge) pay(one, charge)
      else if (!wasCharged(before, days) && !areCovered(days, broughtBefore)) uncharged.push(days)
    }
    const hasFee = hasJoiningFee({ charges: [...charges, ...brought] })
    for (const charge of chargesBroughtBy(one, uncharged, hasFee)) {
      brought.push(charge)
      pay(one, charge)
    }
    const planned = plans[index] ?? []
    if (planned.length > 0) for (const charge of raisedBefore) pay(one, charge)
    const known = money.slice(0, index + 1)
    for (const charge of planned) {
      const left = known.reduce((sum, earlier) => sum + earlier.left, 0)
      if (left < charge.amount_paise || isChargedBy([...charges, ...brought], charge)) continue
      brought.push(charge)
      for (const earlier of known) pay(earlier, charge)
    }
    // The credit pays what the next payment of dues brings before what was raised after that payment.
    const next = money.find((_, later) => later > index && plans[later]?.length)
    const since = new Set(next && entries.slice(entries.indexOf(next.entry)).map(({ id }) => id))
    for (const earlier of planned.length > 0 ? known : [one])
      for (const charge of charges) if (!since.has(charge.id)) pay(earlier, charge)
  }
  const all = [...charges, ...brought].sort(byDueDay)
  return { charges: all, settlements, money }
}

/** Whether it waives one charge: it stays with this charge, whatever is recorded or voided later. */
const isOfCharge = ({ kind, entry }: Money): boolean =>
  kind === 'waiver' && entry.charge_id !== null

/**
 * Takes what was waived of a charge from the charge before any money pays it. Nothing is left of such a waiver: what is
 * waived of one charge is no credit for another.
 */
function waivedParts(money: readonly Money[], charges: readonly Charge[]) {
  const parts = new Map<Money, Pick<Settlement, 'charge' | 'paise'>>()
  for (const one of money.filter(isOfCharge)) {
    const charge = charges.find(({ id }) => id === one.entry.charge_id)
    const paise = Math.min(one.left, charge?.open_paise ?? 0)
    one.left = 0
    if (!charge || paise <= 0) continue
    charge.open_paise -= paise
    parts.set(one, { charge, paise })
  }
  return parts
}

const paidBy = ({ entry, kind, paid_on }: Money) => ({ money_id: entry.id, kind, paid_on })

function chargeOf(entry: AccountEntry): Charge {
  const { id, year, item, due_on, grace_until, valid_from, valid_to, reference } = entry
  if (!year || !item || !due_on || !grace_until || !valid_from || !valid_to)
    throw new Error(`The charge ${id} is incomplete`)
  const amount = -entry.amount_paise
  const days = { due_on, grace_until, valid_from, valid_to, counts_from: countsFrom(year, due_on) }
  const label = item === 'other' ? reference : ''
  return {
    id,
    brought_by: null,
    year,
    item,
    label,
    tax: entry.tax_treatment === null ? null : JSON.parse(entry.tax_treatment),
    paper: entry.receipt_number,
    amount_paise: amount,
    open_paise: amount,
    ...days,
  }
}

function countsFrom(year: string, dueOn: string): string {
  const begins = yearNamed(year)?.from
  return begins !== undefined && begins <= dueOn ? begins : addDays(dueOn, 1)
}

/** The charge that is due first; of the same day the joining fee before the dues. */
const byDueDay = (a: Charge, b: Charge): number =>
  compare(a.due_on, b.due_on) ||
  compare(a.year, b.year) ||
  compare(b.item, a.item) ||
  compare(a.id, b.id)

/** In the order in which it was paid. */
const moneyOf = (active: readonly AccountEntry[], { taken }: Refunded): Money[] =>
  active
    .flatMap((entry): Money[] => {
      const { kind, amount_paise, paid_at } = entry
      return kind === 'payment' || kind === 'waiver' || kind === 'tds'
        ? [
            {
              entry,
              kind,
              paid_on: isoDay(paid_at),
              left: amount_paise - (taken.get(entry.id) ?? 0),
            },
          ]
        : []
    })
    .sort((a, b) => compare(a.paid_on, b.paid_on) || byRecording(a.entry, b.entry))

/** The ids of refunds to return begin with it: they are no entries of the ledger. */
export const refundPrefix = 'refund '

/** Money that was paid back before the payment that it came from was voided. */
function refundToReturn(
  entries: readonly AccountEntry[],
  { taken }: Refunded,
  paise: number,
): Charge {
  const last = entries.findLast((entry) => isVoid(entry) && taken.has(entry.reverses_id ?? ''))
  const day = isoDay(last?.paid_at ?? '')
  const { name } = financialYear(new Date(last?.paid_at ?? ''))
  const days = { due_on: day, grace_until: day, counts_from: day, valid_from: day, valid_to: day }
  const amounts = { amount_paise: paise, open_paise: paise }
  const id = `${refundPrefix}${last?.id}`
  const item = 'refund to return'
  const own = { label: '', tax: null, paper: null }
  return { id, brought_by: null, year: name, item, ...own, ...amounts, ...days }
}

/** The days of one financial year. */
interface NamedYear extends ValidDays {
  year: string
}

const namedYear = ({ name, from, to }: FinancialYear): NamedYear => ({
  year: name,
  valid_from: from,
  valid_to: to,
})

/** The days that a payment names, cut at 1 April, the oldest first. */
function namedYears(entry: AccountEntry): NamedYear[] {
  const { valid_from, valid_to } = entry
  if (!namesDays(entry) || !valid_from || !valid_to) return []
  const years: NamedYear[] = []
  let year = financialYear(new Date(`${valid_from}T12:00:00Z`))
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
 * The days that a payment is for. One of an import or of Member Data that names none is, while nothing is open, for the
 * financial year in which it was made.
 */
function daysToPay(entry: AccountEntry, isOpen: boolean): NamedYear[] {
  const isWithoutDays = isPlainPayment(entry) && !namesDays(entry)
  return isWithoutDays && !isOpen
    ? [namedYear(financialYear(new Date(entry.paid_at)))]
    : namedYears(entry)
}

const isDues = ({ kind, item }: AccountEntry): boolean => kind === 'charge' && item === 'dues'

/** Whether dues of the year of these days were charged, also when they were cancelled since: what was paid for them is credit. */
const wasCharged = (before: readonly AccountEntry[], { year }: NamedYear): boolean =>
  activeEntries(before).some((entry) => isDues(entry) && entry.year === year)

/** Whether the charges are for all of these days. */
function areCovered({ valid_from, valid_to }: ValidDays, charges: readonly ValidDays[]): boolean {
  let day = valid_from
  while (day <= valid_to) {
    const charge = charges.find((one) => one.valid_from <= day && one.valid_to >= day)
    if (!charge) return false
    day = addDays(charge.valid_to, 1)
  }
  return true
}

/** The dues of the year of these days; of several, those that share most days. */
function chargeOfYear(charges: readonly Charge[], days: NamedYear): Charge | undefined {
  return charges
    .filter(({ item, year }) => item === 'dues' && year === days.year)
    .sort((a, b) => sharedDays(b, days) - sharedDays(a, days))[0]
}

const sharedDays = (a: ValidDays, b: ValidDays): number => {
  const from = a.valid_from > b.valid_from ? a.valid_from : b.valid_from
  const to = a.valid_to < b.valid_to ? a.valid_to : b.valid_to
  return from > to ? 0 : (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** In `year_amounts` the amount of the joining fee that a payment for days of a year brings. */
export const joiningFeeOf = (year: string): string => `joining fee ${year}`

/**
 * Returns the charges that a payment brings: the joining fee, unless the member has one, then a charge for each of
 * these years. They share what is left of the payment; the last charge takes the rest.
 */
function chargesBroughtBy(
  { entry, paid_on, left }: Money,
  years: readonly NamedYear[],
  hasFee: boolean,
): Charge[] {
  const known: Record<string, number> = JSON.parse(entry.year_amounts ?? '{}')
  const joined = hasFee ? undefined : years.find(({ year }) => joiningFeeOf(year) in known)
  const fee = joined ? Math.min(left, known[joiningFeeOf(joined.year)] ?? 0) : 0
  const amounts = amountsOf(left - fee, years, known)
  const brings = (named: NamedYear, item: 'joining fee' | 'dues', amount: number): Charge => ({
    ...named,
    id: `${entry.id} ${item === 'dues' ? named.year : joiningFeeOf(named.year)}`,
    item,
    amount_paise: amount,
    open_paise: amount,
    ...broughtOn(paid_on, entry),
  })
  return [
    ...(joined && fee > 0 ? [brings(joined, 'joining fee', fee)] : []),
    ...years.map((named, index) => brings(named, 'dues', amounts[index] ?? 0)),
  ]
}

/** The properties that a brought charge takes over from its payment. */
const broughtOn = (paidOn: string, { id }: AccountEntry) => ({
  brought_by: id,
  label: '',
  tax: null,
  paper: null,
  due_on: paidOn,
  grace_until: paidOn,
  counts_from: paidOn,
})

/**
 * Returns the charges that were not raised when a payment of dues was recorded, with the joining fee before the dues.
 * The payment brings each charge that the rest of it covers, together with the credit before it. What is left over
 * stays credit.
 */
function plannedChargesOf({ entry, paid_on }: Money): Charge[] {
  if (entry.year_amounts === null || isPlainPayment(entry)) return []
  const planned: BroughtCharge[] = JSON.parse(entry.year_amounts)
  return planned.map(({ year, item, amount_paise, valid_from, valid_to }) => ({
    ...{ id: `${entry.id} ${item} ${year}`, year, item, valid_from, valid_to },
    ...{ amount_paise, open_paise: amount_paise },
    ...broughtOn(paid_on, entry),
  }))
}

/** Whether such a charge is there already: it was raised since, or another payment brought it. */
const isChargedBy = (charges: readonly Charge[], { item, year, ...days }: Charge): boolean => {
  const same = charges.filter((one) => one.item === item && one.year === year)
  const isOnce = item === 'joining fee' && same.length > 0
  return isOnce || same.some(({ brought_by }) => brought_by === null) || areCovered(days, same)
}

/** How a payment is split over years that were not charged: by their rates, or evenly; the last year gets the rest. */
function amountsOf(
  paise: number,
  years: readonly NamedYear[],
  rates: Record<string, number>,
): number[] {
  let left = paise
  return years.map(({ year }, index) => {
    const isLast = index === years.length - 1
    const share = rates[year] ?? Math.round(left / (years.length - index))
    const amount = isLast ? left : Math.min(left, share)
    left -= amount
    return amount
  })
}
