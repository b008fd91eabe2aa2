/** A returned payment is booked on the bank's day in every book, not on the day of entry. */

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { accountStatementOf } from '#features/ledger/receipts/statement.ts'
import { listEntriesOf } from '#features/ledger/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { compare } from '#shared/compare.ts'
import { engines } from '#test/support/engines.ts'
import { dues, openBank, path, upi } from '#test/support/money/bank-statements.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'

const old = { from: '2024-04-01', to: '2025-03-31' }

/** The day and the rupees of each row of the day book. */
async function booked(client: TestClient, { from, to }: { from: string; to: string }) {
  const book = `/api/admin/payments/day-book?from=${from}&to=${to}&format=csv`
  const rows: string[][] = parse(await (await client.request('GET', book)).text(), { bom: true })
  return rows.slice(1).flatMap((row) => (row[0] ? [`${row[0]} ${row[9]}`] : []))
}

/** The days of the payments for Tally. */
async function paymentVouchers(client: TestClient, name: string): Promise<string[]> {
  const answer = await client.request('GET', `/api/admin/payments/tally.xml?year=${name}`)
  const vouchers = readVouchers(await answer.text())
  return vouchers.flatMap(({ type, tags }) => (type === 'Payment' ? [tags.DATE ?? ''] : []))
}

const statementRows = async (db: Database, id: string) =>
  accountStatementOf(await listEntriesOf(db, id)).lines.flatMap(({ day, kind, paise }) =>
    kind === 'payment' ? [`${day} ${paise / 100}`] : [],
  )

/** How the money of a payment that was made on 28/03/2025 and typed on 02/04/2025 is booked. */
const days = [
  { body: { returned_on: '2025-03-30' }, day: '2025-03-30' },
  { body: { returned_on: '2025-03-28' }, day: '2025-03-28' },
  { body: { returned_on: '2025-04-02' }, day: '2025-04-02' },
  { body: {}, day: '2025-04-02' },
  { body: { reason: 'other', note: 'Given back in cash' }, day: '2025-04-02' },
  {
    body: { reason: 'other', note: 'Given back in cash', returned_on: '2025-03-31' },
    day: '2025-03-31',
  },
  // The bank has moved nothing: no book may have this money on any day.
  { body: { reason: 'typed twice' }, day: '2025-03-28' },
  { body: { reason: 'wrong member' }, day: '2025-03-28' },
]
const paidOn = { paid_at: '2025-03-28T06:00:00.000Z' }

const inBook = (day: string) => day.split('-').toReversed().join('/')

test.each(engines)(
  'a returned payment is reversed on the day of its return, on %s',
  async (engine) => {
    const { portal, admin, id } = await openPayments(engine, {
      startsAt: '2025-04-02T06:00:00.000Z',
    })
    const member = `/api/admin/members/${id}` as const
    for (const [index, { body }] of days.entries()) {
      const paid = {
        amount: `${5000 + index}`,
        mode: 'Cheque',
        reference: '445566 HDFC',
        ...paidOn,
      }
      const { entry } = await admin.post(`${member}/dues-payments`, paid)
      const account = `${member}/account/${entry.id}/cancel` as const
      const typed = { reason: 'bounced', ...body }
      await admin.post(`${account}/preview`, typed)
      const { entry: reversal } = await admin.post(account, typed)
      // The paper is of the day of typing.
      expect(reversal).toMatchObject({ receipt_number: `R2025-26/C000${index + 1}` })
    }
    const moved = days.flatMap(({ day }, index) => [
      { day: '2025-03-28', rupees: 5000 + index },
      { day, rupees: -5000 - index },
    ])
    const rowsOf = (isIn: (day: string) => boolean) =>
      moved.flatMap(({ day, rupees }) => (isIn(day) ? [`${inBook(day)} ${rupees}`] : [])).toSorted()
    expect((await booked(admin, old)).toSorted()).toEqual(rowsOf((day) => day <= old.to))
    const next = { from: '2025-04-01', to: '2026-03-31' }
    expect((await booked(admin, next)).toSorted()).toEqual(rowsOf((day) => day > old.to))
    expect(await paymentVouchers(admin, '2025-26')).toEqual(
      days.map(({ day }) => day.replaceAll('-', '')),
    )
    expect((await statementRows(portal.db, id)).toSorted()).toEqual(
      moved.map(({ day, rupees }) => `${day} ${rupees}`).toSorted(),
    )
    expect(await bookFaults(portal.db, 2024, 2025)).toEqual([])
  },
)

const refusals = [
  ['2025-04-03', 400, 'The day of the payment is in the future'],
  ['2025-03-27', 400, 'The payment is of 28 March 2025, so it cannot have gone back before'],
  ['2025-02-30', 400, 'Please choose the day on which the money went back'],
] as const

test.each(engines)(
  'on no day a book has money twice that was replaced and given back, on %s',
  async (engine) => {
    const { portal, admin, id, mark } = await openPayments(engine, {
      startsAt: '2025-04-05T06:00:00.000Z',
    })
    const first = { ...paidMark, payment_date: '2025-03-29T06:00:00.000Z' }
    expect((await mark(first)).status).toBe(200)
    const selection = { ids: [id] }
    const again = { ...first, payment_date: '2025-04-05T05:00:00.000Z', paymentRef: 'UTR 2' }
    const { batch } = await admin.post('/api/admin/bulk/payments', {
      selection,
      mark: again,
      replace: true,
    })
    portal.advanceClock(60_000)
    await admin.post(`/api/admin/bulk/payments/${batch}/undo`, {})
    expect((await booked(admin, old)).toSorted()).toEqual([
      '29/03/2025 -5000',
      '29/03/2025 5000',
      '29/03/2025 5000',
    ])
    const next = { from: '2025-04-01', to: '2026-03-31' }
    expect((await booked(admin, next)).toSorted()).toEqual(['05/04/2025 -5000', '05/04/2025 5000'])
    expect(await bookFaults(portal.db, 2024, 2025)).toEqual([])
  },
)

test.each(engines)('Mark Unpaid reverses on the day of the payment, on %s', async (engine) => {
  const { portal, admin, mark } = await openPayments(engine, {
    startsAt: '2025-04-05T06:00:00.000Z',
  })
  const paid = { ...paidMark, payment_date: '2025-03-29T06:00:00.000Z' }
  await mark(paid)
  portal.advanceClock(60_000)
  await mark({ payment_status: false })
  portal.advanceClock(60_000)
  await mark(paid)
  expect((await booked(admin, old)).toSorted()).toEqual([
    '29/03/2025 -5000',
    '29/03/2025 5000',
    '29/03/2025 5000',
  ])
  expect(await booked(admin, { from: '2025-04-01', to: '2026-03-31' })).toEqual([])
  expect(await bookFaults(portal.db, 2024, 2025)).toEqual([])
})

test('a payment of a year that was closed since is reversed on the day of the correction', async () => {
  const { portal, admin, id } = await openPayments('SQLite', {
    startsAt: '2025-04-02T06:00:00.000Z',
  })
  const member = `/api/admin/members/${id}` as const
  const { entry } = await admin.post(`${member}/dues-payments`, { amount: '5000', ...paidOn })
  await admin.put('/api/admin/books/closing', { closed_to: '2024-25' })
  await admin.post(`${member}/account/${entry.id}/cancel`, { reason: 'wrong member' })
  expect(await booked(admin, old)).toEqual(['28/03/2025 5000'])
  const next = { from: '2025-04-01', to: '2026-03-31' }
  expect(await booked(admin, next)).toEqual(['02/04/2025 -5000'])
  expect(await bookFaults(portal.db, 2024, 2025)).toEqual([])
})

test.each(engines)('days on which no bank returned it are refused, on %s', async (engine) => {
  const { admin, id } = await openPayments(engine, { startsAt: '2025-04-02T06:00:00.000Z' })
  const member = `/api/admin/members/${id}` as const
  const { entry } = await admin.post(`${member}/dues-payments`, {
    amount: '5000',
    mode: 'Cheque',
    reference: '445566 HDFC',
    ...paidOn,
  })
  const cancel = async (body: object, entryId = entry.id) => {
    const answers = ['/preview', ''].map((call) =>
      admin.request('POST', `${member}/account/${entryId}/cancel${call}`, body),
    )
    return Promise.all(
      (await Promise.all(answers)).map(async (answer) => [
        answer.status,
        answer.headers.get('Error-Field'),
        await answer.text(),
      ]),
    )
  }
  const twice = (...refusal: unknown[]) => [refusal, refusal]
  for (const [returned_on, status, message] of refusals)
    expect(await cancel({ reason: 'bounced', returned_on })).toEqual(
      twice(status, 'returned_on', message),
    )
  const ownDay = 'What was recorded wrongly goes back on the day of the payment'
  expect(await cancel({ reason: 'typed twice', returned_on: '2025-03-30' })).toEqual(
    twice(400, 'returned_on', ownDay),
  )
  const stall = { label: 'Stall', amount: '500', due_on: '2025-05-01' }
  await admin.post(`${member}/charges`, stall)
  const [charge] = await admin.get(`${member}/payments`)
  expect(await cancel({ reason: 'bounced', returned_on: '2025-04-02' }, charge?.id)).toEqual(
    twice(400, 'returned_on', 'Only the money of a payment goes back'),
  )
  await admin.put('/api/admin/books/closing', { closed_to: '2024-25' })
  const closed = 'The books are closed up to 31 March 2025, so nothing can be dated 30 March 2025'
  expect(await cancel({ reason: 'bounced', returned_on: '2025-03-30' })).toEqual(
    twice(409, 'returned_on', closed),
  )
  const open = { reason: 'bounced', returned_on: '2025-04-01' }
  await admin.post(`${member}/account/${entry.id}/cancel`, open)
  const [reversal] = await admin.get(`${member}/payments`)
  expect(reversal).toMatchObject({ kind: 'reversal', paid_at: '2025-03-31T18:30:00.000Z' })
})

test.each(engines)('a debit reverses payments on its own day, on %s', async (engine) => {
  const { portal, admin, memberAt, importFile, lines, change, review } = await openBank(engine, 2)
  const credits = [0, 1].map((at) => ({
    ...upi(memberAt(at).company_name, at, dues),
    date: '2025-01-02' as const,
  }))
  const { id } = await importFile(credits)
  await admin.post(`${path}/${id}/confirm-sure`, { token: (await review(id)).sure.token })
  const debits = (['2025-01-04', '2025-01-01'] as const).map((date, at) => ({
    date,
    narration: `CHQ RETURN 60950000000${at}`,
    debit: dues,
  }))
  const returns = await lines((await importFile(debits)).id, '&show=debits')
  for (const [at, line] of returns.toSorted((a, b) => compare(b.date, a.date)).entries()) {
    const [payment] = await admin.get(`/api/admin/members/${memberAt(at).id}/payments`)
    const answer = await change(line, { state: 'returned', entry_id: payment?.id })
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  }
  // One that was dated later than the debit went back on its own day.
  const rows = ['02/01/2025 5900', '02/01/2025 5900', '02/01/2025 -5900', '04/01/2025 -5900']
  expect((await booked(admin, old)).toSorted()).toEqual(rows.toSorted())
  const vouchers = await paymentVouchers(admin, '2024-25')
  expect(vouchers.toSorted()).toEqual(['20250102', '20250104'])
  const [paid, back] = ['2025-01-02 5900', '2025-01-04 -5900']
  expect(await statementRows(portal.db, memberAt(0).id)).toEqual([paid, back])
  expect(await bookFaults(portal.db, 2024, 2024)).toEqual([])
})
