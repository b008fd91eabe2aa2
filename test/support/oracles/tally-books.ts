/** Checks that the ledgers of Tally agree with the portal about each member on every day. */

import {
  type AccountEntry,
  activeEntries,
  dayInBooks,
  recordedUntil,
} from '#features/ledger/account-entries.ts'
import { bookPartOf } from '#features/ledger/book-parts.ts'
import {
  adjustedBy,
  isOfCredit,
  paperPaise,
  type ReceiptContent,
  taxableOfLines,
  taxesOf,
  tdsOf,
} from '#features/ledger/receipts/content.ts'
import { subjectOf } from '#features/ledger/receipts/lines.ts'
import { takesAdvances } from '#features/ledger/receipts/paper-balances.ts'
import { type LedgerRow, listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { applyEntries } from '#features/ledger/settlements.ts'
import { advancesUsed } from '#features/reports/server/books/advance-sums.ts'
import { dayBookEntries, movedKind } from '#features/reports/server/books/day-book.ts'
import { issuedPapers } from '#features/reports/server/books/papers.ts'
import { tallyXml } from '#features/reports/server/books/tally-xml.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, isoDay } from '#shared/dates.ts'
import { tallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { financialYear, financialYearFrom } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import { readVouchers, type Voucher } from './tally-vouchers.ts'

type Papers = ReadonlyMap<string, ReceiptContent>

/**
 * What a ledger may have, in whole paise; debits are positive. A paper of several taxes does not say whose tax moved.
 */
interface Bounds {
  low: number
  high: number
}

const names = {
  joining_fee: tallyLedgers.tally_joining_fee.name,
  dues: tallyLedgers.tally_dues.name,
  arrears: tallyLedgers.tally_dues.name,
  advance: tallyLedgers.tally_advance.name,
  other: tallyLedgers.tally_other.name,
}
const members = tallyLedgers.tally_members.name
const noMode = tallyLedgers.tally_no_mode.name
const moneyLedgers = ['Bank', 'Cash', noMode, tallyLedgers.tally_tds.name]

const moneyLedger = (mode: string | null): string =>
  mode === null ? noMode : mode === 'Cash' ? 'Cash' : 'Bank'

/** The years have all entries of the ledger, and the ledgers of Tally the names that the portal gives them. */
export async function tallyFaults(db: Database, from: number, to: number): Promise<string[]> {
  const faults: string[] = []
  const papers = new Map<string, ReceiptContent>()
  const files: Voucher[] = []
  for (let start = from; start <= to; start += 1) {
    const year = financialYearFrom(start)
    for await (const { entryId, content } of issuedPapers(db, year)) papers.set(entryId, content)
    const file = await vouchersOf(db, start, `${to + 1}-04-01`)
    // Later entries, and exports of later days, change no journal of a year that is over.
    if (JSON.stringify(file) !== JSON.stringify(await vouchersOf(db, start, year.to)))
      faults.push(`The file of ${year.name} changes after its end`)
    for (const { id, tags } of file)
      if (id.endsWith('-advance') && yearOf(dayOf(tags)) !== year.name)
        faults.push(`The journal ${id} is not of ${year.name}`)
    files.push(...file)
  }
  if (new Set(files.map(({ id }) => id)).size !== files.length) faults.push('An id is there twice')
  faults.push(...files.flatMap(voucherFaults))
  faults.push(...(await yearBookFaults(db, files, from, to)))
  const people = await db.selectFrom('ledger_entry').select('person_id').distinct().execute()
  const ids = people.map(({ person_id: id }) => id)
  const booked = await bookedAdvances(db, from, to)
  for (const [id, entries] of await listEntriesOfMembers(db, ids)) {
    const own = new Set([id, ...entries.map((row) => row.id)])
    const vouchers = files.filter((voucher) => own.has(ownerOf(voucher)))
    faults.push(...memberFaults(entries, papers, vouchers).slice(0, 3))
    if (isInBoth(entries, papers)) faults.push(...advanceFaults(id, vouchers, booked))
  }
  return faults
}

const vouchersOf = async (db: Database, start: number, day: string): Promise<Voucher[]> => {
  const file = tallyXml(db, financialYearFrom(start), new Date(`${day}T12:00:00Z`))
  return readVouchers(await new Response(file).text())
}

/** Tally refuses a voucher whose postings do not balance, and one posting alone cannot. */
function voucherFaults({ id, postings }: Voucher): string[] {
  const total = sum(postings, ({ amount }) => Math.round(Number(amount) * 100))
  if (total === 0 && postings.length > 1) return []
  return [`The voucher ${id} has ${postings.length} postings with the sum ${total}`]
}

/** The entry; for the journal of 1 April, the member. */
const ownerOf = ({ id }: Voucher): string =>
  id.replace(/(-20\d\d-\d\d)?-advance$|-(money|invoice|bill|taken|note-\d+)$/, '')

const dayOf = ({ DATE: day = '' }: Voucher['tags']): string =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

const yearOf = (day: string): string => financialYear(new Date(`${day}T12:00:00Z`)).name

/** The money of each year, by the day of the money, is that of its year book that has papers. */
async function yearBookFaults(
  db: Database,
  vouchers: readonly Voucher[],
  from: number,
  to: number,
): Promise<string[]> {
  const faults: string[] = []
  for (let start = from; start <= to; start += 1) {
    const year = financialYearFrom(start)
    let booked = 0
    for await (const entry of dayBookEntries(db, year.from, year.to))
      if (entry.receipt_number !== null || ['refund', 'tds'].includes(movedKind(entry)))
        booked += entry.amount_paise
    const inYear = vouchers.filter(({ tags }) => yearOf(dayOf(tags)) === year.name)
    const balances = balancesOf(inYear)
    const posted = sum(moneyLedgers, (ledger) => balances.get(ledger) ?? 0)
    if (posted !== booked)
      faults.push(`The money for Tally in ${year.name} is ${posted}, not ${booked}`)
  }
  return faults
}

/** The advances of the year book less what was used of them, by year and member. */
async function bookedAdvances(db: Database, from: number, to: number) {
  const booked = new Map<string, Map<string, number>>()
  for (let start = from; start <= to; start += 1) {
    const year = financialYearFrom(start)
    const sums = new Map<string, number>()
    const add = (id: string, paise: number) => sums.set(id, (sums.get(id) ?? 0) + paise)
    for await (const { person_id, parts, is_history } of dayBookEntries(db, year.from, year.to))
      if (!is_history) add(person_id, parts.advance)
    for (const { person_id, paise } of await advancesUsed(db, year)) add(person_id, -paise)
    booked.set(year.name, sums)
  }
  return booked
}

/**
 * Whether the year book and Tally have the same of a member: money without a number is
 * in the book alone, and the book has taxes.
 */
const isInBoth = (entries: readonly LedgerRow[], papers: Papers): boolean =>
  entries.every(({ id, kind, paid_with }) =>
    kind === 'payment' || kind === 'tds'
      ? papers.get(paid_with ?? id)?.tax.kind === 'receipt'
      : papers.get(id)?.tax.kind !== 'invoice',
  )

/** The advances of each year are in both the same. */
function advanceFaults(
  id: string,
  vouchers: readonly Voucher[],
  booked: ReadonlyMap<string, ReadonlyMap<string, number>>,
): string[] {
  return [...booked].flatMap(([year, sums]) => {
    const inYear = vouchers.filter(({ tags }) => yearOf(dayOf(tags)) === year)
    const posted = 0 - (balancesOf(inYear).get(names.advance) ?? 0)
    const paise = sums.get(id) ?? 0
    if (posted === paise) return []
    return [`The advances of ${id} in the year book of ${year} are ${paise}, not ${posted}`]
  })
}

function balancesOf(vouchers: readonly Voucher[]): Map<string, number> {
  const balances = new Map<string, number>()
  for (const { ledger, amount } of vouchers.flatMap(({ postings }) => postings))
    balances.set(ledger, (balances.get(ledger) ?? 0) - Math.round(Number(amount) * 100))
  return balances
}

function memberFaults(
  entries: readonly LedgerRow[],
  papers: Papers,
  vouchers: readonly Voucher[],
): string[] {
  const recorded = entries.flatMap(({ recorded_at, paid_at }) => [
    isoDay(recorded_at),
    isoDay(paid_at),
  ])
  const newYears = recorded.map((day) => financialYear(new Date(`${day}T12:00:00Z`)).to)
  const days = new Set(
    [...recorded, ...newYears].flatMap((day) => [day, addDays(day, 1), addDays(day, 366)]),
  )
  return [...days].sort().flatMap((day) => {
    const actual = balancesOf(vouchers.filter(({ tags }) => dayOf(tags) <= day))
    const expected = expectedOn(entries, papers, day)
    const ledgers = new Set([...actual.keys(), ...expected.keys()])
    return [...ledgers].flatMap((ledger) => {
      const paise = actual.get(ledger) ?? 0
      const { low, high } = expected.get(ledger) ?? { low: 0, high: 0 }
      if (paise >= low && paise <= high) return []
      return [`${ledger} of ${entries[0]?.person_id} on ${day} is ${paise}, not ${low} to ${high}`]
    })
  })
}

/** What the ledgers of Tally should have of a member at the end of a day. */
function expectedOn(
  entries: readonly LedgerRow[],
  papers: Papers,
  day: string,
): Map<string, Bounds> {
  const bounds = new Map<string, Bounds>()
  const add = (ledger: string, low: number, high = low) => {
    const sum = bounds.get(ledger) ?? { low: 0, high: 0 }
    bounds.set(ledger, { low: sum.low + low, high: sum.high + high })
  }
  for (const row of entries)
    addPaper(add, papers.get(row.id), {
      day,
      moneyOn: isoDay(row.paid_at),
      raisedLater: raisedLater(entries, row),
    })
  for (const { id, kind, reverses_id, mode, amount_paise, paid_at, recorded_at } of entries) {
    const voided = entries.find((one) => one.id === reverses_id)
    if ((voided?.kind ?? kind) !== 'refund' || papers.has(id) || isoDay(paid_at) > day) continue
    add(moneyLedger(mode), amount_paise)
    // What was recorded later, with a day before.
    if (isoDay(recorded_at) > day) add(names.advance, -amount_paise)
  }
  addUses(
    add,
    entries.filter(({ recorded_at }) => isoDay(recorded_at) <= day),
    papers,
    day,
  )
  return bounds
}

type Add = (ledger: string, low: number, high?: number) => void

/** Its money and its taxes, and until it is recorded its incomes. */
function addPaper(
  add: Add,
  content: ReceiptContent | undefined,
  { day, moneyOn, raisedLater }: { day: string; moneyOn: string; raisedLater: Set<string> },
) {
  if (!content) return
  const { cancels, amount_paise, tax, mode, paid_on, issued_on } = content
  const sign = cancels === null ? 1 : -1
  if (isOfCredit(content)) {
    const adjusted = adjustedBy(content).flatMap(({ taxes }) => taxes)
    if (issued_on > day) return
    for (const [ledger, name] of taxLedgers) {
      add(ledger, -sign * tax[name])
      for (const one of adjusted) add(ledger, sign * one[name])
    }
    return
  }
  const hasMoney = moneyOn <= day
  const moved = paperPaise(content)
  const isIssued = issued_on <= day
  if (hasMoney) {
    add(moneyLedger(mode), sign * (moved - tdsOf(content)))
    add(tallyLedgers.tally_tds.name, sign * tdsOf(content))
  }
  if (tax.kind === 'invoice') {
    const isOpen = Number(isIssued) - Number(hasMoney)
    add(members, isOpen * sign * amount_paise)
  } else if (hasMoney && !isIssued) {
    const taxable = taxableOfLines(content)
    for (const [index, { raised_in: _stored, ...line }] of content.lines.entries()) {
      const own = line.invoice ? members : names[bookPartOf(line, yearOf(paid_on))]
      const ledger = raisedLater.has(subjectOf(line)) ? names.advance : own
      add(ledger, -sign * (taxable[index] ?? 0))
    }
    add(names.advance, -sign * (moved - amount_paise))
  }
  if (!isIssued) return
  for (const [ledger, name] of taxLedgers) add(ledger, -sign * tax[name])
}

/** What a payment, or the one that an entry cancels, paid of charges of a later financial year than its own. */
function raisedLater(entries: readonly LedgerRow[], row: LedgerRow): Set<string> {
  const payment = entries.find(({ id }) => id === row.reverses_id) ?? row
  const money = entries.filter(({ id, paid_with }) => id === payment.id || paid_with === payment.id)
  const paid = applyEntries(recordedUntil(entries, payment)).settlements.filter(({ money_id }) =>
    money.some(({ id }) => id === money_id),
  )
  const later = paid.filter(({ charge }) => {
    const raised = entries.find(({ id }) => id === charge.id)
    return raised && yearOf(dayInBooks(raised)) > yearOf(isoDay(payment.paid_at))
  })
  return new Set(later.map(({ charge }) => subjectOf(charge)))
}

const taxLedgers = [
  ['CGST', 'cgst_paise'],
  ['SGST', 'sgst_paise'],
  ['IGST', 'igst_paise'],
] as const

/** What the money of papers is for, by the rule of money alone. */
function addUses(add: Add, known: readonly AccountEntry[], papers: Papers, day: string): void {
  const active = activeEntries(known)
  const paperOf = (moneyId: string) => {
    const money = active.find(({ id }) => id === moneyId)
    const id = money?.paid_with ?? moneyId
    return active.some((one) => one.id === id) ? papers.get(id) : undefined
  }
  const applied = applyEntries(known)
  const { settlements, moneyLeft } = applied
  const payments = paymentsByNumber(known, papers)
  const isCounted = (number: string | null) =>
    active.some(({ id }) => id === payments.get(number ?? ''))
  const advances: [number, number][] = []
  const addAdvance = (low: number, high = low) => advances.push([low, high])
  for (const { id, kind } of active) {
    const own = papers.get(id)
    if (!takesAdvances({ kind }) || !own) continue
    add(members, own.amount_paise)
    for (const [index, line] of own.lines.entries())
      add(
        line.invoice ? members : names[bookPartOf(line, yearOf(day))],
        -(taxableOfLines(own)[index] ?? 0),
      )
    for (const { number, paise, taxable_paise } of adjustedBy(own))
      if (isCounted(number)) {
        add(members, -paise)
        addAdvance(taxable_paise)
      }
  }
  for (const { kind, charge, paise } of settlements)
    if (kind === 'waiver' && papers.has(charge.id)) {
      add(members, -paise)
      add(tallyLedgers.tally_waived.name, paise)
    }
  const paidByPaper = new Map<string, number>()
  for (const { money_id, charge, paise } of settlements) {
    const paper = paperOf(money_id)
    if (!paper || charge.item === 'refund to return') continue
    const ofCharge = active.filter(
      ({ id, kind, charge_id }) =>
        id === charge.id || (kind === 'paper' && charge_id === charge.id),
    )
    const payment = payments.get(paper.number)
    const key = `${charge.id} ${payment}`
    const before = paidByPaper.get(key) ?? 0
    paidByPaper.set(key, before + paise)
    const all = ofCharge.flatMap(({ id }) => {
      const own = papers.get(id)
      return own ? adjustedBy(own).filter(({ number }) => payments.get(number) === payment) : []
    })
    const taken = Math.max(0, sum(all, (one) => one.paise) - before)
    const [low, high] = valueWithin(paper, Math.min(paise, taken))
    addAdvance(-high, -low)
    const [lowRest, highRest] = valueWithin(paper, paise - Math.min(paise, taken))
    const ledger = papers.has(charge.id) ? members : names[bookPartOf(charge, yearOf(day))]
    add(ledger, -highRest, -lowRest)
  }
  for (const { money_id, credit_paise, refunded_paise } of moneyLeft) {
    const paper = paperOf(money_id)
    for (const paise of paper ? [credit_paise, refunded_paise] : []) {
      const [low, high] = paper ? valueWithin(paper, paise) : [0, 0]
      addAdvance(-high, -low)
    }
  }
  // The credit note of a refund took its value; of a cancelled invoice the member owes the whole amount.
  let debt = 0
  for (const { id, kind, amount_paise } of active) {
    if (kind !== 'refund') continue
    const note = papers.get(id)
    if (!note) addAdvance(-amount_paise)
    else if (isCounted(note.cancels)) {
      const { cgst_paise, sgst_paise, igst_paise } = note.tax
      addAdvance(-amount_paise - cgst_paise - sgst_paise - igst_paise)
    } else debt -= amount_paise
  }
  add(members, debt)
  for (const { money_id, paise } of settlements.filter(
    ({ charge }) => charge.item === 'refund to return',
  )) {
    const paper = paperOf(money_id)
    if (!paper) continue
    const ofMembers = Math.min(paise, debt)
    const [low, high] = valueWithin(paper, ofMembers)
    add(members, -high, -low)
    const [lowRest, highRest] = valueWithin(paper, paise - ofMembers)
    addAdvance(-highRest, -lowRest)
    debt -= ofMembers
  }
  if (hasNoAdvance(active, papers, applied, day)) return
  for (const [low, high] of advances) add(names.advance, low, high)
}

/**
 * Whether all money of papers pays charges of years that have begun: then nothing is left of an advance, not a paisa.
 */
function hasNoAdvance(
  active: readonly AccountEntry[],
  papers: Papers,
  { settlements, moneyLeft }: ReturnType<typeof applyEntries>,
  day: string,
): boolean {
  const withoutPaper = ({ id, kind, paid_with }: AccountEntry) =>
    ['payment', 'tds', 'refund'].includes(kind) && !papers.has(paid_with ?? id)
  return (
    !active.some(withoutPaper) &&
    moneyLeft.every(({ credit_paise }) => credit_paise === 0) &&
    settlements.every(
      ({ charge }) =>
        charge.item !== 'refund to return' && bookPartOf(charge, yearOf(day)) !== 'advance',
    )
  )
}

/** The payment whose money is on the paper with a number: what came back when a refund was cancelled has a new one. */
function paymentsByNumber(known: readonly AccountEntry[], papers: Papers): Map<string, string> {
  const payments = new Map<string, string>()
  for (const { id, kind, reverses_id } of known) {
    const paper = papers.get(id)
    const refund = known.find((one) => one.id === reverses_id && one.kind === 'refund')
    const payment = refund ? payments.get(papers.get(refund.id)?.cancels ?? '') : id
    const isOfMoney = kind === 'payment' || kind === 'tds' || refund
    if (paper && payment && isOfMoney) payments.set(paper.number, payment)
  }
  return payments
}

/** Between which values without tax a part of a paper's money is; shares are rounded. */
function valueWithin(paper: ReceiptContent, paise: number): [number, number] {
  const shares = taxesOf(paper)
    .filter(({ amount_paise }) => amount_paise > 0)
    .map(({ taxable_paise, amount_paise }) => taxable_paise / amount_paise)
  if (paise === 0 || shares.every((share) => share === 1)) return [paise, paise]
  return [
    Math.floor(paise * Math.min(...shares)) - 2,
    Math.min(paise, Math.ceil(paise * Math.max(...shares)) + 2),
  ]
}
