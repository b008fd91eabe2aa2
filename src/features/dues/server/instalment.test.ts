import { describe, expect, test } from 'vitest'
import { setJoined, setRate } from '#test/support/dues-runs.ts'
import { openPayments } from '#test/support/money/payments.ts'

const paid = {
  payment_status: true,
  membership_valid_from: '2026-04-01',
  membership_valid_to: '2027-03-31',
  payment_date: '2026-11-20T06:30:00.000Z',
}

async function open() {
  const opened = await openPayments('SQLite', { startsAt: '2026-11-25T06:00:00.000Z' })
  const { admin, id, portal } = opened
  await setRate(admin, '2026-27', { amount: '5000', due_on: '2026-06-30', grace_days: 30 })
  await setJoined(portal, [id], '2020-04-01')
  const path = `/api/admin/members/${id}` as const
  const send = async (call: string, body: object) => {
    const answer = await admin.request('POST', `${path}/${call}`, { ...paid, ...body })
    return answer.ok ? answer.json() : [answer.status, await answer.text()]
  }
  return {
    ...opened,
    preview: (body: object) => send('payment/preview', body),
    instalment: (body: object) => send('instalments', body),
    account: () => admin.get(`${path}/account`),
  }
}

describe('Mark Paid', () => {
  test('with an instalment charges the year at its rate, and the rest stays owed', async () => {
    const { instalment, account, member, entries } = await open()
    await instalment({ paymentAmount: '3000' })
    expect((await account()).dues).toMatchObject({
      status: 'lapsed',
      since: '2026-07-31',
      owed_paise: 200_000,
      years: ['2026-27'],
    })
    expect(await member()).toMatchObject({
      payment_status: true,
      payment_amount: 3000,
      membership_valid_to: '2027-03-31',
    })
    expect(await entries()).toEqual(['charge -500000', 'payment 300000'])
  })

  test('refuses an instalment of the whole fee, and one of a year without dues; without writing', async () => {
    const { instalment, entries } = await open()
    expect(await instalment({ paymentAmount: '5000' })).toEqual([
      409,
      'The dues of 2026-27 are ₹5,000. Record the payment as the full fee',
    ])
    const days = { membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' }
    expect(await instalment({ paymentAmount: '3000', ...days })).toEqual([
      409,
      'No dues are set for 2025-26',
    ])
    expect(await entries()).toEqual([])
  })

  test('says before what it settles, what stays owed and which receipt it replaces', async () => {
    const { preview, mark, entries } = await open()
    const dues = { item: 'dues', label: '', year: '2026-27' }
    expect(await preview({ paymentAmount: '3000' })).toEqual({
      settles: [{ ...dues, paise: 300_000, open_paise: 0 }],
      remaining_paise: 0,
      credit_paise: 0,
      replaces: [],
    })
    expect((await mark({ ...paid, paymentAmount: '3000' })).status).toBe(200)
    const replaces = [{ receipt_number: 'R2026-27/0001', amount_paise: 300_000 }]
    expect(await preview({ paymentAmount: '5000' })).toMatchObject({
      settles: [{ ...dues, paise: 500_000, open_paise: 0 }],
      remaining_paise: 0,
      credit_paise: 0,
      replaces,
    })
    expect(await entries()).toEqual(['payment 300000'])
  })
})
