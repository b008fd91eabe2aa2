import { expect, test } from 'vitest'
import { openNotices } from '#test/support/notices.ts'
import { pdfLines, pdfQrCode } from '#test/support/pdf.ts'

test('the notice is a proforma invoice while payments get tax invoices; a merchant is in the QR code', async () => {
  const { portal, admin, ids, charge } = await openNotices('SQLite', 1)
  const [id = ''] = ids
  await charge(id, { amount_paise: -5900_00 })
  await admin.put('/api/admin/settings', {
    ...{ association_gstin: '27AAATF0000K1Z9', upi_merchant_code: '8699' },
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
  const token = members[0].link.split('#token=')[1]
  const { upi } = await portal.visitor().post('/api/dues/notice', { token })
  expect(fieldsOf(upi.link)).toMatchObject({ mc: '8699', mode: '04' })
  const invoice = { kind: 'invoice', rate: '18', sac: '999599' }
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
