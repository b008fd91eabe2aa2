/** The comparison with the portal that docs/tally.md describes, on a year with every kind of paper. */

import fs from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { exempt, invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'

/** What is bold in the fifth step of the document. */
function namesInDocument(): string[] {
  const document = fs.readFileSync(new URL('../../../../../docs/tally.md', import.meta.url), 'utf8')
  const [step = ''] = document.match(/^5\. .*?(?=^6\. )/ms) ?? []
  return [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name)
}

async function season() {
  const papers = await openPapers('SQLite')
  const { admin, path, tax, pay, charge, refund, cancel, post, entryOf } = papers
  // The dues of the year; what comes later is an advance. Without tax, some of it paid back.
  await pay('100')
  await pay('600', { mode: 'Cash' })
  await refund('100')
  await tax(exempt)
  await pay('400')
  // A taxable charge paid from an advance on a bill of supply, and the rest of it: lines 'for No. …'.
  await charge('Stall', '2360', stall)
  await tax(invoice)
  await pay('3000')
  // An exempt charge paid from an advance on a tax invoice, which is cancelled; then another one that stays.
  await cancel(await charge('Book', '200', exempt))
  await charge('Book', '100', exempt)
  // Paid back twice, once cancelled, then the payment is reversed: one note of two invoices.
  const advance = await pay('1180')
  await cancel(await refund('590'))
  await refund('118')
  await cancel(advance)
  // A mixed paper with deducted tax, and deducted tax alone.
  await charge('Hall', '1180', stall)
  await charge('Membership drive', '500', exempt)
  await pay('1600', { tds: '80' })
  await charge('Stall', '5900', stall)
  await post('tds', { amount: '59' })
  // Paid a part from an advance without tax, and a part of the rest waived, once by mistake.
  await tax(exempt)
  await pay('3000')
  await charge('Seminar', '9440', stall)
  await post('waivers', { amount: '440', reason: 'Flood' })
  await cancel(await entryOf('waivers', { amount: '100', reason: 'Typed twice' }))
  await tax(invoice)
  const bounced = await pay('5000')
  await post(`account/${bounced}/cancel`, { reason: 'bounced', bank_fee: '300' })
  await pay('1000')
  // A member who now has a GSTIN: a bill of supply, and notes, with numbers of their own.
  await admin.put(path, { ...(await admin.get(path)), gstin: '27AAPFU0939F1ZV' })
  await charge('Workshop', '590', stall)
  await charge('Guide', '300', exempt)
  await pay('20000')
  await cancel(await charge('Manual', '250', exempt))
  return papers
}

const paiseOf = (amount: string | number | undefined) => Math.round(Number(amount ?? 0) * 100)

test('the file agrees with the register and the year book as the document says', async () => {
  const { portal, admin, register, text } = await season()
  const [column = '', invoiced, credited, members, bill = '', adjusted = '', ...rest] =
    namesInDocument()
  const [creditNote, debitNote, ...others] = rest
  const ledgers = others.slice(0, -1)
  const [headings = [], ...rows] = await register()
  const totals = rows.pop() ?? []
  const cellOf = (row: readonly string[], heading: string) => row[headings.indexOf(heading)]
  // The year has every kind of rows, so that none can be missing in the document.
  expect(new Set(rows.map((row) => row[1]))).toEqual(
    new Set([
      invoiced,
      credited,
      bill,
      `${bill} cancelled`,
      adjusted,
      `${adjusted}, cancelled`,
      creditNote,
      debitNote,
    ]),
  )
  const vouchers = readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25'))
  const postingsOf = (names: readonly (string | undefined)[], types?: string[]) =>
    vouchers
      .filter(({ type }) => types?.includes(type) ?? true)
      .flatMap(({ postings }) => postings)
      .flatMap(({ ledger, amount }) => (names.includes(ledger) ? [-paiseOf(amount)] : []))
  const sales = postingsOf([members], ['Sales']).filter((paise) => paise > 0)
  const notes = postingsOf([members], ['Credit Note']).filter((paise) => paise < 0)
  const inSales = rows.filter((row) => row[1] === invoiced || row[1] === credited)
  expect(sum([...sales, ...notes])).toBe(sum(inSales.map((row) => paiseOf(cellOf(row, column)))))
  // The member has paid a part of an earlier invoice with a paper of its own.
  expect(postingsOf([members], ['Sales']).some((paise) => paise < 0)).toBe(true)
  const taxes = { CGST: 'CGST (₹)', SGST: 'SGST/UTGST (₹)', IGST: 'IGST (₹)' }
  for (const [ledger, heading] of Object.entries(taxes))
    expect(0 - sum(postingsOf([ledger]))).toBe(paiseOf(cellOf(totals, heading)))
  const file = await admin.request('GET', '/api/admin/payments/year-book?year=2024-25')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const recorded = sheets[1]?.rows.find(
    ([sum, of]) => sum === others.at(-1) && of === 'In the year',
  )
  expect(ledgers).toHaveLength(4)
  expect(sum(postingsOf(ledgers))).toBe(paiseOf(Number(recorded?.[3])))
  expect(await bookFaults(portal.db, 2023, 2026)).toEqual([])
})

test('what is waived of a charge with a tax invoice leaves Members, and the preview says that its tax stays', async () => {
  const { portal, tax, pay, charge, cancel, post, entryOf, text } = await openPapers('SQLite')
  const balances = async () => {
    const sums = new Map<string, number>()
    const vouchers = readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25'))
    for (const { ledger, amount } of vouchers.flatMap(({ postings }) => postings))
      sums.set(ledger, (sums.get(ledger) ?? 0) - paiseOf(amount))
    return ['Members', 'Dues Waived'].map((ledger) => sums.get(ledger) ?? 0)
  }
  await pay('100')
  await tax(exempt)
  await pay('500')
  const stalled = await charge('Stall', '1180', stall)
  expect(await balances()).toEqual([68_000, 0])
  expect(await post('waivers/preview', { amount: '80' })).toEqual({
    notices: [
      '“Stall” has tax invoice R2024-25/0003. A waiver does not change the invoice: all of its tax stays due. Ask your accountant.',
    ],
  })
  const waived = await entryOf('waivers', { amount: '80', reason: 'Flood' })
  expect(await balances()).toEqual([60_000, 8000])
  await cancel(waived)
  expect(await balances()).toEqual([68_000, 0])
  await post('waivers', { amount: '680', reason: 'Flood' })
  expect(await balances()).toEqual([0, 68_000])
  await cancel(stalled)
  expect(await balances()).toEqual([0, 0])
  await charge('Book', '300', exempt)
  await charge('Another book', '900', exempt)
  // A charge without a paper of its own is in no voucher, so its waiver is in none.
  expect(await post('waivers/preview', { amount: '200' })).toEqual({ notices: [] })
  expect(await bookFaults(portal.db, 2023, 2026)).toEqual([])
})
