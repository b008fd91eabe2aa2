/**
 * What a member owes, computed from the entries of the ledger (contract 13.7): one rule for the server and the
 * browser. Lists find members by the table `open_dues`, which triggers compute by the same rule.
 */
import type { LateRenewal } from '#shared/association-details.ts'
import { financialYear, nextFinancialYear } from '#shared/financial-year.ts'
import type { Account, LedgerEntry, OpenCharge } from './answers.ts'
import type { AccountStatus } from './contract.ts'

export type AccountEntry = Pick<
  LedgerEntry,
  | 'id'
  | 'kind'
  | 'reverses_id'
  | 'amount_paise'
  | 'on_account'
  | 'year'
  | 'item'
  | 'due_on'
  | 'grace_until'
  | 'valid_from'
  | 'valid_to'
  | 'paid_at'
  | 'recorded_at'
>

/**
 * The account of a member on a day (yyyy-MM-dd) in India; `entries` are all entries of the member, in
 * any order. Payments and waivers settle the charges that are due first.
 */
export function accountOf(entries: readonly AccountEntry[], today: string): Account {
  const active = activeEntries(entries)
  const onAccount = active.filter(({ on_account }) => on_account)
  const balance = sumOf(onAccount)
  const charges = allocate(onAccount)
  const account = {
    balance_paise: balance,
    credit_paise: Math.max(balance, 0),
    owed_paise: Math.max(-balance, 0),
    charges,
  }
  return { ...account, status: statusOf(charges, lastDayPaid(entries), today) }
}

/** The entries that are not cancelled, without the ones that cancel, in the order in which they were recorded. */
export function activeEntries<
  Entry extends Pick<AccountEntry, 'id' | 'kind' | 'reverses_id' | 'recorded_at'>,
>(entries: readonly Entry[]): Entry[] {
  const cancelled = new Set(entries.map(({ reverses_id }) => reverses_id))
  return entries
    .filter(({ id, kind }) => kind !== 'reversal' && kind !== 'cancellation' && !cancelled.has(id))
    .sort(byRecording)
}

const byRecording = (
  a: Pick<AccountEntry, 'recorded_at' | 'id'>,
  b: Pick<AccountEntry, 'recorded_at' | 'id'>,
): number => compare(a.recorded_at, b.recorded_at) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sumOf = (entries: readonly Pick<AccountEntry, 'amount_paise'>[]): number =>
  entries.reduce((sum, { amount_paise }) => sum + amount_paise, 0)

/** The charges with what is open of each; `active` are the active entries on account. */
function allocate(active: readonly AccountEntry[]): OpenCharge[] {
  let money = sumOf(active.filter(({ kind }) => kind !== 'charge'))
  return active
    .filter(({ kind }) => kind === 'charge')
    .map(chargeOf)
    .sort(byDueDay)
    .map((charge) => {
      const settled = Math.min(money, charge.amount_paise)
      money -= settled
      return { ...charge, open_paise: charge.amount_paise - settled }
    })
}

function chargeOf(entry: AccountEntry): OpenCharge {
  const { id, year, item, due_on, grace_until, valid_from, valid_to } = entry
  if (!year || !item || !due_on || !grace_until || !valid_from || !valid_to)
    throw new Error(`The charge ${id} is incomplete`)
  const amount = -entry.amount_paise
  const days = { due_on, grace_until, valid_from, valid_to }
  return { id, year, item, amount_paise: amount, open_paise: amount, ...days }
}

/** The charge that is due first; of the same day the joining fee before the dues. */
const byDueDay = (a: OpenCharge, b: OpenCharge): number =>
  compare(a.due_on, b.due_on) ||
  compare(a.year, b.year) ||
  compare(b.item, a.item) ||
  compare(a.id, b.id)

/** By the open charge that is due first; without one, by the days that were paid for. */
function statusOf(charges: readonly OpenCharge[], paidTo: string, today: string): AccountStatus {
  const open = charges.find(({ open_paise }) => open_paise > 0)
  if (!open) return paidTo >= today ? 'paid' : 'not due'
  if (today <= open.due_on) return 'due'
  return today <= open.grace_until ? 'grace' : 'lapsed'
}

/**
 * The active entries that pay for days: payments for a validity of their own, and entries that settled
 * all dues. The latter pay while everything that was owed at that moment is settled: no longer when an
 * earlier part payment is reversed. In the order in which they were recorded.
 */
export function payingEntries<Entry extends AccountEntry>(entries: readonly Entry[]): Entry[] {
  let balance = 0
  return activeEntries(entries).filter((entry) => {
    if (entry.on_account) balance += entry.amount_paise
    if (entry.kind === 'charge') return false
    return entry.item === null || (entry.valid_to !== null && balance >= 0)
  })
}

/**
 * The last day that a payment pays for. One without validity (an old import) counts for the financial
 * year in which it was paid.
 */
export const lastDayOf = ({
  valid_to,
  paid_at,
}: Pick<AccountEntry, 'valid_to' | 'paid_at'>): string =>
  valid_to ?? financialYear(new Date(paid_at)).to

/** The last day that a member has paid for, '' for none: the column `paid_until`. */
export const lastDayPaid = (entries: readonly AccountEntry[]): string =>
  payingEntries(entries)
    .map(lastDayOf)
    .reduce((last, day) => (day > last ? day : last), '')

export interface ValidDays {
  valid_from: string
  valid_to: string
}

/**
 * The dues that an entry settles which is added to `entries` on a day (`paidOn`, yyyy-MM-dd in India) and adds
 * `amount` to the balance: their year and the validity that the entry carries. Undefined when something
 * stays owed, and when the latest dues have been settled before.
 */
export function settledBy(
  entries: readonly AccountEntry[],
  amount: number,
  paidOn: string,
  policy: LateRenewal,
): (ValidDays & { year: string }) | undefined {
  const onAccount = activeEntries(entries).filter(({ on_account }) => on_account)
  if (sumOf(onAccount) + amount < 0) return undefined
  const dues = onAccount.filter(({ kind, item }) => kind === 'charge' && item === 'dues')
  const latest = dues
    .map(chargeOf)
    .reduce<OpenCharge | undefined>(
      (last, charge) => (last && last.valid_to >= charge.valid_to ? last : charge),
      undefined,
    )
  if (!latest || isSettled(entries, latest)) return undefined
  return { year: latest.year, ...renewedDays(latest, paidOn, policy) }
}

/** Whether an entry that pays was recorded for this charge, or pays for its days anyway. */
function isSettled(entries: readonly AccountEntry[], charge: OpenCharge): boolean {
  return payingEntries(entries).some((entry) =>
    entry.item === null ? lastDayOf(entry) >= charge.valid_to : (entry.year ?? '') >= charge.year,
  )
}

/** The validity of dues that are settled on a day: for a late one as the policy says. */
export function renewedDays(
  charge: Pick<OpenCharge, 'valid_from' | 'valid_to' | 'grace_until'>,
  paidOn: string,
  policy: LateRenewal,
): ValidDays {
  const { valid_from, valid_to } = charge
  const isLate = paidOn > charge.grace_until
  if (isLate && policy === 'payment' && paidOn > valid_from && paidOn <= valid_to)
    return { valid_from: paidOn, valid_to }
  if (isLate && policy === 'next-year') {
    const { from, to } = nextFinancialYear(yearOf(paidOn).to)
    return { valid_from: from, valid_to: to }
  }
  return { valid_from, valid_to }
}

const yearOf = (day: string) => financialYear(new Date(`${day}T12:00:00Z`))
