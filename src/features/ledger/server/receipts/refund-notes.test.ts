/** The papers of credit that is paid back while payments get tax invoices. */
import { expect, test } from 'vitest'
import { cellsOf, invoice, openPapers } from '#test/support/money/taxed-papers.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'

async function open() {
  const papers = await openPapers('SQLite')
  // The dues of the year; what comes later is an advance.
  await papers.pay('100')
  return {
    ...papers,
    mailOf: async (entry: string) => {
      await papers.admin.post(`/api/admin/payments/${entry}/receipt-mail`, {})
      return (await papers.portal.mails()).at(-1)
    },
    /** Document, number, invoice, taxable value and total of each row. */
    register: async () => cellsOf(await papers.register(), [1, 2, 3, 11, 17]),
  }
}

test('an advance with tax that is paid back has a credit note that is its refund voucher', async () => {
  const { tax, pay, refund, paper, register, text, mailOf } = await open()
  await tax(invoice)
  await pay('1180')
  const note = await refund('590')
  expect(await mailOf(note)).toMatchObject({
    subject: 'Credit Note and Refund Voucher R2024-25/C0001 from Panel Makers Association',
    text: expect.stringContaining(
      '\n\nThe Credit Note and Refund Voucher R2024-25/C0001 of ₹590 is attached.\n\nIt is for Advance for later dues.',
    ),
  })
  const lines = await paper(note)
  expect(lines.join(' ')).toContain(
    'Advance paid back from tax invoice and receipt voucher No. R2024-25/0002 dated 05/01/2025.',
  )
  expect(lines).toEqual(
    expect.arrayContaining([
      'Credit Note and Refund Voucher No. R2024-25/C0001',
      'Advance for later dues (SAC 999599) ₹500',
      'CGST 9 % ₹45',
      'Total ₹590',
      'Paid back on',
      'Tax payable on reverse charge: No',
    ]),
  )
  expect(await register()).toEqual([
    'Invoice R2024-25/0002  1000 1180',
    'Credit note R2024-25/C0001 R2024-25/0002 -500 -590',
    'Total   500 590',
  ])
  const vouchers = readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25'))
  expect(vouchers.map(({ type, tags }) => `${type} ${tags.VOUCHERNUMBER}`)).toEqual([
    'Receipt R2024-25/0001',
    'Sales R2024-25/0002',
    'Receipt R2024-25/0002',
    'Credit Note R2024-25/C0001',
    'Payment R2024-25/C0001',
  ])
})

test('credit of two invoices is paid back in two parts; without tax there is no paper', async () => {
  const { tax, pay, post, numbers } = await open()
  await tax({ kind: 'receipt' })
  await pay('100')
  await tax(invoice)
  await pay('1180')
  await pay('590')
  const { entry } = await post('refunds', { amount: '1870', mode: 'Bank', reference: 'UTR9' })
  expect(entry.receipt_number).toBe('R2024-25/C0001, R2024-25/C0002')
  expect((await numbers()).slice(4)).toEqual([
    'refund R2024-25/C0001',
    'refund R2024-25/C0002',
    'refund null',
  ])
})

test('a payment that bounces after its credit was paid back credits what is left of its invoice', async () => {
  const { tax, pay, refund, cancel, register, text } = await open()
  await tax(invoice)
  const paid = await pay('1180')
  await refund('590')
  await cancel(paid)
  expect((await register()).slice(1)).toEqual([
    'Credit note R2024-25/C0001 R2024-25/0002 -500 -590',
    'Credit note R2024-25/C0002 R2024-25/0002 -500 -590',
    'Total   0 0',
  ])
  const vouchers = readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25'))
  const money = vouchers.filter(({ type }) => type === 'Payment')
  expect(JSON.stringify(money)).toContain('1180')
})

test('a refund that is cancelled is an advance with a paper again', async () => {
  const { tax, pay, refund, cancel, paper, numbers, register } = await open()
  await tax(invoice)
  await pay('1180')
  const back = await cancel(await refund('590'))
  expect((await numbers()).slice(2)).toEqual([
    'refund R2024-25/C0001',
    'cancellation R2024-25/0003',
  ])
  expect((await paper(back)).join(' ')).toContain('Tax Invoice and Receipt Voucher')
  expect((await register()).at(-1)).toBe('Total   1000 1180')
})
