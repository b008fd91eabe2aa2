/** Tax that members deduct (TDS). */

import { describe, expect, test } from 'vitest'
import { setJoined, setRate } from '#test/support/dues-runs.ts'
import { engines } from '#test/support/engines.ts'
import { accountFaults } from '#test/support/money/accounts.ts'
import { openManualEntries } from '#test/support/money/manual-entries.ts'
import { openPayments } from '#test/support/money/payments.ts'

describe.each(engines)('deducted tax on %s', (engine) => {
  test('tax that a member deducts settles with the payment and is on its receipt', async () => {
    const { post, account, admin, id, pdf, dayBook, text, member, faults } =
      await openManualEntries(engine)
    const path = `/api/admin/members/${id}` as const
    const typed = { amount: '4,500', tds: '500', mode: 'Bank', reference: 'UTR 12345678' }
    const preview = await admin.post(`${path}/dues-payments/preview`, {
      amount: '4,500',
      tds: '500',
    })
    expect(preview).toMatchObject({
      remaining_paise: 0,
      credit_paise: 0,
      settles: [{ item: 'dues', paise: 500_000, open_paise: 0 }],
    })
    await expect(post('dues-payments', { ...typed, tds: '5000.01' })).rejects.toThrow(
      '409: This member owes ₹5,000; no more tax than that can be deducted',
    )
    const { entry } = await post('dues-payments', typed)
    expect(await account()).toMatchObject({ owed_paise: 0, dues: { status: 'paid' } })
    expect(await member()).toMatchObject({ payment_amount: 4500, payment_status: true })
    expect(await pdf(entry.id)).toEqual(
      expect.arrayContaining([
        'Membership fee 2024-25 for 05/01/2025 to 31/03/2025 ₹5,000',
        'Total ₹5,000',
        'Tax deducted at source (TDS) ₹500',
        'Received in money ₹4,500',
        '₹500 was deducted by the member as tax at source (TDS) and was not received in money.',
      ]),
    )
    expect(await dayBook()).toEqual([
      'Payment | Bank transfer | 4500',
      'Tax deducted at source (TDS) | TDS | 500',
      'Total |  | 5000',
    ])
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toMatch(/TDS Receivable<\/LEDGERNAME>.*<AMOUNT>-500.00</)
    const tds = (await admin.get(`${path}/payments`)).find(({ kind }) => kind === 'tds')
    await post(`account/${tds?.id}/certificate`, { certificate_number: '16A/77' })
    await expect(
      post(`account/${entry.id}/certificate`, { certificate_number: '16A/77' }),
    ).rejects.toThrow('409')
    expect(
      await text('/api/admin/payments/day-book?from=2025-01-01&to=2025-01-31&format=csv'),
    ).toContain('16A/77')
    await expect(post(`account/${tds?.id}/cancel`, { reason: 'typed twice' })).rejects.toThrow(
      '409: This tax is on receipt R2024-25/0001',
    )
    const { entry: corrected } = await post(`account/${entry.id}/correct`, {
      amount: '4,400',
      mode: 'Bank',
      reference: 'UTR 12345678',
    })
    expect(await pdf(corrected.id)).toEqual(
      expect.arrayContaining([
        'Tax deducted at source (TDS), certificate 16A/77 ₹500',
        'Received in money ₹4,400',
      ]),
    )
    await post(`account/${corrected.id}/cancel`, { reason: 'bounced' })
    expect(await account()).toMatchObject({ owed_paise: 500_000, credit_paise: 0 })
    expect((await dayBook()).at(-1)).toBe('Total |  | 0')
    expect(await faults()).toEqual([])
  })

  test('tax alone has a receipt of its own', async () => {
    const { post, account, raise, pdf, admin, id, text, faults } = await openManualEntries(engine)
    await raise()
    await post('dues-payments', { amount: '4,500' })
    const preview = await admin.post(`/api/admin/members/${id}/tds/preview`, { amount: '500' })
    expect(preview).toMatchObject({ remaining_paise: 0, owed_paise: 50_000 })
    await expect(post('tds', { amount: '500.01' })).rejects.toThrow('409: This member owes ₹500')
    const { entry } = await post('tds', { amount: '500', certificate_number: '16A/1' })
    expect(entry.receipt_number).toBe('R2024-25/0002')
    expect(await pdf(entry.id)).toEqual(
      expect.arrayContaining([
        'Tax deducted at source (TDS), certificate 16A/1 ₹500',
        'Received in money ₹0',
        'Deducted on',
        '05/01/2025',
        'Certificate',
        '16A/1',
      ]),
    )
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toContain('VCHTYPE="Journal"')
    await post(`account/${entry.id}/cancel`, { reason: 'wrong member' })
    expect(await account()).toMatchObject({ owed_paise: 50_000 })
    expect((await admin.get(`/api/admin/members/${id}/payments`))[0]?.receipt_number).toBe(
      'R2024-25/C0001',
    )
    await expect(post('tds', { amount: '500.01' })).rejects.toThrow('409')
    expect(await faults()).toEqual([])
  })
})

describe.each(engines)('deducted tax of dues that are not raised, on %s,', (engine) => {
  async function open(startsAt: string) {
    const opened = await openPayments(engine, { startsAt })
    const { admin, id, portal } = opened
    await setJoined(portal, [id], '2020-04-01')
    const path = `/api/admin/members/${id}` as const
    return {
      ...opened,
      path,
      /** Records it; returns the days that it pays for, which the preview had too. */
      pay: async (payment: object) => {
        const preview = await admin.post(`${path}/dues-payments/preview`, payment)
        const { entry } = await admin.post(`${path}/dues-payments`, payment)
        expect(await accountFaults(portal.db, id)).toEqual([])
        const days = [entry.valid_from, entry.valid_to]
        expect([preview.valid_from, preview.valid_to]).toEqual(days)
        return days
      },
    }
  }

  const tax = { amount: '5310', tds: '590' }
  const withoutTax = { amount: '5900' }

  test.each([
    ['2026-03-30', tax, ['2025-26', '2026-27'], '2025-04-01'],
    ['2026-03-30', withoutTax, ['2025-26', '2026-27'], '2025-04-01'],
    ['2026-03-30', tax, ['2025-26'], '2025-04-01'],
    ['2026-04-02', tax, ['2025-26', '2026-27'], '2026-04-01'],
    ['2026-04-02', withoutTax, ['2025-26', '2026-27'], '2026-04-01'],
  ])('money of %s, %j, pays the same year as without tax', async (day, paid, years, from) => {
    const { admin, pay } = await open('2026-04-05T06:00:00.000Z')
    for (const year of years) await setRate(admin, year)
    expect(await pay({ ...paid, paid_at: `${day}T06:00:00.000Z` })).toHaveProperty('0', from)
  })

  test('paid ahead in the year before, it pays the dues of today', async () => {
    const { admin, mark, pay } = await open('2026-04-05T06:00:00.000Z')
    await setRate(admin, '2026-27')
    await mark({
      payment_status: true,
      membership_valid_from: '2025-04-01',
      membership_valid_to: '2026-03-31',
      payment_date: '2025-05-05T06:00:00.000Z',
      paymentAmount: '5900',
      paymentMode: 'Cash',
      paymentRef: '',
    })
    expect(await pay({ ...tax, paid_at: '2026-03-30T06:00:00.000Z' })).toEqual([
      '2026-04-01',
      '2027-03-31',
    ])
  })

  test.each([
    ['continues', '2026-04-01', '2027-03-31'],
    ['payment', '2026-08-05', '2027-03-31'],
    ['next-year', '2027-04-01', '2028-03-31'],
  ])(
    'the preview has the days that are saved when a late renewal is %j',
    async (late_renewal, from, to) => {
      const { admin, pay } = await open('2026-08-05T06:00:00.000Z')
      await admin.put('/api/admin/settings', { late_renewal })
      await setRate(admin, '2026-27', { due_on: '2026-06-30', grace_days: 30 })
      expect(await pay(tax)).toEqual([from, to])
    },
  )
})
