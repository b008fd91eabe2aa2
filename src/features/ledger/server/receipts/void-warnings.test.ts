/**
 * The sentences of reversals are said wherever something becomes void: Mark
 * Unpaid, Mark Paid, bulk undo, undo of an import.
 */
import { expect, test } from 'vitest'
import { findPerson } from '#features/members/server/queries.ts'
import { openPayments, paidMark, unpaidMark } from '#test/support/money/payments.ts'
import { exempt, invoice, openPapers } from '#test/support/money/taxed-papers.ts'
import { undoWarningsOfMember } from '../payments/imported-payments.ts'
import { listEntriesOf } from '../queries.ts'

const late =
  'Tax invoice R2024-25/0001 is of 2024-25. A credit note after 30 November 2025 no longer reduces the GST you owe. Ask your accountant.'

test('Mark Unpaid, Mark Paid and the undo of a bulk payment say that a credit note is late', async () => {
  const { portal, admin, id } = await openPayments('SQLite', {
    startsAt: '2025-01-05T06:00:00.000Z',
  })
  await admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  await admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...invoice })
  const mark = { ...paidMark, payment_date: '2025-01-05T05:00:00.000Z' }
  const selection = { ids: [id] }
  const { batch } = await admin.post('/api/admin/bulk/payments', { selection, mark, replace: true })
  const { email } = await admin.get('/api/user')
  const warningsOf = async (on: string) => {
    portal.advanceClock(Date.parse(`${on}T06:30:00Z`) - portal.world.now().getTime())
    const now = await portal.signIn(email)
    const preview = `/api/admin/members/${id}/payment/preview` as const
    return [
      (await now.post(preview, unpaidMark)).notices,
      (await now.post(preview, { ...mark, paymentAmount: '6000' })).notices,
      (await now.post(`/api/admin/bulk/payments/${batch}/undo/preview`, {})).notices,
      (
        await now.post('/api/admin/bulk/payments/preview', {
          selection,
          mark: { ...mark, paymentAmount: '6000' },
          replace: true,
          membership_valid_to: mark.membership_valid_to,
        })
      ).outcome?.notices,
    ]
  }
  expect(await warningsOf('2025-11-30')).toEqual([undefined, undefined, undefined, undefined])
  expect(await warningsOf('2025-12-01')).toEqual([
    [late],
    [late],
    [expect.stringMatching(`.+: ${late}`)],
    [expect.stringMatching(`.+: ${late}`)],
  ])
})

test('the undo of an import says that credit moves to a charge with another tax', async () => {
  const { portal, id, tax, pay, charge } = await openPapers('SQLite')
  await pay('100')
  await charge('Hall', '590', exempt)
  // Stands for the payment of a sheet, which is void when the import is undone.
  await pay('590')
  await tax(invoice)
  await pay('1180')
  const entries = await listEntriesOf(portal.db, id)
  const member = await findPerson(portal.db, id)
  const ledger_entry_id = entries.find(({ amount_paise }) => amount_paise === 590_00)?.id ?? ''
  if (!member) throw new Error('the member is there')
  const undone = { payment: true, arrears: false }
  const imported = { ...member, ledger_entry_id }
  expect(
    await undoWarningsOfMember(portal.db, {
      member: imported,
      entries,
      undone,
      now: portal.world.now(),
    }),
  ).toEqual([
    '₹590 of credit now pays “Hall”, which has another tax. The portal makes a paper for it, with the next number.',
  ])
})

test('a correction of Mark Paid says before what the payment will settle', async () => {
  const { admin, id, mark, ledger } = await openPayments('SQLite', {
    startsAt: '2025-01-05T06:00:00.000Z',
  })
  await mark({ ...paidMark, payment_date: '2025-01-05T05:00:00.000Z' })
  const [entry] = await ledger()
  const corrected = { amount: '4000', corrects: entry?.id }
  const preview = await admin.post(`/api/admin/members/${id}/dues-payments/preview`, corrected)
  expect(preview).toMatchObject({
    settles: [{ item: 'dues', year: '2024-25', paise: 4000_00 }],
    credit_paise: 0,
    valid_from: '2024-04-01',
    valid_to: '2025-03-31',
    notices: [],
  })
})
