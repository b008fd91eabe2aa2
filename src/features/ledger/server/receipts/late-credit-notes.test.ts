/** What the administrator reads before a credit note that comes too late to reduce the tax. */
import { expect, test } from 'vitest'
import { openPayments } from '#test/support/money/payments.ts'
import { exempt, invoice } from '#test/support/money/taxed-papers.ts'

/** A payment of 1,180 in advance on 2 May 2025, with this tax. */
async function open(tax: object) {
  const { portal, admin, id } = await openPayments('SQLite', {
    startsAt: '2025-05-02T06:00:00.000Z',
  })
  const path = `/api/admin/members/${id}` as const
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2025-04-01', ...tax })
  // The dues of the year; what comes later is an advance.
  await admin.post(`${path}/dues-payments`, { amount: '100', mode: 'Bank' })
  portal.advanceClock(1000)
  const { entry } = await admin.post(`${path}/dues-payments`, { amount: '1180', mode: 'Bank' })
  const { email } = await admin.get('/api/user')
  const later = async (day: string) => {
    portal.advanceClock(Date.parse(`${day}T06:30:00Z`) - portal.world.now().getTime())
    return portal.signIn(email)
  }
  return { path, payment: entry.id as string, later }
}

const sentence = (number: string) =>
  `Tax invoice R2025-26/${number} is of 2025-26. A credit note after 30 November 2026 no longer reduces the GST you owe. Ask your accountant.`

test.each<[what: string, tax: object, day: string, notices: string[]]>([
  ['a tax invoice, on the last day', invoice, '2026-11-30', []],
  ['a tax invoice, a day later', invoice, '2026-12-01', [sentence('0002')]],
  ['a bill of supply', exempt, '2026-12-01', []],
])('%s', async (_what, tax, day, notices) => {
  const { path, payment, later } = await open(tax)
  const admin = await later(day)
  const reversal = await admin.post(`${path}/account/${payment}/cancel/preview`, {})
  expect(reversal.notices).toEqual(notices)
  const refund = await admin.post(`${path}/refunds/preview`, { amount: '590' })
  expect(refund).toEqual({ notices })
  await admin.post(`${path}/refunds`, { amount: '590', mode: 'Bank' })
})

test('the paper that a reversal ends counts: what came back has a new invoice, a charge its own', async () => {
  const { path, payment, later } = await open(invoice)
  const soon = await later('2026-03-31')
  const { entry: refund } = await soon.post(`${path}/refunds`, { amount: '1180', mode: 'Bank' })
  const next = await later('2026-04-02')
  await next.post(`${path}/account/${refund.id}/cancel`, { reason: 'typed twice' })
  const charge = { label: 'Book', amount: '180', due_on: '2026-04-02', tax: exempt }
  const { entry: book } = await next.post(`${path}/charges`, charge)
  const admin = await later('2026-12-01')
  const warningsOf = async (entry: string) =>
    (await admin.post(`${path}/account/${entry}/cancel/preview`, {})).notices
  // Its own invoice was credited as a whole, before; that of what came back is of 2026-27.
  expect(await warningsOf(payment)).toEqual([])
  expect(await warningsOf(book.id)).toEqual([])
  expect(await admin.post(`${path}/refunds/preview`, { amount: '1000' })).toEqual({ notices: [] })
})
