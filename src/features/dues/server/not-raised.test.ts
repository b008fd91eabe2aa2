import { describe, expect, test } from 'vitest'
import { parseContent } from '#features/ledger/server/receipts/receipt-content.ts'
import type { Day } from '#shared/dates.ts'
import { raiseDues, setJoined, setRate } from '#test/support/dues-runs.ts'
import { accountFaults } from '#test/support/money/accounts.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { statusFaults } from '#test/support/oracles/status-faults.ts'

const rate = { joining_fee: '2950', grace_days: 30 }

/**
 * A portal on 25 November 2026 with a member who joined on a day; the OEM rate of
 * 2026-27 is 5,900 with a joining fee of 2,950.
 */
async function open(joinedOn: Day) {
  const opened = await openPayments('SQLite', { startsAt: '2026-11-25T06:00:00.000Z' })
  const { admin, id, portal } = opened
  await setRate(admin, '2026-27', { ...rate, due_on: '2026-06-30' })
  await setJoined(portal, [id], joinedOn)
  const path = `/api/admin/members/${id}` as const
  const run = { year: '2026-27', selection: { ids: [id] } }
  const account = () => admin.get(`${path}/account`)
  return {
    ...opened,
    post: <const Call extends string>(call: Call, body: object) =>
      admin.post(`${path}/${call}`, body),
    account,
    previewRun: () => admin.post('/api/admin/dues/runs/preview', run),
    shown: async () => {
      const { dues, credit_paise } = await account()
      return [dues?.status, (dues?.owed_paise ?? 0) / 100, credit_paise / 100]
    },
    faults: async () => [
      ...(await accountFaults(portal.db, id)),
      ...(await statusFaults(portal.db, portal.world.now())),
    ],
  }
}

const mark = {
  payment_status: true,
  paymentMode: 'Cash',
  paymentRef: '',
  membership_valid_from: '2026-04-01',
  membership_valid_to: '2027-03-31',
}

describe('a payment of dues that are not raised', () => {
  test.each<
    [joined: Day, other: number, paid: number, string[], shown: [string, number, number], number]
  >([
    // joined, other charge, paid | settles (joining fee, dues, other …), status, owed, credit | raised later
    ['2026-10-10', 0, 8850, ['joining fee 2950', 'dues 5900'], ['paid', 0, 0], 0],
    ['2026-10-10', 0, 10_000, ['joining fee 2950', 'dues 5900'], ['paid', 0, 1150], 0],
    ['2026-10-10', 0, 5900, ['joining fee 2950'], ['due', 2950, 2950], 5900],
    ['2026-10-10', 0, 1000, [], ['due', 7850, 1000], 8850],
    ['2020-10-10', 0, 5900, ['dues 5900'], ['paid', 0, 0], 0],
    ['2020-10-10', 0, 5000, [], ['due', 900, 5000], 5900],
    ['2020-10-10', 500, 6400, ['other 500', 'dues 5900'], ['paid', 0, 0], 0],
    ['2020-10-10', 500, 7000, ['other 500', 'dues 5900'], ['paid', 0, 600], 0],
    ['2020-10-10', 500, 500, ['other 500'], ['due', 5900, 0], 5900],
    ['2020-10-10', 500, 300, ['other 300'], ['due', 6100, 0], 5900],
    ['2026-10-10', 500, 500, ['other 500'], ['due', 8850, 0], 8850],
    ['2026-10-10', 500, 9350, ['other 500', 'joining fee 2950', 'dues 5900'], ['paid', 0, 0], 0],
  ])('joined %s, other charge %i, pays %i', async (joined, other, paid, settles, shown, raised) => {
    const { post, previewRun, account, faults, shown: shownNow } = await open(joined)
    if (other > 0)
      await post('charges', { label: 'Stall', amount: String(other), due_on: '2026-11-30' })
    const preview = await post('dues-payments/preview', { amount: String(paid) })
    const parts = preview.settles.map(({ item, paise }) => `${item} ${paise / 100}`)
    expect(parts.toSorted()).toEqual(settles.toSorted())
    const [status, owed, credit] = shown
    const { remaining_paise, not_raised_paise, credit_paise } = preview
    expect([remaining_paise + not_raised_paise, credit_paise]).toEqual([owed * 100, credit * 100])
    const { entry } = await post('dues-payments', { amount: String(paid) })
    expect(await shownNow()).toEqual([status, owed, credit])
    expect((await previewRun()).amount_paise).toBe(raised * 100)
    expect(await faults()).toEqual([])
    await post(`account/${entry.id}/cancel`, { reason: 'bounced' })
    const full = joined > '2026-04-01' ? 8850 : 5900
    expect((await account()).dues?.owed_paise).toBe((other + full) * 100)
    expect((await previewRun()).amount_paise).toBe(full * 100)
    expect(await faults()).toEqual([])
  })

  test.each<[joined: Day, proration: string, paid: number, from: Day, settles: string[]]>([
    // joined, by quarter, paid, from | settles
    ['2026-10-10', 'none', 8850, '2026-04-01', ['joining fee 2950', 'dues 5900']],
    ['2026-10-10', 'none', 9000, '2026-04-01', ['joining fee 2950', 'dues 6050']],
    ['2026-10-10', 'none', 8849, '2026-04-01', ['dues 8849']],
    ['2026-10-10', 'none', 5900, '2026-04-01', ['dues 5900']],
    ['2026-10-10', 'none', 1000, '2026-04-01', ['dues 1000']],
    ['2026-10-10', 'quarter', 5900, '2026-10-10', ['joining fee 2950', 'dues 2950']],
    ['2020-10-10', 'none', 8850, '2026-04-01', ['dues 8850']],
  ])(
    'Mark Paid for a member who joined %s, by quarter: %s, pays %i from %s',
    async (joined, proration, paid, from, settles) => {
      const opened = await open(joined)
      const { portal, admin, id, mark: markPaid, previewRun, account, faults } = opened
      const due_on = '2026-06-30'
      await setRate(admin, '2026-27', { ...rate, proration, due_on })
      const values = { ...mark, membership_valid_from: from, paymentAmount: String(paid) }
      const preview = await admin.post(`/api/admin/members/${id}/payment/preview`, values)
      const parts = (lines: { item: string; paise: number }[]) =>
        lines.map(({ item, paise }) => `${item} ${paise / 100}`)
      expect(parts(preview.settles)).toEqual(settles)
      expect(await markPaid(values)).toHaveProperty('status', 200)
      expect(await account()).toMatchObject({ credit_paise: 0, dues: { status: 'paid' } })
      const { content } = await portal.db
        .selectFrom('receipt')
        .select('content')
        .executeTakeFirstOrThrow()
      const { lines } = parseContent(content)
      expect(lines.map(({ item, paise }) => `${item} ${paise / 100}`)).toEqual(settles)
      expect((await previewRun()).amount_paise).toBe(0)
      expect(await faults()).toEqual([])
    },
  )

  test('a joining fee implied by Mark Paid ends with it', async () => {
    const { mark: markPaid, account, faults } = await open('2026-10-10')
    await markPaid({ ...mark, paymentAmount: '8850' })
    await markPaid({ ...mark, paymentAmount: '9000' })
    expect(await account()).toMatchObject({ credit_paise: 0, dues: { status: 'paid' } })
    expect(await faults()).toEqual([])
    await markPaid({ payment_status: false })
    expect((await account()).dues).toMatchObject({ owed_paise: 885_000, is_raised: false })
    expect(await faults()).toEqual([])
  })

  test('raising leaves out members whom Mark Paid covers for the year, without a joining fee', async () => {
    const { mark: markPaid, previewRun } = await open('2026-10-10')
    expect(await markPaid({ ...mark, paymentAmount: '5900' })).toHaveProperty('status', 200)
    expect(await previewRun()).toMatchObject({
      amount_paise: 0,
      left_out: [{ reason: 'Paid for 2026-27 already' }],
    })
  })

  test('keeps its implied charge out of credit when the next year is raised', async () => {
    const { admin, id, post, account, faults } = await open('2020-10-10')
    await post('dues-payments', { amount: '5000' })
    await post('dues-payments', { amount: '900' })
    expect(await account()).toMatchObject({ status: 'paid', credit_paise: 0 })
    await setRate(admin, '2027-28', { ...rate, due_on: '2027-06-30' })
    await raiseDues(admin, '2027-28', [id])
    expect(await account()).toMatchObject({ status: 'paid', owed_paise: 590_000 })
    expect(await faults()).toEqual([])
  })

  test('is owed with the joining fee in the list and the account', async () => {
    const { admin, id, account, faults } = await open('2026-10-10')
    expect((await account()).dues).toMatchObject({ owed_paise: 885_000, is_raised: false })
    const rows = await admin.get('/api/admin/renewals')
    expect(rows.find((row) => row.id === id)?.dues).toMatchObject({
      owed_paise: 885_000,
      is_raised: false,
    })
    expect(await faults()).toEqual([])
  })

  test('with deducted tax also raises the joining fee', async () => {
    const { post, shown, faults } = await open('2026-10-10')
    await post('dues-payments', { amount: '8000', tds: '850' })
    expect(await shown()).toEqual(['paid', 0, 0])
    expect(await faults()).toEqual([])
  })
})
