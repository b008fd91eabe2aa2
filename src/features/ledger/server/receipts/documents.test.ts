/** The documents beside a paper: when a member gets them, and which number is on which. */
import { expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { cellsOf, exempt, invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { paperFaults } from '#test/support/oracles/paper-faults.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'

const gstin = '27AAPFU0939F1ZV'

async function open(engine: Engine = 'SQLite') {
  const papers = await openPapers(engine)
  const { admin, path, pay, tax, paper, text } = papers
  const change = async (values: object) =>
    admin.put(path, { ...(await admin.get(path)), gstin: '', ...values })
  await change({})
  // The dues of the year; what comes later is an advance.
  await pay('100')
  await tax(invoice)
  return {
    ...papers,
    change,
    words: async (entry: string) => (await paper(entry)).join(' '),
    /** Document, number, invoice, GSTIN, type and total of each row. */
    rows: async () => cellsOf(await papers.register(), [1, 2, 3, 5, 7, 17]),
    /** Type, number and reference of each voucher with a number. */
    vouchers: async () =>
      readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25')).flatMap(
        ({ type, tags }) =>
          tags.VOUCHERNUMBER
            ? [`${type} ${tags.VOUCHERNUMBER} ${tags.REFERENCE ?? ''}`.replaceAll('R2024-25/', '')]
            : [],
      ),
    faults: async () => [
      ...(await bookFaults(papers.portal.db, 2023, 2026)),
      ...(await paperFaults(papers.portal.db, [papers.id])),
    ],
  }
}

test('a member who got a GSTIN after the invoice of the advance gets no note for it', async () => {
  const { change, pay, charge, cancel, rows, faults } = await open()
  await pay('1180')
  await change({ gstin })
  await cancel(await charge('Book', '1180', exempt))
  expect(await rows()).toEqual([
    'Invoice R2024-25/0002   B2C 1180',
    `Bill of supply R2024-25/0003  ${gstin} B2B 1180`,
    'Advance adjusted R2024-25/0003 R2024-25/0002  B2C -1180',
    `Bill of supply cancelled R2024-25/C0001 R2024-25/0003 ${gstin} B2B -1180`,
    'Advance adjusted, cancelled R2024-25/C0001 R2024-25/0002  B2C 1180',
    'Total     1180',
  ])
  expect(await faults()).toEqual([])
})

test('a member who gave the GSTIN up since gets the notes of the invoice, with that GSTIN', async () => {
  const { change, pay, charge, cancel, rows, words, faults } = await open()
  await change({ gstin })
  await pay('1180')
  await change({})
  const book = await charge('Book', '1180', exempt)
  expect(await words(book)).toMatch(new RegExp(`Credit Note No. R2024-25/N0001 .*GSTIN ${gstin}`))
  await cancel(book)
  expect((await rows()).slice(1, 5)).toEqual([
    'Bill of supply R2024-25/0003   B2C 1180',
    `Credit note of an advance R2024-25/N0001 R2024-25/0002 ${gstin} B2B -1180`,
    'Bill of supply cancelled R2024-25/C0001 R2024-25/0003  B2C -1180',
    `Debit note of an advance R2024-25/N0002 R2024-25/0002 ${gstin} B2B 1180`,
  ])
  expect(await faults()).toEqual([])
})

test('each document and its voucher have one number, and name the document that ends it', async () => {
  const { change, pay, charge, cancel, words, vouchers, faults } = await open()
  await change({ gstin })
  await charge('Stall', '1180', stall)
  await charge('Book', '500', exempt)
  const paid = await pay('2860')
  const guide = await charge('Guide', '300', exempt)
  const manual = await charge('Manual', '200', exempt)
  await cancel(manual)
  const ended = await words(await cancel(paid))
  expect(ended).toContain('₹300 of it had been taken before, by No. R2024-25/N0001.')
  const both = await words(paid)
  expect(both).toMatch(/^.*Tax Invoice.*Cancelled on \S+ by No. R2024-25\/C0002 .*Bill of Supply/)
  expect(both).toMatch(
    /Bill of Supply No. R2024-25\/B0001.*Cancelled on \S+ by No. R2024-25\/N0004/,
  )
  expect(await words(manual)).toMatch(
    /Credit Note No. R2024-25\/N0002 .*Reversed on \S+ by debit note No. R2024-25\/N0003\./,
  )
  expect(await words(guide)).toContain(
    'No. R2024-25/0002, which paid ₹300 of this document, was cancelled on 05/01/2025 by No. R2024-25/C0002. This document is no proof of that payment.',
  )
  expect((await vouchers()).toSorted()).toEqual(
    [
      'Receipt 0001 ',
      'Sales 0002 ',
      'Receipt 0002 ',
      'Journal B0001 ',
      'Journal 0003 ',
      'Journal N0001 0002',
      'Journal 0004 ',
      'Journal N0002 0002',
      'Journal C0001 0004',
      'Journal N0003 0002',
      'Credit Note C0002 0002',
      'Payment C0002 0002',
      'Journal N0004 B0001',
    ].toSorted(),
  )
  expect(await faults()).toEqual([])
})

test.each(engines)(
  'a cancellation on %s takes one number for each note of the papers that follow',
  async (engine) => {
    const { change, pay, charge, cancel, rows, faults } = await open(engine)
    await change({ gstin })
    await charge('Stall', '1180', stall)
    await charge('Stand', '1180', stall)
    const paid = await pay('2360')
    const first = await pay('9000')
    await pay('9500')
    const notes = async () => (await rows()).join().match(/(?<=note of an advance R2024-25\/)N\d+/g)
    await cancel(paid)
    expect(await notes()).toEqual(['N0001', 'N0002'])
    await cancel(first)
    expect(await notes()).toEqual(['N0001', 'N0002', 'N0003', 'N0004'])
    expect(await faults()).toEqual([])
  },
)

test('a receipt without tax says when the credit that paid its charge was cancelled', async () => {
  const { portal, pay, charge, cancel, words, faults } = await open()
  const paid = await pay('1180')
  const donation = await charge('Donation', '900', { kind: 'receipt' })
  expect(await words(donation)).not.toContain('proof')
  const own = async () => {
    const papers = await (await portal.as('oem')).get('/api/profile/payments')
    return papers.find((one) => one.id === donation)?.unpaid
  }
  expect(await own()).toBeUndefined()
  await cancel(paid)
  const sentence =
    'No. R2024-25/0002, which paid ₹900 of this document, was cancelled on 05/01/2025 by No. R2024-25/C0001. This document is no proof of that payment.'
  expect(await words(donation)).toContain(sentence)
  expect(await own()).toEqual([sentence])
  await cancel(donation)
  expect(await words(donation)).not.toContain('proof')
  expect(await faults()).toEqual([])
})
