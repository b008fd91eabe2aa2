/** Credit that is paid back. */

import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { openManualEntries } from '#test/support/money/manual-entries.ts'

describe.each(engines)('refunds on %s', (engine) => {
  test('credit is paid back, never more than there is, and it can be reversed', async () => {
    const { post, account, raise, history, dayBook, text, faults } = await openManualEntries(engine)
    await raise()
    await expect(post('refunds', { amount: 1 })).rejects.toThrow(
      '409: This member has no credit to pay back',
    )
    await post('dues-payments', { amount: '6,000' })
    await expect(post('refunds', { amount: '1000.01' })).rejects.toThrow(
      '409: This member has a credit of ₹1,000; please pay back no more than that',
    )
    const { updated_at } = await account()
    const refund = { amount: '600', mode: 'Bank', reference: 'UTR 77', updated_at }
    const { entry } = await post('refunds', refund)
    expect(entry).toMatchObject({ receipt_number: null, amount_paise: -60_000 })
    await expect(post('refunds', refund)).rejects.toThrow('409')
    expect(await account()).toMatchObject({ credit_paise: 40_000, dues: { status: 'paid' } })
    expect(await dayBook()).toEqual([
      'Payment |  | 6000',
      'Refund | Bank transfer | -600',
      'Total |  | 5400',
    ])
    const xml = await text('/api/admin/payments/tally.xml?year=2024-25')
    expect(xml).toMatch(/REMOTEID="[^"]+-money" VCHTYPE="Payment"/)
    expect(xml).toContain('Refund, ')
    await post(`account/${entry.id}/cancel`, { reason: 'typed twice' })
    expect(await account()).toMatchObject({ credit_paise: 100_000 })
    expect((await dayBook()).at(-2)).toBe('Cancels a refund | Bank transfer | 600')
    expect((await history())[0]).toMatch(/ cancelled the refund of ₹600$/)
    expect(await faults()).toEqual([])
  })

  test.each<[refund: object, status: number, sentence: string]>([
    [{ amount: '100', paid_at: '2025-01-01T06:00:00.000Z' }, 409, 'no credit on 1 January 2025'],
    [{ amount: '300', paid_at: '2025-01-02T06:00:00.000Z' }, 201, ''],
    [{ amount: '301', paid_at: '2025-01-03T06:00:00.000Z' }, 409, '₹300 on 3 January 2025'],
    [{ amount: '700', paid_at: '2025-01-04T02:00:00.000Z' }, 201, ''],
    [{ amount: '700' }, 201, ''],
  ])(
    'credit is not paid back before it was paid: %j is answered with %i',
    async (refund, status, sentence) => {
      const { post, raise, admin, id, dayBook, faults } = await openManualEntries(engine)
      await raise()
      await post('dues-payments', { amount: '5,300', paid_at: '2025-01-02T06:00:00.000Z' })
      await post('dues-payments', { amount: '400', paid_at: '2025-01-04T06:00:00.000Z' })
      const lines = await dayBook()
      for (const [call, expected] of [
        ['refunds/preview', status === 201 ? 200 : status],
        ['refunds', status],
      ]) {
        const answer = await admin.request('POST', `/api/admin/members/${id}/${call}`, refund)
        expect([answer.status, answer.headers.get('Error-Field')]).toEqual([
          expected,
          status === 409 ? 'paid_at' : null,
        ])
        if (status === 409) expect(await answer.text()).toContain(sentence)
      }
      if (status === 409) expect(await dayBook()).toEqual(lines)
      expect(await faults()).toEqual([])
    },
  )
})
