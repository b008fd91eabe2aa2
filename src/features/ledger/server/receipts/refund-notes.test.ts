/** The papers of credit that is paid back while payments get tax invoices. */
import { expect, test } from 'vitest'
import { gstRegisterRows, openPayments } from '#test/support/payments.ts'
import { pdfLines } from '#test/support/pdf.ts'
import { readVouchers } from '#test/support/tally-vouchers.ts'

const invoice = { kind: 'invoice', rate: '18', sac: '999599' }

async function open() {
  const { portal, admin, id, ledger } = await openPayments('SQLite')
  const path = `/api/admin/members/${id}`
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  const post = (what: string, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`${path}/${what}`, body)
  }
  // The dues of the year; what comes later is an advance.
  await post('dues-payments', { amount: '100' })
  const text = async (file: string) => (await admin.request('GET', file)).text()
  return {
    ...{ post, ledger, text },
    tax: (treatment: object) =>
      admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...treatment }),
    pay: async (amount: string): Promise<string> =>
      (await post('dues-payments', { amount })).entry.id,
    refund: async (amount: string): Promise<string> =>
      (await post('refunds', { amount, mode: 'Bank', reference: 'UTR9' })).entry.id,
    cancel: async (entry: string): Promise<string> =>
      (await post(`account/${entry}/cancel`, { reason: 'bounced' })).entry.id,
    numbers: async () =>
      (await ledger()).toReversed().map(({ kind, receipt_number }) => `${kind} ${receipt_number}`),
    paper: async (entry: string) => {
      const response = await admin.request('GET', `/api/admin/payments/${entry}/receipt.pdf`)
      return pdfLines(Buffer.from(await response.arrayBuffer()))
    },
    mailOf: async (entry: string) => {
      await admin.post(`/api/admin/payments/${entry}/receipt-mail`, {})
      return (await portal.mails()).at(-1)
    },
    /** Document, number, invoice, taxable value and total of each row. */
    register: async () =>
      (await gstRegisterRows(admin))
        .slice(1)
        .map((row) => [1, 2, 3, 11, 17].map((index) => row[index]).join(' ')),
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
  const { tax, pay, refund, numbers } = await open()
  await tax({ kind: 'receipt' })
  await pay('100')
  await tax(invoice)
  await pay('1180')
  await pay('590')
  await refund('1870')
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
