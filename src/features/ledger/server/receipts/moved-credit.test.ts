/** What the administrator reads before credit moves to a charge that has another tax. */
import { expect, test } from 'vitest'
import { cellsOf, exempt, invoice, openPapers, stall } from '#test/support/taxed-papers.ts'

const none = { kind: 'receipt' }

async function open() {
  const papers = await openPapers('SQLite')
  // The dues of the year; what comes later is an advance.
  await papers.pay('100')
  const noticesOf = async (entry: string): Promise<string[]> =>
    (await papers.admin.post(`${papers.path}/account/${entry}/cancel/preview`, {})).notices
  return { ...papers, noticesOf }
}
type Portal = Awaited<ReturnType<typeof open>>

/** A payment of 590 for a fee, and a charge that is open beside it; returns what is cancelled. */
const feeBeside =
  (fee: object | undefined, open: object | undefined, treatment: object = invoice) =>
  async ({ tax, charge, pay }: Portal) => {
    await tax(treatment)
    const cancelled = await charge('Fee', '590', fee)
    await pay('590')
    await charge('Hall', '1000', open)
    return cancelled
  }

const moved = (says: string) =>
  `The ₹590 that becomes credit now pays “Hall”, ${says}: reverse the payment of ₹590 of 5 January 2025 and record it again, or ask your accountant.`
const otherTax = moved('which has another tax. No invoice is made for this')

test.each<[what: string, play: (portal: Portal) => Promise<string>, notices: string[]]>([
  ['money without tax to a taxed charge', feeBeside(none, stall), [otherTax]],
  ['money without tax to an exempt charge', feeBeside(none, exempt), [otherTax]],
  [
    'money without tax to dues of the tax of the association',
    feeBeside(none, undefined),
    [otherTax],
  ],
  ['money of a bill of supply to a taxed charge', feeBeside(exempt, stall), [otherTax]],
  ['money without tax to a charge without tax', feeBeside(none, none), []],
  ['money of a bill of supply to a charge of the same', feeBeside(exempt, exempt), []],
  ['money of an association without GST', feeBeside(undefined, undefined, none), []],
])('%s', async (_what, play, notices) => {
  const portal = await open()
  expect(await portal.noticesOf(await play(portal))).toEqual(notices)
})

test('of a payment for several charges only what becomes credit counts', async () => {
  const { tax, charge, pay, noticesOf } = await open()
  await tax(invoice)
  const fee = await charge('Fee', '590', none)
  const bill = await charge('Book', '590', exempt)
  await pay('1180')
  await charge('Hall', '1000', exempt)
  const sentence = otherTax.replace('of ₹590', 'of ₹1,180')
  expect([await noticesOf(fee), await noticesOf(bill)]).toEqual([[sentence], []])
})

test('credit on a tax invoice that moves to a charge with an invoice of its own', async () => {
  const { tax, charge, pay, refund, noticesOf } = await open()
  await tax(invoice)
  await pay('590')
  const back = await refund('590')
  await tax(none)
  await pay('100')
  await charge('Hall', '1000', stall)
  expect(await noticesOf(back)).toEqual([
    moved('which has a paper of its own, No. R2024-25/0004. No credit note is made for this'),
  ])
})

test('what the sentences ask for: a reversed payment that is recorded again gets the right papers', async () => {
  const { tax, charge, pay, cancel, register, admin, path } = await open()
  await tax(invoice)
  const fee = await charge('Fee', '590', none)
  const payment = await pay('590')
  await charge('Hall', '1180', stall)
  await cancel(fee)
  // It pays the hall, so it is no credit that could be paid back.
  await expect(admin.post(`${path}/refunds`, { amount: '590', mode: 'Bank' })).rejects.toThrow(
    '409: This member has no credit to pay back',
  )
  await cancel(payment)
  await pay('1180')
  expect(cellsOf(await register(), [1, 2, 3, 11, 17])).toEqual([
    'Invoice R2024-25/0003  1000 1180',
    'Total   1000 1180',
  ])
})

test('reversed, credit on a tax invoice that pays a charge with one of its own is credited', async () => {
  const { tax, charge, pay, refund, cancel, register } = await open()
  await tax(invoice)
  const advance = await pay('590')
  const back = await refund('590')
  await tax(none)
  await pay('100')
  await charge('Hall', '1180', stall)
  await cancel(back)
  await cancel(advance)
  await pay('1080')
  const rows = cellsOf(await register(), [1, 11, 17])
  expect(rows.at(-1)).toBe('Total 1000 1180')
})
