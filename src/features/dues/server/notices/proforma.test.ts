import { expect, test } from 'vitest'
import { noTax, type TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { openNotices } from '#test/support/money/notices.ts'
import { invoice } from '#test/support/money/taxed-papers.ts'
import { pdfLines, pdfQrCode } from '#test/support/pdf.ts'

test('the notice is a proforma invoice while payments get tax invoices; a merchant is in the QR code', async () => {
  const { portal, admin, ids, charge } = await openNotices('SQLite', 1)
  const [id = ''] = ids
  await charge(id, { amount_paise: -5900_00 })
  await admin.put('/api/admin/settings', {
    association_gstin: '27AAATF0000K1Z9',
    upi_merchant_code: '8699',
  })
  const print = async () => {
    const body = { selection: { ids } }
    const response = await admin.request('POST', '/api/admin/dues/notices/print', body)
    return Buffer.from(await response.arrayBuffer())
  }
  const before = await print()
  expect(pdfLines(before)).not.toContain('Proforma invoice (not a tax invoice)')
  const fieldsOf = (link: string | undefined) =>
    Object.fromEntries(new URLSearchParams(link?.slice('upi://pay?'.length)))
  expect(fieldsOf(pdfQrCode(before, 110))).toMatchObject({ mc: '8699', mode: '01', am: '5900.00' })
  const { members } = await admin.post('/api/admin/dues/notices/links', { selection: { ids } })
  const token = members[0]?.link.split('#token=')[1]
  const { upi } = await portal.visitor().post('/api/dues/notice', { token })
  expect(fieldsOf(upi?.link)).toMatchObject({ mc: '8699', mode: '04' })
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2025-01-06', ...invoice })
  expect(pdfLines(await print())).not.toContain('CGST 9 %: ₹450')
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2025-01-05', ...invoice })
  expect(pdfLines(await print())).toEqual(
    expect.arrayContaining([
      'Proforma invoice (not a tax invoice)',
      'Place of supply: 27 Maharashtra',
      'Taxable value (SAC 999599): ₹5,000',
      'CGST 9 %: ₹450',
      'Total to pay: ₹5,900',
    ]),
  )
})

test('each charge has its own tax: the figures are those of the tax invoice when it is paid today', async () => {
  const { admin, ids, charge } = await openNotices('SQLite', 1)
  const [id = ''] = ids
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  const own = (reference: string, rupees: number, tax: TaxTreatment) =>
    charge(id, {
      item: 'other',
      reference,
      amount_paise: -rupees * 100,
      tax_treatment: tax,
    })
  await charge(id, { amount_paise: -5900_00 })
  await own('Stall', 1180, { kind: 'invoice', rate: 1800, sac: '998596', legend: '' })
  await own('Book', 500, { kind: 'exempt', rate: 0, sac: '999599', legend: 'Exempt' })
  await own('Bank fee', 300, noTax)
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2025-01-05', ...invoice })
  const lines = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await admin.request(method, path, body)
    return pdfLines(Buffer.from(await response.arrayBuffer()))
  }
  const notice = await lines('POST', '/api/admin/dues/notices/print', { selection: { ids } })
  expect(notice.join('\n')).toContain('Bank fee (not taxed)')
  // Dues have their days; what is charged for a day has none.
  expect(notice.filter((line) => line.includes(' – '))).toHaveLength(1)
  expect(notice).toEqual(expect.arrayContaining(['Exempt: ₹500', 'not taxed: ₹300']))
  const figures = (texts: string[]) =>
    texts
      .map((line) => line.replace(': ', ' '))
      .filter((line) => /^(Taxable value|[CS]GST|Place of supply)/.test(line))
      .sort()
  const paid = { amount: '7880', mode: 'Bank', reference: 'N365241290001' }
  const { entry } = await admin.post(`/api/admin/members/${id}/dues-payments`, paid)
  const paper = await lines('GET', `/api/admin/payments/${entry.id}/receipt.pdf`)
  expect(figures(notice)).toHaveLength(6)
  expect(figures(notice)).toEqual(figures(paper))
})
