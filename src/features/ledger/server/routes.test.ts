import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { engines } from '#test/support/engines.ts'
import {
  nextYear,
  openPayments,
  paidMark,
  unpaidMark as unpaid,
} from '#test/support/money/payments.ts'
import { emailOf } from '#test/support/portal/personas.ts'

const paid = { ...paidMark, ...nextYear }
describe('Mark Paid', () => {
  test('stores amount, mode, reference and validity', async () => {
    const { mark, member, ledger } = await openPayments('SQLite')
    expect((await mark(paid)).status).toBe(200)
    expect(await member()).toMatchObject({
      payment_status: true,
      payment_amount: 5000,
      payment_mode: 'Bank',
      payment_reference: 'UTR 1',
      payment_date: '2025-01-05T09:00:00.000Z',
      membership_valid_from: '2025-04-01',
      membership_valid_to: '2026-03-31',
    })
    expect(await ledger()).toMatchObject([
      { kind: 'payment', amount_paise: 500_000, receipt_number: 'R2024-25/0001', mode: 'Bank' },
    ])
  })

  test.each([
    { paymentAmount: 5000.5 },
    { paymentMode: 'Cash' },
    { paymentRef: 'UTR 2' },
    { membership_valid_from: '2025-04-02' },
    { payment_date: '2025-01-04T09:00:00.000Z' },
  ])('corrects the payment by a mark with %j', async (other) => {
    const { mark, ledger } = await openPayments('SQLite')
    await mark(paid)
    expect((await mark({ ...paid, ...other })).status).toBe(200)
    const kinds = (await ledger()).map(({ kind, receipt_number: receipt }) => [kind, receipt])
    expect(kinds).toEqual([
      ['payment', 'R2024-25/0002'],
      ['reversal', 'R2024-25/C0001'],
      ['payment', 'R2024-25/0001'],
    ])
  })

  test('leaves a renewal alone when the payment before it is sent again', async () => {
    const { mark, member, entries } = await openPayments('SQLite')
    await mark(paidMark)
    await mark(paid)
    expect((await mark(paidMark)).status).toBe(200)
    expect(await entries()).toEqual(['payment 500000', 'payment 500000'])
    expect(await member()).toMatchObject({ membership_valid_to: '2026-03-31' })
  })
})

describe.each(engines)('Mark Unpaid on %s', (engine) => {
  test('is a reversal that clears the fields and keeps the ledger', async () => {
    const { portal, mark, member, ledger } = await openPayments(engine)
    await mark({ ...paid, paymentAmount: 1234.5 })
    portal.advanceClock(1000)
    expect((await mark(unpaid)).status).toBe(200)
    expect(await member()).toMatchObject({
      payment_status: false,
      payment_amount: null,
      payment_mode: null,
      payment_reference: null,
      payment_date: null,
      membership_valid_from: null,
      membership_valid_to: null,
    })
    const [reversal, payment] = await ledger()
    expect(payment).toMatchObject({ kind: 'payment', amount_paise: 123_450 })
    expect(reversal).toMatchObject({
      kind: 'reversal',
      amount_paise: -123_450,
      reverses_id: payment?.id,
      receipt_number: 'R2024-25/C0001',
      recorded_by: emailOf('admin'),
    })
    expect((await mark(unpaid)).status).toBe(200)
    expect(await ledger()).toHaveLength(2)
  })
})

describe.each(engines)('marks at the same moment, on %s,', (engine) => {
  test('add up, whichever comes first', async () => {
    const { mark, member, ledger } = await openPayments(engine)
    const version = (await member()).updated_at
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        mark(i % 2 ? { ...paid, updated_at: version } : { ...unpaid, updated_at: version }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200 || status === 409)).toHaveLength(20)
    const entries = await ledger()
    const total = sum(entries, ({ amount_paise: paise }) => paise)
    expect(total).toBe(((await member()).payment_amount ?? 0) * 100)
    const receipts = entries.flatMap(({ receipt_number: number }) => number ?? [])
    expect(new Set(receipts).size).toBe(receipts.length)
    expect(receipts).toHaveLength(1)
  })

  test('are one when the same mark is sent again', async () => {
    const { portal, mark, member, entries, id, admin } = await openPayments(engine)
    const again = () =>
      Promise.all(
        Array.from({ length: 20 }, (_, ms) =>
          // The browser sends the time of each click.
          mark({ ...paid, payment_date: new Date(portal.clock.now.getTime() + ms).toISOString() }),
        ),
      )
    const answers = [...(await again()), ...(await again())]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect([...new Set(bodies)]).toEqual([
      JSON.stringify({ id, updated_at: (await member()).updated_at }),
    ])
    expect(await entries()).toEqual(['payment 500000'])
    expect((await admin.get(`/api/admin/members/${id}/history`)).length).toBe(2)
    for (const { status } of await Promise.all(Array.from({ length: 5 }, () => mark(unpaid))))
      expect(status).toBe(200)
    expect(await entries()).toEqual(['payment 500000', 'reversal -500000'])
  })

  test('are refused on a stale version, with the name of who made the last one', async () => {
    const { portal, mark, member, ledger } = await openPayments(engine)
    const { updated_at } = await member()
    portal.advanceClock(1000)
    await mark({ ...paid, updated_at })
    for (const stale of [paid, unpaid]) {
      const answer = await mark({ ...stale, updated_at })
      expect([answer.status, await answer.text()]).toEqual([
        409,
        `${emailOf('admin')} has changed the payment since you opened it; please load it again`,
      ])
    }
    expect(await ledger()).toHaveLength(1)
  })
})

test.each([
  [{ membership_valid_from: undefined }, 'Please choose the day the membership is valid from'],
  [{ membership_valid_to: '2026-02-30' }, 'Please choose the day the membership is valid to'],
  [{ paymentAmount: '' }, 'Please enter the amount in rupees, like 5000 or 5000.50'],
  [{ paymentAmount: '0' }, 'Please enter the amount in rupees, like 5000 or 5000.50'],
  [{ paymentAmount: 1e21 }, 'Please enter the amount in rupees, like 5000 or 5000.50'],
  [{ paymentMode: 'Barter' }, 'Please choose Bank, Cash, Cheque or GPay'],
  [{ membership_valid_to: '2025-03-31' }, 'The membership ends before it begins'],
  [{ payment_status: 'yes' }, 'Please say whether the member has paid'],
])('Mark Paid with %j is refused with a message', async (invalid, message) => {
  const { mark, ledger } = await openPayments('SQLite')
  const answer = await mark({ ...paid, ...invalid })
  expect([answer.status, await answer.text()]).toEqual([400, message])
  expect(await ledger()).toEqual([])
})

test('payments of members are visible to administrators only', async () => {
  const { portal, id } = await openPayments('SQLite')
  for (const who of ['visitor', 'seeker', 'vendor', 'oem'] as const) {
    const browser = await portal.as(who)
    const status = who === 'visitor' ? 401 : 403
    const list = await browser.request('GET', `/api/admin/members/${id}/payments`)
    expect(list.status).toBe(status)
    const answer = await browser.request('PUT', `/api/admin/members/${id}/payment`, paid)
    expect(answer.status).toBe(status)
  }
})
