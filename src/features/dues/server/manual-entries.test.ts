/** What administrators add by hand: what holds for own fees, other charges, refunds and deducted tax. */

import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { openManualEntries } from '#test/support/money/manual-entries.ts'

describe.each(engines)('money by hand on %s', (engine) => {
  test('no entry can be dated into a closed year', async () => {
    const { post, admin, account, raise, faults } = await openManualEntries(engine)
    await raise()
    await post('dues-payments', { amount: '6,000' })
    await admin.put('/api/admin/books/closing', { closed_to: '2023-24' })
    const paid_at = '2024-03-31T06:30:00.000Z'
    const sentence = '409: The books are closed up to 31 March 2024'
    await expect(post('refunds', { amount: 1, paid_at })).rejects.toThrow(sentence)
    await post('charges', { label: 'Stall', amount: '9,000', due_on: '2025-01-20' })
    await expect(post('tds', { amount: 1, paid_at })).rejects.toThrow(sentence)
    const taxed = { amount: 1, tds: 1, paid_at }
    await expect(post('dues-payments', taxed)).rejects.toThrow(sentence)
    expect(await account()).toMatchObject({ credit_paise: 0 })
    expect(await faults()).toEqual([])
  })

  test('bad values are refused with a sentence', async () => {
    const { post } = await openManualEntries(engine)
    for (const [what, body, message] of badValues)
      await expect(post(what, body), JSON.stringify(body)).rejects.toThrow(message)
  })
})

const badValues: [what: string, body: object, message: string][] = [
  ['own-fee', { amount: '', from_year: '2024-25', reason: 'Why not' }, 'amount'],
  ['own-fee', { amount: '-1', from_year: '2024-25', reason: 'Why not' }, 'amount'],
  ['own-fee', { amount: 1, from_year: '2024', reason: 'Why not' }, 'financial year'],
  [
    'own-fee',
    { amount: 1, from_year: '2024-25', to_year: '2023-24', reason: 'Why not' },
    'last year',
  ],
  ['own-fee', { amount: 1, from_year: '2024-25', reason: '' }, 'reason'],
  ['charges', { label: '', amount: 1, due_on: '2025-01-20' }, 'what it is for'],
  ['charges', { label: 'Stall', amount: 0, due_on: '2025-01-20' }, 'amount'],
  ['charges', { label: 'Stall', amount: 1, due_on: '2025-02-30' }, 'due date'],
  [
    'charges',
    { label: 'Stall', amount: 1, due_on: '2025-01-20', tax: { kind: 'exempt' } },
    'no tax',
  ],
  [
    'charges',
    { label: 'Stall', amount: 1, due_on: '2025-01-20', tax: { kind: 'invoice', rate: '18' } },
    'SAC',
  ],
  ['refunds', { amount: 'all' }, 'amount'],
  ['refunds', { amount: 1, mode: 'Gold' }, 'Bank, Cash'],
  ['refunds', { amount: 1, paid_at: '2025-02-01T00:00:00.000Z' }, 'in the future'],
  ['tds', { amount: 0 }, 'amount'],
  ['tds', { amount: 1, paid_at: '2025-02-01T00:00:00.000Z' }, 'in the future'],
  ['account/none/certificate', { certificate_number: '' }, 'certificate'],
  ['dues-payments', { amount: 1, tds: '-1' }, 'amount'],
]
