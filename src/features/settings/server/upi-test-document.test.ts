import { expect, test } from 'vitest'
import { pdfLines } from '#test/support/pdf.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

test(`a page with a QR code tries a UPI ID before it is saved`, async () => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  const print = (upi_id: string) =>
    admin.request('POST', '/api/admin/settings/upi-test', { upi_id, payee_name: '' })
  const answer = await print('pma@examplebank')
  expect(answer.headers.get('Content-Disposition')).toContain('upi-test.pdf')
  const lines = pdfLines(Buffer.from(await answer.arrayBuffer()))
  expect(lines).toContain('Test payment of ₹1')
  expect(lines).toContain('UPI ID: pma@examplebank')
  expect(lines).toContain('Payee: Panel Makers Association')
  const refused = await print('pma')
  expect([refused.status, await refused.text()]).toEqual([400, 'A UPI ID looks like name@bank'])
})
