/** Papers with lines that are taxed, exempt and no supply, and the rows of the GST register for them. */
import { expect, test } from 'vitest'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { cellsOf, exempt, invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { paperFaults } from '#test/support/oracles/paper-faults.ts'

async function open(language: DocumentLanguage = 'en') {
  const papers = await openPapers('SQLite', { document_language: language })
  const { admin, path } = papers
  const change = async (values: object) =>
    admin.put(path, { ...(await admin.get(path)), gstin: '', ...values })
  await change({})
  const faults = async () => [
    ...(await bookFaults(papers.portal.db, 2023, 2026)),
    ...(await paperFaults(papers.portal.db, [papers.id])),
  ]
  return { ...papers, change, faults }
}

test('a bank fee and a refund that was paid again are not a supply: their lines have no tax', async () => {
  const { tax, post, pay, content } = await open()
  await tax(invoice)
  const cheque = await post('cheques', {
    number: '123456',
    bank: 'HDFC',
    cheque_date: '2025-01-05',
    received_on: '2025-01-05',
    amount: '1180',
    kind: 'dues',
  })
  await post(`cheques/${cheque.id}/return`, { reason: 'Insufficient funds', bank_fee: '300' })
  const paid = await pay('1480')
  await post('refunds', { amount: '590', mode: 'Bank' })
  await post(`account/${paid}/cancel`, { reason: 'bounced', bank_fee: '500' })
  const { taxes } = await content(await pay('2570'))
  expect(taxes?.map(({ kind, amount_paise }) => [kind, amount_paise])).toEqual([
    ['receipt', 139_000],
    ['invoice', 118_000],
  ])
})

test('the taxable value has only what is taxed', async () => {
  const { tax, charge, pay, paper, content } = await open()
  await tax({ kind: 'receipt' })
  await charge('Stall at the expo', '1,180', stall)
  await charge('Membership drive', '5,900')
  const id = await pay('7,500')
  expect((await content(id)).tax).toMatchObject({ taxable_paise: 100_000, cgst_paise: 9000 })
  expect(await paper(id)).toEqual(
    expect.arrayContaining([
      'Stall at the expo (SAC 998596, GST 18 %) ₹1,000',
      'Membership drive (not taxed) ₹5,900',
      'Advance for later dues (not taxed) ₹420',
      'Taxable value ₹1,000',
      'CGST 9 % ₹90',
      'Total ₹7,500',
    ]),
  )
})

test.each<[language: DocumentLanguage, gstin: string, advance: string, title: string]>([
  ['en', '', '0', 'Invoice-cum-Bill of Supply No.'],
  ['en', '', '420', 'Invoice-cum-Bill of Supply and Receipt Voucher'],
  ['hi', '', '420', 'चालान-सह-आपूर्ति बिल और रसीद वाउचर'],
])('a mixed paper in %s for GSTIN %j with advance %s is a %s', async (...values) => {
  const [language, , advance, title] = values
  const { tax, charge, pay, paper, cancel } = await open(language)
  await tax(invoice)
  await charge('Stall at the expo', '1,180', stall)
  await charge('Book', '500', exempt)
  const id = await pay(String(1680 + Number(advance)))
  const lines = await paper(id)
  expect(lines.join(' ')).toContain(title)
  if (language === 'hi') return
  expect(lines).toContain('Stall at the expo (SAC 998596, GST 18 %) ₹1,000')
  expect(lines).toContain('Book (SAC 999599, Exempt) ₹500')
  // Rows of taxes name their lines where the codes differ.
  expect(lines).toContain(advance === '0' ? 'CGST 9 % ₹90' : 'CGST 9 % (SAC 998596) ₹90')
  expect((await paper(await cancel(id))).join(' ')).toContain(
    'For invoice-cum-bill of supply No. R2024-25/0001 dated 05/01/2025, which is cancelled.',
  )
})

test('a member with a GSTIN gets a tax invoice and a bill of supply with a number of its own', async () => {
  const { tax, change, charge, pay, paper, cancel, register, faults } = await open()
  await tax(invoice)
  await change({ gstin: '27AAPFU0939F1ZV' })
  await charge('Stall at the expo', '1,180', stall)
  await charge('Book', '500', exempt)
  const id = await pay('2100')
  const lines = await paper(id)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Tax Invoice and Receipt Voucher No. R2024-25/0001',
      'Stall at the expo (SAC 998596, GST 18 %) ₹1,000',
      'CGST 9 % (SAC 998596) ₹90',
      'Total ₹1,600',
      '₹500 of the same payment is on No. R2024-25/B0001.',
      'Bill of Supply No. R2024-25/B0001',
      'Book (SAC 999599) ₹500',
      'Total ₹500',
      '₹1,600 of the same payment is on No. R2024-25/0001.',
    ]),
  )
  expect(lines.filter((line) => line.startsWith('Exempt by'))).toHaveLength(1)
  const ended = await paper(await cancel(id))
  expect(ended).toEqual(
    expect.arrayContaining([
      'Credit Note No. R2024-25/C0001',
      'For tax invoice No. R2024-25/0001 dated 05/01/2025, which is cancelled.',
      'Cancellation of a bill of supply No. R2024-25/N0001',
      'Cancels bill of supply No. R2024-25/B0001 dated 05/01/2025. Nothing is due on it.',
    ]),
  )
  expect(cellsOf(await register(), [1, 2, 3, 11, 15, 17])).toEqual([
    'Invoice R2024-25/0001  1000 0 1180',
    'Invoice R2024-25/0001  355.94 0 420',
    'Bill of supply R2024-25/B0001  0 500 500',
    'Credit note R2024-25/C0001 R2024-25/0001 -1000 0 -1180',
    'Credit note R2024-25/C0001 R2024-25/0001 -355.94 0 -420',
    'Bill of supply cancelled R2024-25/N0001 R2024-25/B0001 0 -500 -500',
    'Total   0 0 0',
  ])
  expect(await faults()).toEqual([])
})

test('a refund takes from the advance alone; a later cancellation ends both documents for what is left', async () => {
  const { tax, change, charge, pay, refund, cancel, register, faults } = await open()
  await tax(invoice)
  await change({ gstin: '27AAPFU0939F1ZV' })
  await charge('Stall at the expo', '1,180', stall)
  await charge('Book', '500', exempt)
  const id = await pay('2100')
  await refund('420')
  await cancel(id)
  expect(cellsOf(await register(), [1, 2, 3, 17]).slice(3)).toEqual([
    'Credit note R2024-25/C0001 R2024-25/0001 -420',
    'Credit note R2024-25/C0002 R2024-25/0001 -1180',
    'Bill of supply cancelled R2024-25/N0001 R2024-25/B0001 -500',
    'Total   0',
  ])
  expect(await faults()).toEqual([])
})

test('a mixed paper of before bills had numbers says what it said, and so does its cancellation', async () => {
  const { portal, tax, change, charge, pay, paper, content, cancel } = await open()
  await tax(invoice)
  await change({ gstin: '27AAPFU0939F1ZV' })
  await charge('Stall at the expo', '1,180', stall)
  await charge('Book', '500', exempt)
  const id = await pay('1680')
  const { bill: _bill, ...older } = await content(id)
  const stored = { content: JSON.stringify(older) }
  await portal.db.updateTable('receipt').set(stored).where('entry_id', '=', id).execute()
  expect(await paper(id)).toEqual(
    expect.arrayContaining(['Book (SAC 999599, Exempt) ₹500', 'Total ₹1,680']),
  )
  const ended = await paper(await cancel(id))
  expect(ended).toContain('Total ₹1,680')
  expect(ended.join(' ')).not.toContain('bill of supply')
})

test('papers from before say what they said', async () => {
  const { portal, tax, charge, pay, paper, content, cancel } = await open()
  await tax({ kind: 'receipt' })
  await charge('Stall at the expo', '1,180', stall)
  const id = await pay('7,500')
  const { edition: _edition, ...older } = await content(id)
  older.tax.taxable_paise = 732_000
  const stored = { content: JSON.stringify(older) }
  await portal.db.updateTable('receipt').set(stored).where('entry_id', '=', id).execute()
  expect(await paper(id)).toEqual(
    expect.arrayContaining([
      'Stall at the expo (SAC 998596) ₹1,000',
      'Advance for later dues ₹6,320',
      'Taxable value ₹7,320',
    ]),
  )
  expect(await paper(await cancel(id))).toContain('Taxable value ₹1,000')
})

test('the register lists exempt values and amounts that are not a supply separately, with the day of payment', async () => {
  const { tax, charge, pay, cancel, register } = await open()
  await tax(exempt)
  await pay('100', { paid_at: '2025-01-03T06:00:00.000Z' })
  await charge('Stall at the expo', '1,180', stall)
  await charge('Book', '500')
  await charge('Donation', '250', { kind: 'receipt' })
  const mixed = await pay('1,930')
  await cancel(mixed)
  const [headings, ...rows] = await register()
  expect(headings?.slice(11)).toEqual([
    'Taxable Value (₹)',
    'CGST (₹)',
    'SGST/UTGST (₹)',
    'IGST (₹)',
    'Exempt (₹)',
    'No Supply (₹)',
    'Total (₹)',
    'Paid On',
  ])
  expect(rows.map((row) => [row[1], ...row.slice(11)].join(' '))).toEqual([
    'Bill of supply 0 0 0 0 100 0 100 03/01/2025',
    'Invoice 1000 90 90 0 0 0 1180 05/01/2025',
    'Invoice 0 0 0 0 500 0 500 05/01/2025',
    'Invoice 0 0 0 0 0 250 250 05/01/2025',
    'Credit note -1000 -90 -90 0 0 0 -1180 05/01/2025',
    'Credit note 0 0 0 0 -500 0 -500 05/01/2025',
    'Credit note 0 0 0 0 0 -250 -250 05/01/2025',
    'Total 0 0 0 0 100 0 100 ',
  ])
})

test.each([
  ['Plot 7, Bhosari, Pune', '', '27 Maharashtra'],
  ['Plot 7, Bengaluru 560058', '', '29 Karnataka'],
  ['', 'Peenya, Bengaluru 560058', '29 Karnataka'],
  ['', '', '27 Maharashtra'],
])('the place of supply of the address %j, factory %j is %s', async (address, factory, place) => {
  const { tax, change, pay, paper } = await open()
  await tax(invoice)
  await change({
    address,
    certificate_postal_address: '',
    factory_address: factory || (address ? 'Peenya, Bengaluru 560058' : ''),
  })
  expect(await paper(await pay('1180'))).toContain(`Place of supply: ${place}`)
})

test('a bill of supply has its place of supply, also in the register', async () => {
  const { tax, change, pay, paper, content, register } = await open()
  await tax(exempt)
  await change({ address: 'Plot 7, Bengaluru 560058' })
  const id = await pay('100')
  expect((await content(id)).tax.place_of_supply).toBe('29 Karnataka')
  expect(await paper(id)).toContain('Place of supply: 29 Karnataka')
  expect((await register())[1]?.[8]).toBe('29 Karnataka')
})

test('a cancellation names the bill of supply, and does not mention received money', async () => {
  const { tax, charge, pay, paper, cancel, portal } = await open()
  await tax(exempt)
  const bill = await paper(await cancel(await pay('100')))
  expect(bill).toContain('Cancellation of a bill of supply No. R2024-25/C0001')
  expect(bill).toContain(
    'Cancels bill of supply No. R2024-25/0001 dated 05/01/2025. Nothing is due on it.',
  )
  portal.advanceClock(1000)
  await tax(invoice)
  await charge('Stall at the expo', '5,900', stall)
  const id = await pay('5,310', { tds: '590' })
  expect(await paper(id)).toContain('Received in money ₹5,310')
  const note = (await paper(await cancel(id))).join('\n')
  expect(note).not.toContain('Received')
  expect(note).not.toContain('TDS')
})

test.each<[DocumentLanguage, deducted: string, paid: string]>([
  ['en', 'Deducted on', 'Paid on'],
  ['hi', 'कटौती का दिनांक', 'भुगतान दिनांक'],
])(
  'the invoice and the bill of one payment each say their part of the tax that was deducted, in %s',
  async (language, deducted, paid) => {
    const { tax, change, charge, pay, entryOf, paper, cancel, faults } = await open(language)
    await tax(invoice)
    await change({ gstin: '27AAPFU0939F1ZV' })
    const chargeBoth = async () => {
      await charge('Stall at the expo', '1,180', stall)
      await charge('Book', '500', exempt)
    }
    await chargeBoth()
    const onlyTax = await entryOf('tds', { amount: '1680', certificate_number: 'Q4/17' })
    const lines = await paper(onlyTax)
    const count = (text: string) => lines.join(' ').split(text).length - 1
    // Each says that nothing of its amount came as money.
    expect([count(deducted), count(paid), count('₹0')]).toEqual([2, 0, 2])
    await chargeBoth()
    const both = (await paper(await pay('1512', { tds: '168' }))).join(' ')
    for (const amount of ['₹118', '₹1,062', '₹50', '₹450']) expect(both).toContain(` ${amount} `)
    expect(both.split(paid)).toHaveLength(3)
    expect((await paper(await cancel(onlyTax))).join(' ').split(deducted)).toHaveLength(3)
    expect(await faults()).toEqual([])
  },
)

test('a paper of the first layout has one line for its days, and keeps its layout when its names are completed', async () => {
  const { portal, pay, paper, content, cancel } = await open()
  const id = await pay('1180')
  const { number, issued_on, language, association, member, tax, paid_on } = await content(id)
  const days = { valid_from: '2024-04-01', valid_to: '2025-03-31' }
  const texts = { language, number, issued_on, cancels: null, member, paid_on }
  const first = {
    layout: 1,
    ...texts,
    ...days,
    tax,
    amount_paise: 1180_00,
    mode: 'Bank',
    reference: '',
  }
  const stored = JSON.stringify({
    ...first,
    association: { ...association, name: null, website: null },
  })
  const row = portal.db.updateTable('receipt').where('entry_id', '=', id)
  await row.set({ content: stored }).execute()
  const printed = await paper(id)
  expect(printed.join(' ')).toContain('01/04/2024')
  expect(await paper(id)).toEqual(printed)
  const { lines, layout } = await content(id)
  expect(lines).toEqual([expect.objectContaining({ item: 'membership', ...days, paise: 1180_00 })])
  expect(layout).toBe(1)
  const { content: after } = await portal.db
    .selectFrom('receipt')
    .select('content')
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(after)).toEqual({
    ...JSON.parse(stored),
    association: { ...association, name: expect.any(String), website: expect.any(String) },
  })
  expect((await paper(await cancel(id))).join(' ')).toContain('1,180')
})
