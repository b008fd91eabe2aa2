/**
 * Applies entries: what each payment pays. Entries are applied in the order of recording, and what money has paid is
 * final (decision 116): later charges, payments and voids move only credit. Payments for uncharged days imply charges
 * (implied-charges.ts).
 */
import { compare } from '#shared/compare.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { type AccountEntry, byRecording, isVoid, type VoidEntry } from './account-entries.ts'
import { byDueDay, type Charge, chargeOf, refundPrefix, refundToReturn } from './charges.ts'
import {
  areCovered,
  daysToPay,
  duesSharingMostDays,
  impliedChargesOf,
  isChargedBy,
  type NamedYear,
  plannedChargesOf,
} from './implied-charges.ts'
import { hasJoiningFee } from './year-charges.ts'

/** A part of a charge that money paid. */
export interface Settlement {
  money_id: string
  kind: 'payment' | 'waiver' | 'tds'
  charge: Charge
  paise: Paise
  /** The day of the money. */
  paid_on: Day
}

/** The account after entries were applied. */
export interface AppliedEntries {
  /** In the order in which they are due, including settled and implied charges. */
  charges: Charge[]
  settlements: Settlement[]
  credit_paise: Paise
  moneyLeft: MoneyLeft[]
}

/** The part of a payment that pays no charge: credit, and what was paid back. */
interface MoneyLeft {
  money_id: string
  credit_paise: Paise
  refunded_paise: Paise
}

/** Money that pays charges, with the amount of it that is left. */
interface Money {
  entry: AccountEntry
  kind: Settlement['kind']
  paid_on: Day
  left: Paise
  /** The years that it pays first. `uncharged` are the years among them that had no dues when it was recorded. */
  years: readonly NamedYear[]
  uncharged: ReadonlySet<string>
  /** The charges that it implies if what is left covers them. */
  planned: readonly Charge[]
}

/** The account of a member after some of the entries. */
interface State {
  charges: Charge[]
  money: Money[]
  settlements: Settlement[]
  /** For each refund, how much it took from which payment; all by id. */
  refunds: Map<string, Map<string, Paise>>
  /** The refunds to return, by the id of the voided payment that they were paid back from. */
  refundsToReturn: Map<string, Charge>
  /** The entries so far, by id. */
  recorded: Map<string, AccountEntry>
  /** The ids of entries that were void before they were recorded. */
  voidedBefore: Set<string>
}

/** Applies the entries of a member; they must be in the order of recording. */
export const applyEntries = (entries: readonly AccountEntry[]): AppliedEntries =>
  accountIn(stateAfter(entries))

/**
 * Applies the entries one by one. For each entry that `isWanted` accepts, it yields the account before and after the
 * entry, in the form of `applyEntries`, so that several moments of a ledger need one pass.
 */
export function* applyEach<Entry extends AccountEntry>(
  entries: readonly Entry[],
  isWanted: (entry: Entry) => boolean,
): Generator<{ entry: Entry; index: number; before: AppliedEntries; after: AppliedEntries }> {
  const state = newState()
  let isCreditWaiting = false
  let account: AppliedEntries | undefined
  const last = entries.findLastIndex(isWanted)
  for (const [index, entry] of entries.slice(0, last + 1).entries()) {
    const before = isWanted(entry) && (account ?? accountNow(state, isCreditWaiting))
    isCreditWaiting = applyNext(state, entry, entries[index + 1])
    account = before ? accountNow(state, isCreditWaiting) : undefined
    if (before && account) yield { entry, index, before, after: account }
  }
}

/** The account as if no entry followed; later entries do not change it. */
function accountNow(state: State, isCreditWaiting: boolean): AppliedEntries {
  const copy = copyOf(state)
  if (isCreditWaiting) applyCredit(copy)
  return accountIn(copy)
}

/** Copies what later entries change in an account. */
function copyOf(state: State): State {
  const charges = new Map(state.charges.map((charge) => [charge, { ...charge }]))
  return {
    ...state,
    charges: [...charges.values()],
    money: state.money.map((source) => ({ ...source })),
    settlements: state.settlements.map((part) => ({
      ...part,
      charge: charges.get(part.charge) ?? part.charge,
    })),
  }
}

function accountIn({ charges, settlements, money, refunds }: State): AppliedEntries {
  const dated = byDay(money)
  const ranks = new Map(dated.map(({ entry }, rank) => [entry.id, rank]))
  const rankOf = ({ money_id }: Settlement) => ranks.get(money_id) ?? 0
  return {
    charges: [...charges].sort(byDueDay),
    settlements: [...settlements].sort((a, b) => rankOf(a) - rankOf(b)),
    credit_paise: sum(money, ({ left }) => left),
    moneyLeft: dated.map(({ entry: { id }, left }) => ({
      money_id: id,
      credit_paise: left,
      refunded_paise: refundedFrom(refunds, id),
    })),
  }
}

/**
 * The sources of the credit, the latest first, which is the order of refunds. Deducted tax counts for its payment. What
 * is left of a waiver pays later charges, but it was never money, so it is not refunded.
 */
export const creditSources = (
  entries: readonly AccountEntry[],
): { money_id: string; paid_on: Day; paise: Paise }[] =>
  refundable(stateAfter(entries)).map(({ entry: { id, paid_with }, paid_on, left }) => ({
    money_id: paid_with ?? id,
    paid_on,
    paise: left,
  }))

const refundable = ({ money }: State): Money[] =>
  byDay(money)
    .reverse()
    .filter(({ kind, left }) => left > 0 && kind !== 'waiver')

const newState = (): State => ({
  charges: [],
  money: [],
  settlements: [],
  refunds: new Map(),
  refundsToReturn: new Map(),
  recorded: new Map(),
  voidedBefore: new Set(),
})

function stateAfter(entries: readonly AccountEntry[]): State {
  const state = newState()
  for (const [index, entry] of entries.entries()) applyNext(state, entry, entries[index + 1])
  return state
}

/** Applies an entry. Returns true when credit waits for the charge that was raised together with it. */
function applyNext(state: State, entry: AccountEntry, next: AccountEntry | undefined): boolean {
  const { recorded, voidedBefore } = state
  recorded.set(entry.id, entry)
  if (isVoid(entry)) {
    const voided = recorded.get(entry.reverses_id)
    if (voided) voidEntry(state, voided, entry)
    else voidedBefore.add(entry.reverses_id)
  } else if (!voidedBefore.has(entry.id)) {
    addEntry(state, entry)
    // Credit pays charges that are raised together in the order in which they are due.
    if (next?.kind === 'charge' && next.recorded_at === entry.recorded_at) return true
  }
  applyCredit(state)
  return false
}

function addEntry(state: State, entry: AccountEntry): void {
  if (entry.kind === 'charge') state.charges.push(chargeOf(entry))
  else if (entry.kind === 'refund') refundCredit(state, entry)
  else if (entry.kind === 'payment' || entry.kind === 'waiver' || entry.kind === 'tds')
    addMoney(state, entry, entry.kind)
}

function addMoney(state: State, entry: AccountEntry, kind: Settlement['kind']): void {
  const { charges } = state
  const paid_on = isoDay(entry.paid_at)
  const years = daysToPay(
    entry,
    charges.some(({ open_paise }) => open_paise > 0),
  )
  const charged = new Set(charges.filter(isRaisedDues).map(({ year }) => year))
  const uncharged = new Set(years.map(({ year }) => year).filter((year) => !charged.has(year)))
  const planned = plannedChargesOf({ entry, paid_on })
  const source = { entry, kind, paid_on, left: entry.amount_paise, years, uncharged, planned }
  state.money.push(source)
  if (!waivesOneCharge(source)) return
  const charge = charges.find(({ id }) => id === entry.charge_id)
  if (charge) pay(state, source, charge)
  // What is left of a waiver of one charge does not become credit.
  source.left = 0
}

const isRaisedDues = ({ item, implied_by }: Charge): boolean =>
  item === 'dues' && implied_by === null

/** Whether the money is a waiver of one charge: it stays with this charge and ends with it. */
const waivesOneCharge = ({ kind, entry }: Money): boolean =>
  kind === 'waiver' && entry.charge_id !== null

function pay(state: State, source: Money, charge: Charge): void {
  const paise = Math.min(source.left, charge.open_paise)
  if (paise <= 0) return
  source.left -= paise
  charge.open_paise -= paise
  const { entry, kind, paid_on } = source
  const part = state.settlements.find(
    (settlement) => settlement.money_id === entry.id && settlement.charge === charge,
  )
  if (part) part.paise += paise
  else state.settlements.push({ money_id: entry.id, kind, paid_on, charge, paise })
}

function applyCredit(state: State): void {
  const credit = state.money.filter(({ left }) => left > 0)
  // Adding planned charges may use what is left of a later payment, so `left` is read again.
  for (const source of byDay(credit)) if (source.left > 0) payCharges(state, source)
}

/** Sorts money by the day of payment, then by recording. */
const byDay = (money: readonly Money[]): Money[] =>
  [...money].sort((a, b) => compare(a.paid_on, b.paid_on) || byRecording(a.entry, b.entry))

/** What is left of the money pays the charge that it names, its years, and then what is due first. */
function payCharges(state: State, source: Money): void {
  const { entry, years, uncharged, planned } = source
  const named = state.charges.find(({ id }) => id === entry.charge_id)
  if (named) pay(state, source, named)
  const impliedYears: NamedYear[] = []
  for (const days of years) {
    const charge = duesSharingMostDays(state.charges.filter(isRaisedDues), days)
    if (charge) pay(state, source, charge)
    else if (uncharged.has(days.year) && !areCovered(days, impliedCharges(state)))
      impliedYears.push(days)
  }
  for (const charge of impliedChargesOf(source, impliedYears, hasJoiningFee(state))) {
    state.charges.push(charge)
    pay(state, source, charge)
  }
  for (const charge of [...state.charges].sort(byDueDay)) pay(state, source, charge)
  if (planned.length > 0) addPlannedCharges(state, source)
}

/**
 * Adds each planned charge that the money and earlier credit cover together: credit of 1,000 and a payment of 5,000
 * imply dues of 5,900, and 100 of the payment stay credit. A payment of 4,000 implies nothing and is credit.
 */
function addPlannedCharges(state: State, { entry, planned }: Money): void {
  const moneySoFar = byDay(state.money).filter((other) => byRecording(other.entry, entry) <= 0)
  for (const plan of planned) {
    const left = sum(moneySoFar, (other) => other.left)
    if (left < plan.amount_paise || isChargedBy(state.charges, plan)) continue
    const charge = { ...plan }
    state.charges.push(charge)
    for (const other of moneySoFar) pay(state, other, charge)
  }
}

const impliedCharges = ({ charges }: State): Charge[] =>
  charges.filter(({ implied_by }) => implied_by !== null)

/**
 * Takes a refund from the credit, the latest money first, and stores the sources. Of 500 from April and 300 from May, a
 * refund of 400 takes the 300 and 100 from April. A refund of 900 takes both, and 100 are owed as a refund to return.
 */
function refundCredit(state: State, entry: AccountEntry): void {
  const taken = new Map<string, Paise>()
  let rest = -entry.amount_paise
  for (const source of refundable(state)) {
    const paise = Math.min(source.left, rest)
    if (paise <= 0) continue
    rest -= paise
    source.left -= paise
    taken.set(source.entry.id, paise)
  }
  state.refunds.set(entry.id, taken)
  if (rest > 0) state.charges.push(refundToReturn(entry, rest))
}

const refundedFrom = (refunds: State['refunds'], id: string): number =>
  sum([...refunds.values()], (taken) => taken.get(id) ?? 0)

/** Undoes the effects of a voided entry: charges are open again, and money that had paid a charge is credit. */
function voidEntry(state: State, { id, kind }: AccountEntry, voiding: VoidEntry): void {
  if (kind === 'refund') voidRefund(state, id)
  removeCharges(state, (charge) => charge.id === id || charge.implied_by === id)
  releaseSettlements(state, ({ money_id }) => money_id === id)
  const count = state.money.length
  state.money = state.money.filter(({ entry }) => entry.id !== id)
  const refunded = refundedFrom(state.refunds, id)
  if (state.money.length < count && refunded > 0) {
    const charge = refundToReturn(voiding, refunded)
    state.refundsToReturn.set(id, charge)
    state.charges.push(charge)
  }
  // Implied charges that this money had paid together with other money are no longer paid in full.
  removeCharges(state, ({ implied_by, open_paise }) => implied_by !== null && open_paise > 0)
}

function voidRefund(state: State, id: string): void {
  for (const [moneyId, paise] of state.refunds.get(id) ?? []) {
    const source = state.money.find(({ entry }) => entry.id === moneyId)
    const charge = state.refundsToReturn.get(moneyId)
    if (source) source.left += paise
    else if (charge) {
      releaseSettlements(state, (settlement) => settlement.charge === charge)
      charge.amount_paise -= paise
      charge.open_paise -= paise
    }
  }
  state.refunds.delete(id)
  removeCharges(
    state,
    ({ item, amount_paise, ...charge }) =>
      item === 'refund to return' && (amount_paise === 0 || charge.id === `${refundPrefix}${id}`),
  )
}

function removeCharges(state: State, isRemoved: (charge: Charge) => boolean): void {
  const removed = new Set(state.charges.filter(isRemoved))
  releaseSettlements(state, ({ charge }) => removed.has(charge))
  state.charges = state.charges.filter((charge) => !removed.has(charge))
}

/** Removes settlements and returns their amounts to the money, except to a waiver of one charge. */
function releaseSettlements(state: State, isReleased: (settlement: Settlement) => boolean): void {
  for (const { money_id, charge, paise } of state.settlements.filter(isReleased)) {
    charge.open_paise += paise
    const source = state.money.find(({ entry }) => entry.id === money_id)
    if (source && !waivesOneCharge(source)) source.left += paise
  }
  state.settlements = state.settlements.filter((settlement) => !isReleased(settlement))
}
