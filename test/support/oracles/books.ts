/**
 * Compares the year books, the papers of each year, the GST register, the file for Tally and the figures with the
 * ledger. Like the functions of receipt-faults.ts, paper-faults.ts, supply-faults.ts and status-faults.ts, `bookFaults`
 * returns the differences as sentences, and none when all is well.
 */

import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import {
  adjustedBy,
  isOfCredit,
  paperPaise,
  taxesOf,
  tdsOf,
} from '#features/ledger/receipts/content.ts'
import { listPayments } from '#features/ledger/server/accounts/totals-queries.ts'
import { sumReceived, sumYearParts } from '#features/ledger/server/accounts/year-parts-queries.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { isPaperOfGst } from '#features/ledger/server/receipts/invoice-numbers.ts'
import { applyEntries } from '#features/ledger/settlements.ts'
import { dayBook, dayBookEntries, movedKind } from '#features/reports/server/books/day-book.ts'
import { gstRegister } from '#features/reports/server/books/gst-register.ts'
import { issuedPapers } from '#features/reports/server/books/papers.ts'
import { tallyXml } from '#features/reports/server/books/tally-xml.ts'
import { yearBook } from '#features/reports/server/books/year-book.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Period, startOfDay } from '#shared/dates.ts'
import { tallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { type FinancialYear, financialYearFrom, monthsOf } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import { comparison } from './comparison.ts'
import { receiptFaults } from './receipt-faults.ts'
import { tallyFaults } from './tally-books.ts'
import { readVouchers, type Voucher } from './tally-vouchers.ts'

const paiseOf = (cell: unknown): number => Math.round(Number(cell) * 100)

/** The kind of an entry, or of the one that it cancels. */
const kindOrCancelledKind = sql<string>`coalesce(cancelled.kind, ledger_entry.kind)`

/** What is wrong in the books of these financial years, which have all entries of the ledger. */
export async function bookFaults(db: Database, from: number, to: number): Promise<string[]> {
  const { faults, equal } = comparison()
  let booked = 0
  let entries = 0
  let papers = 0
  const taxes = { booked: 0, papers: 0 }
  for (let start = from; start <= to; start += 1) {
    const year = financialYearFrom(start)
    const book = await readYearBook(db, year)
    faults.push(...book.faults)
    booked += book.paise
    entries += book.entries
    taxes.booked += book.taxes
    const issued = await readPapers(db, year)
    faults.push(...issued.faults)
    papers += issued.count
    taxes.papers += issued.taxes
  }
  faults.push(...(await tallyFaults(db, from, to)))
  faults.push(...(await receiptFaults(db)))
  equal('the GST in the books', taxes.booked, taxes.papers)
  const money = await db
    .selectFrom('ledger_entry')
    .leftJoin('ledger_entry as cancelled', 'cancelled.id', 'ledger_entry.reverses_id')
    .select([
      'ledger_entry.amount_paise',
      'ledger_entry.receipt_number',
      kindOrCancelledKind.as('of'),
    ])
    .where((eb) =>
      eb.or([
        eb('ledger_entry.kind', 'in', ['payment', 'reversal', 'refund', 'tds']),
        eb('cancelled.kind', 'in', ['refund', 'tds']),
        eb.and([
          eb(kindOrCancelledKind, 'in', ['charge', 'paper']),
          eb('ledger_entry.receipt_number', 'is not', null),
        ]),
      ]),
    )
    .execute()
  equal('the number of entries in the books', entries, money.length)
  const received = await readReceived(db, from, to)
  faults.push(...received.faults)
  const paid = await readPaid(db)
  equal('the dues in the figures', received.paise, paid.dues)
  equal('the money in the books', booked, received.paise + paid.others + paid.credit)
  const moved = money.filter((one) => one.of !== 'charge')
  equal('the money in the books', booked, sum(moved.map(({ amount_paise }) => amount_paise)))
  const numbered = money.filter(({ receipt_number }) => receipt_number !== null)
  equal('the number of papers', papers, numbered.length)
  return faults
}

/**
 * What the dashboard has of dues by month is what the board books of all years have, and what the linked lists have.
 */
async function readReceived(db: Database, from: number, to: number) {
  const { faults, equal } = comparison()
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const months = years.flatMap((start) => monthsOf(start))
  const period: Period = { from: `${from}-04-01`, to: `${to + 1}-04-01` }
  const received = await sumReceived(db, period)
  const starts = [...months.map((month) => startOfDay(`${month}-01`)), startOfDay(period.to)]
  const charged = await db.selectFrom('settlement').select('year').distinct().execute()
  const collected = new Map<string, number>()
  for (const { year } of charged)
    for (const { figure, month, paise } of await sumYearParts(db, year, starts)) {
      const name = months[month - 1]
      if (figure !== 'collected' || name === undefined) continue
      collected.set(name, (collected.get(name) ?? 0) + Number(paise))
    }
  const sumReceivedOf = (isOf: (one: (typeof received)[number]) => boolean) =>
    sum(received.filter(isOf).map(({ paise }) => paise))
  for (const name of months)
    equal(
      `what was received in ${name}`,
      sumReceivedOf(({ month }) => month === name),
      collected.get(name) ?? 0,
    )
  for (const mode of new Set(received.map((one) => one.mode))) {
    const filter = { ...period, mode, paid_for: 'dues', limit: 100_000 } as const
    const { payments, total } = await listPayments(db, filter, undefined)
    equal(`the number of payments by ${mode}`, payments.length, total)
    equal(
      `the payments by ${mode}`,
      sum(payments.map(({ dues_paise }) => dues_paise)),
      sumReceivedOf((one) => one.mode === mode),
    )
  }
  return { faults, paise: sumReceivedOf(() => true) }
}

/**
 * What the money of all members has paid, by the rule of money. What is open of a
 * refund to return is missing in the credit.
 */
async function readPaid(db: Database) {
  const people = await db.selectFrom('ledger_entry').select('person_id').distinct().execute()
  const ids = people.map(({ person_id }) => person_id)
  const paid = { dues: 0, others: 0, credit: 0 }
  for (const rows of (await listEntriesOfMembers(db, ids)).values()) {
    const { settlements, moneyLeft, charges } = applyEntries(rows)
    const waivers = new Set(rows.flatMap(({ id, kind }) => (kind === 'waiver' ? [id] : [])))
    for (const { money_id, charge, paise } of settlements) {
      const isBack = charge.item === 'refund to return'
      // Money that was paid back and whose return is waived is in no balance.
      if (waivers.has(money_id) && isBack) paid.credit -= paise
      if (waivers.has(money_id) || isBack) continue
      paid[charge.item === 'other' ? 'others' : 'dues'] += paise
    }
    for (const { money_id, credit_paise } of moneyLeft)
      if (!waivers.has(money_id)) paid.credit += credit_paise
    for (const { item, open_paise } of charges)
      if (item === 'refund to return') paid.credit -= open_paise
  }
  return paid
}

/** The CSV file and the workbook of a year have the same rows and sums. */
async function readYearBook(db: Database, year: FinancialYear) {
  const { faults, equal } = comparison()
  const csv = await new Response(await dayBook(db, { ...year, format: 'csv' })).text()
  const [, ...rows]: string[][] = parse(csv, { bom: true })
  const [first, ...sums] = (await readXlsx(await yearBook(db, year, 'the test'))).sheets
  const amountsOf = (row: readonly unknown[]) => row.slice(9).map(paiseOf)
  const isIn = `of ${year.name}`
  equal(`the workbook ${isIn}`, first?.rows.slice(1).map(amountsOf), rows.map(amountsOf))
  const end = rows.findIndex(([day]) => day === '')
  const [counted, total, history] = [rows.slice(0, end), rows[end] ?? [], rows.slice(end + 1)]
  for (const column of [9, 10, 11, 12, 13, 14, 15])
    equal(
      `the sum of column ${column} ${isIn}`,
      sum(counted.map((row) => paiseOf(row[column]))),
      paiseOf(total[column]),
    )
  for (const row of rows)
    equal(`the sum of row ${row[1]} ${isIn}`, sum(row.slice(10, 15).map(paiseOf)), paiseOf(row[9]))
  for (const [index, row] of rows.entries())
    if (isMoney(row[2]) && paiseOf(row[9]) > 0 && paiseOf(row[13]) < 0)
      faults.push(`Row ${index} ${isIn} has more than its amount for charges: ${row.slice(9)}`)
  const summary = sums[0]?.rows.slice(1) ?? []
  const summaryOf = (...groups: string[]) =>
    sum(
      summary.flatMap(([name, , , amount]) =>
        groups.includes(`${name}`) ? [paiseOf(amount)] : [],
      ),
    )
  for (const group of ['Month', 'Mode', 'Kind', 'For', 'Total'])
    equal(`the sums by ${group} ${isIn}`, summaryOf(group), paiseOf(total[9]))
  equal(`what is recorded and moved ${isIn}`, summaryOf('Recorded', 'Moved'), paiseOf(total[9]))
  equal(`the GST ${isIn}`, summaryOf('GST'), paiseOf(total[15]))
  const shown = [...counted, ...history.filter(([day]) => day !== '')]
  return {
    faults,
    // What cancellations moved without money of their own is no entry more.
    entries: shown.filter(([, , what]) => !/^(Cancels a (charge|waiver)$|Moved )/.test(what ?? ''))
      .length,
    paise: sum(shown.map((row) => paiseOf(row[9]))),
    taxes: sum(shown.map((row) => paiseOf(row[15]))),
  }
}

const isMoney = (particulars: string | undefined): boolean =>
  particulars === 'Payment' || particulars === 'Tax deducted at source (TDS)'

/** The papers of a year with their lines and taxes, the GST register and the file for Tally. */
async function readPapers(db: Database, year: FinancialYear) {
  const { faults, equal } = comparison()
  let count = 0
  let money = 0
  let invoiced = 0
  let taxes = 0
  for await (const { content } of issuedPapers(db, year)) {
    count += 1
    const { number, amount_paise, tax, cancels } = content
    const sign = cancels === null ? 1 : -1
    const adjusted = adjustedBy(content)
    const gst = tax.cgst_paise + tax.sgst_paise + tax.igst_paise
    taxes += sign * (gst - sum(adjusted.map((one) => one.paise - one.taxable_paise)))
    const signed = sign * amount_paise
    if (!isOfCredit(content)) money += sign * (paperPaise(content) - tdsOf(content))
    for (const one of adjusted.flatMap((advance) => advance.taxes))
      if (isPaperOfGst(one, content.association.gstin)) invoiced -= sign * one.amount_paise
    if (!isPaperOfGst(tax, content.association.gstin)) continue
    invoiced += signed
    if (tax.kind !== 'invoice') continue
    const { taxable_paise, cgst_paise, sgst_paise, igst_paise } = tax
    const parts = [taxable_paise, cgst_paise, sgst_paise, igst_paise]
    const taxed = taxesOf(content).filter(({ kind }) => kind === 'invoice')
    equal(`the taxes of ${number}`, sum(parts), sum(taxed.map((one) => one.amount_paise)))
  }
  const register = await new Response(gstRegister(db, year, 'csv')).text()
  const [, ...rows]: string[][] = parse(register, { bom: true })
  const amounts = rows.map((row) => row.slice(11, 18).map(paiseOf))
  const totals = amounts.pop() ?? []
  equal(`the GST register of ${year.name}`, totals.at(-1), invoiced)
  for (const [column, total] of totals.entries())
    equal(
      `column ${column} of the GST register of ${year.name}`,
      total,
      sum(amounts.map((row) => row[column] ?? 0)),
    )
  for (const row of amounts)
    equal(`a row of the GST register of ${year.name}`, sum(row.slice(0, -1)), row.at(-1))
  const tally = await readTally(db, year, money + (await refundsOf(db, year)))
  faults.push(...tally.faults)
  equal(`the taxes for Tally of ${year.name}`, tally.taxes, totals.slice(1, 4))
  const invoices = rows.filter(([, document]) => /^(Invoice|Credit note)$/.test(document ?? ''))
  equal(
    `the sales for Tally of ${year.name}`,
    tally.sales,
    sum(invoices.map((row) => paiseOf(row[17]))),
  )
  return { faults, count, taxes }
}

/** What was paid back in a year without a paper, less what was cancelled of it: a negative sum. */
async function refundsOf(db: Database, year: FinancialYear): Promise<number> {
  let paise = 0
  for await (const entry of dayBookEntries(db, year.from, year.to))
    if (movedKind(entry) === 'refund' && entry.receipt_number === null) paise += entry.amount_paise
  return paise
}

async function readTally(db: Database, year: FinancialYear, money: number) {
  const { faults, equal } = comparison()
  const file = tallyXml(db, year, new Date(`${year.to}T12:00:00Z`))
  const read = readVouchers(await new Response(file).text())
  const vouchers = read.filter(({ id }) => !id.endsWith('-advance'))
  const isIn = `for Tally of ${year.name}`
  equal(`the ids ${isIn}`, new Set(read.map(({ id }) => id)).size, read.length)
  const amountsOf = (ledgers: readonly string[], of = vouchers) =>
    of
      .flatMap(({ postings }) => postings)
      .flatMap(({ ledger, amount }) => (ledgers.includes(ledger) ? [-paiseOf(amount)] : []))
  equal(
    `the money ${isIn}`,
    sum(amountsOf(['Bank', 'Cash', tallyLedgers.tally_no_mode.name])),
    money,
  )
  const sales = vouchers.filter(({ type }) => type === 'Sales' || type === 'Credit Note')
  return {
    faults,
    taxes: ['CGST', 'SGST', 'IGST'].map((ledger) => 0 - sum(amountsOf([ledger]))),
    sales: sum(sales.flatMap((voucher) => invoicedBy(voucher, amountsOf(['Members'], [voucher])))),
  }
}

/**
 * The amount of the paper: what it pays of a charge with a paper of its own comes back to the members in the same
 * voucher, and in the register it is no supply.
 */
const invoicedBy = ({ type }: Voucher, members: readonly number[]): number[] =>
  members.filter((paise) => (type === 'Sales' ? paise > 0 : paise < 0))
