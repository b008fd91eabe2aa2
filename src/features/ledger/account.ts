/**
 * The account of a member: what is open, until when they have paid, and which payment the payment fields show. The
 * server and the browser compute money only here and in settlements.ts. Nothing here depends on today;
 * members/dues-status.ts does.
 */

import type { DuesDay } from '#features/members/dues-status.ts'
import type { LateRenewal } from '#shared/association-details.ts'
import { compare } from '#shared/compare.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { financialYear, nextFinancialYear, yearNamed } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import {
  type AccountEntry,
  activeEntries,
  byRecording,
  clearsPaymentFields,
  isPlainPayment,
} from './account-entries.ts'
import type { Charge, ValidDays } from './charges.ts'
import { type AppliedEntries, applyEach, applyEntries, type Settlement } from './settlements.ts'

/** Dues that are settled: the payment they belong to, else the waiver, and the days they cover. */
interface SettledDues extends ValidDays {
  charge: Charge
  owner_id: string | null
  is_waived: boolean
}

/** The payment or waiver that the member's payment fields show. */
interface CurrentEntry {
  id: string
  valid_from: Day | null
  valid_to: Day | null
}

export interface Account extends AppliedEntries {
  /** The open amount of all charges, including years that have not begun. */
  open_paise: Paise
  /** The last day that settled dues cover, '' for none. */
  paid_until: Day | ''
  /** The last day that dues cover which waivers alone settled, '' for none. */
  waived_until: Day | ''
  /** undefined: the member is PENDING. */
  current: CurrentEntry | undefined
  settledDues: SettledDues[]
}

/** `entries` are all entries of the member, in any order. */
export function accountOf(entries: readonly AccountEntry[]): Account {
  const ordered = [...entries].sort(byRecording)
  const applied = applyWithDues(ordered)
  const { charges, settledDues } = applied
  return {
    ...applied,
    open_paise: sum(charges, ({ open_paise }) => open_paise),
    paid_until: lastOf(settledDues),
    waived_until: lastOf(settledDues.filter(({ is_waived }) => is_waived)),
    current: currentOf(ordered, applied),
  }
}

/** The days of an account from which the dues of a member on a day follow (members/dues-status.ts); '' for none. */
export function duesDaysOf({
  charges,
  paid_until,
  waived_until,
}: Account): Record<DuesDay, Day | ''> {
  const open = charges.filter(({ open_paise }) => open_paise > 0)
  const [first] = open
  const dues = open.filter(({ item }) => item === 'dues')
  return {
    paid_until,
    waived_until,
    counts_from: firstDayOf(open),
    due_on: first?.due_on ?? '',
    grace_until: first?.grace_until ?? '',
    dues_open_from: firstDayOf(dues),
    dues_open_to: lastOf(dues),
  }
}

const firstDayOf = (open: readonly Charge[]): Day | '' =>
  open.map(({ counts_from }) => counts_from).sort()[0] ?? ''

/**
 * The charge that money pays when no charge is named: the only one with exactly this amount open. `charges` are in the
 * order in which they are due. undefined where the charges that are due first add up to the amount (Indian Contract
 * Act, section 59, illustration a).
 */
export function onlyChargeOfAmount<T extends Pick<Charge, 'open_paise'>>(
  charges: readonly T[],
  paise: Paise,
): T | undefined {
  const open = charges.filter(({ open_paise }) => open_paise > 0)
  let first = 0
  for (const { open_paise } of open) {
    first += open_paise
    if (first === paise) return undefined
  }
  const [equal, another] = open.filter(({ open_paise }) => open_paise === paise)
  return another ? undefined : equal
}

/**
 * The ids of the entries that count in the balance of raised charges and their payments. A payment whose money went to
 * charges that it implied itself does not count, nor does its void.
 */
export function idsOnAccount(entries: readonly AccountEntry[]): Set<string> {
  const ordered = [...entries].sort(byRecording)
  const implying = new Set<string>()
  for (const { entry, after } of applyEach(ordered, ({ kind }) => kind === 'payment'))
    if (after.settlements.some(({ charge }) => charge.implied_by === entry.id))
      implying.add(entry.id)
  const counted = ordered.filter(({ id, reverses_id }) => !implying.has(reverses_id ?? id))
  return new Set(counted.map(({ id }) => id))
}

const lastOf = (days: readonly Pick<ValidDays, 'valid_to'>[]): Day | '' =>
  days.reduce<Day | ''>((last, { valid_to }) => (valid_to > last ? valid_to : last), '')

type AppliedWithDues = AppliedEntries & Pick<Account, 'settledDues'>

/** Applies entries, which must be in the order of recording, and adds the dues that are settled. */
export const applyWithDues = (ordered: readonly AccountEntry[]): AppliedWithDues =>
  withDues(applyEntries(ordered), ordered)

const withDues = (applied: AppliedEntries, ordered: readonly AccountEntry[]): AppliedWithDues => ({
  ...applied,
  settledDues: settledDuesOf(applied, activeEntries(ordered)),
})

/** The dues that are settled, in the order of the charges. */
function settledDuesOf(
  { charges, settlements }: AppliedEntries,
  active: readonly AccountEntry[],
): SettledDues[] {
  const entries = new Map(active.map((entry) => [entry.id, entry]))
  const dues = charges.filter(({ item }) => item === 'dues')
  return dues
    .filter(({ open_paise }) => open_paise === 0)
    .map((charge) => {
      const parts = settlements.filter((part) => part.charge === charge).reverse()
      const paidBy = parts.find(({ kind }) => kind === 'payment')?.money_id ?? charge.implied_by
      const waiver = parts.find(({ kind }) => kind === 'waiver')
      return {
        charge,
        // An own fee of 0 is waived when it is raised.
        owner_id: paidBy ?? waiver?.money_id ?? (charge.amount_paise === 0 ? charge.id : null),
        is_waived: !charge.implied_by && parts.every(({ kind }) => kind === 'waiver'),
        ...coveredDays(charge, parts, dues, entries),
      }
    })
}

/**
 * The days that settled dues cover: their own days, unless the payment that completed them was made after the days of
 * grace and after they were raised. `parts` are the settlements of the dues, latest first.
 */
function coveredDays(
  charge: Charge,
  parts: readonly Settlement[],
  dues: readonly Charge[],
  entries: ReadonlyMap<string, AccountEntry>,
): ValidDays {
  const own = { valid_from: charge.valid_from, valid_to: charge.valid_to }
  const raised = entries.get(charge.id)
  if (!raised) return own
  const entryOf = (part: Settlement | undefined) => entries.get(part?.money_id ?? '')
  if (raised.late_renewal === null) {
    const payment = entryOf(parts.find(({ kind }) => kind === 'payment'))
    if (payment?.item !== 'dues' || payment.year !== charge.year) return own
    const { valid_from, valid_to } = payment
    return valid_from && valid_to ? { valid_from, valid_to } : own
  }
  const completed = parts.find(({ kind }) => kind !== 'tds')
  const payment = completed?.kind === 'payment' && entryOf(completed)
  if (!completed || !payment || completed.paid_on <= charge.grace_until) return own
  // Credit from before the dues is never late.
  if (completed.paid_on < isoDay(raised.recorded_at) || byRecording(payment, raised) < 0) return own
  const charged = dues.filter(({ id, implied_by }) => {
    const entry = entries.get(implied_by ?? id)
    return entry && byRecording(entry, payment) < 0
  })
  const chargedYears = new Set(charged.map(({ year }) => year))
  return lateDays(charge, completed.paid_on, raised.late_renewal, chargedYears)
}

/** The days that dues cover when they are settled after the days of grace. */
function lateDays(
  { year, valid_from, valid_to }: Charge,
  paidOn: Day,
  policy: LateRenewal,
  chargedYears: ReadonlySet<string>,
): ValidDays {
  if (policy === 'payment' && paidOn > valid_from && paidOn <= valid_to)
    return { valid_from: paidOn, valid_to }
  const next = nextFinancialYear(yearNamed(year)?.to ?? valid_to)
  if (policy === 'next-year' && !chargedYears.has(next.name))
    return { valid_from: next.from, valid_to: next.to }
  return { valid_from, valid_to }
}

/**
 * The entry that the payment fields show: among the payments and waivers that settled dues or set the fields, the one
 * with the latest last day. Entries from before the last manual void of a current entry do not count: Mark Unpaid
 * clears the payment fields even if an earlier payment still covers today.
 */
function currentOf(
  ordered: readonly AccountEntry[],
  applied: AppliedWithDues,
): CurrentEntry | undefined {
  let since = 0
  for (const { entry, index, before } of applyEach(ordered, clearsPaymentFields)) {
    const earlier = ordered.slice(0, index)
    const voided = earlier.find(({ id }) => id === entry.reverses_id)
    if (voided?.kind !== 'payment' && voided?.kind !== 'waiver') continue
    if (latest(earlier, withDues(before, earlier), since)?.id === voided.id) since = index
  }
  return latest(ordered, applied, since)
}

/** The entry at index `since` or later with the latest last day; of several with the same day the newest. */
function latest(
  ordered: readonly AccountEntry[],
  { settledDues }: AppliedWithDues,
  since: number,
): CurrentEntry | undefined {
  let best: (CurrentEntry & { last: string }) | undefined
  for (const entry of activeEntries(ordered.slice(since)).filter(isMoney)) {
    const own = settledDues.filter(({ owner_id }) => owner_id === entry.id)
    if (own.length === 0 && !isPlainPayment(entry)) continue
    const last = lastOf(isPlainPayment(entry) ? [...own, { valid_to: lastDayOf(entry) }] : own)
    if (best && best.last > last) continue
    best = { id: entry.id, last, ...shownDays(entry, own) }
  }
  return best && { id: best.id, valid_from: best.valid_from, valid_to: best.valid_to }
}

const isMoney = ({ kind, amount_paise }: AccountEntry): boolean =>
  kind === 'payment' || kind === 'waiver' || (kind === 'charge' && amount_paise === 0)

/** The last day that such a payment is for; without days, the end of the financial year in which it was made. */
const lastDayOf = ({ valid_to, paid_at }: AccountEntry): Day =>
  valid_to ?? financialYear(new Date(paid_at)).to

/**
 * The days that a payment specifies, otherwise those of the latest dues that it settled. A payment of an import or of
 * Member Data without days shows none.
 */
function shownDays(entry: AccountEntry, own: readonly SettledDues[]): Omit<CurrentEntry, 'id'> {
  if (isPlainPayment(entry)) return { valid_from: entry.valid_from, valid_to: entry.valid_to }
  const last = [...own].sort((a, b) => compare(a.valid_to, b.valid_to)).pop()
  return { valid_from: last?.valid_from ?? null, valid_to: last?.valid_to ?? null }
}
