/** Own fees of a member. */

import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { openManualEntries } from '#test/support/money/manual-entries.ts'

describe.each(engines)('own fees on %s', (engine) => {
  test('an own fee replaces the dues of the type', async () => {
    const { post, account, raise, history, faults } = await openManualEntries(engine)
    const { updated_at } = await account()
    const fee = { amount: '2,500', from_year: '2024-25', reason: 'First year', updated_at }
    const set = await post('own-fee', fee)
    expect(set).toMatchObject({
      own_fees: [{ amount_paise: 250_000, from_year: '2024-25', to_year: null }],
      dues: { owed_paise: 250_000, is_raised: false },
    })
    await expect(post('own-fee', fee)).rejects.toThrow('409')
    const preview = await raise()
    expect(preview).toMatchObject({
      amount_paise: 250_000,
      members: [{ own_fee_reason: 'First year' }],
    })
    expect(await account()).toMatchObject({ owed_paise: 250_000 })
    await post('own-fee', { amount: 0, from_year: '2025-26', reason: 'Honorary member' })
    expect(await account()).toMatchObject({
      own_fees: [
        { amount_paise: 250_000, from_year: '2024-25', to_year: '2024-25' },
        { amount_paise: 0, from_year: '2025-26', to_year: null },
      ],
    })
    expect(await post('own-fee/remove', {})).toMatchObject({ own_fees: [] })
    await expect(post('own-fee/remove', {})).rejects.toThrow('409: This member has no own fee')
    expect((await history()).slice(0, 3)).toEqual([
      expect.stringMatching(/ removed the member's own fee$/),
      expect.stringMatching(/ set the member's own fee to ₹0, from 2025-26: Honorary member$/),
      expect.stringMatching(/ set the member's own fee to ₹2,500, from 2024-25: First year$/),
    ])
    expect(await faults()).toEqual([])
  })

  test('an own fee of 0 is waived when the dues are raised', async () => {
    const { post, account, raise, member, history, faults } = await openManualEntries(engine)
    await post('own-fee', { amount: 0, from_year: '2024-25', reason: 'Honorary member' })
    expect(await account()).toMatchObject({ dues: { owed_paise: 0 } })
    await raise()
    expect(await account()).toMatchObject({ owed_paise: 0, dues: { status: 'waived' } })
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: null })
    expect((await history())[0]).toMatch(/the member's own fee leaves nothing to pay$/)
    expect(await faults()).toEqual([])
  })
})
