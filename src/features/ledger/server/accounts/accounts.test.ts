import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { accountCalls, accountFaults, chargeOf } from '#test/support/money/accounts.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'

/** The clock shows 5 January 2025, in the financial year 2024-25; `grace` lies after it. */
const dues = (amount: number, changes = {}) =>
  chargeOf(2024, amount, { due_on: '2025-01-31', grace_until: '2025-02-28', ...changes })

const days = { membership_valid_from: '2024-04-01', membership_valid_to: '2025-03-31' }
const setting = (name: string, value: string) => ({ name, value })

async function open(engine: Engine) {
  const payments = await openPayments(engine)
  const { id: adminId } = await payments.admin.get('/api/user')
  const calls = accountCalls(payments.portal, adminId)
  const { id, portal } = payments
  return {
    ...payments,
    ...calls,
    faults: () => accountFaults(portal.db, id),
    words: async () =>
      (await payments.admin.get(`/api/admin/members/${id}/history`)).map(({ words }) =>
        words.replace(/^\S+ /, ''),
      ),
  }
}

describe.each(engines)('the account of a member on %s', (engine) => {
  test('is settled by part payments; only the last one pays for the year', async () => {
    const { id, raise, pay, preview, account, member, faults, words } = await open(engine)
    await raise('run', id, dues(500_000), dues(100_000, { item: 'joining fee' }))
    expect(await account(id)).toMatchObject({ balance_paise: -600_000, status: 'due' })
    expect(await preview(id, 200_000)).toMatchObject({ remaining_paise: 400_000, valid_to: null })
    const { entry } = await pay(id, 200_000)
    expect(entry).toMatchObject({ receipt_number: 'R2024-25/0001', valid_to: null })
    expect(await member()).toMatchObject({ payment_status: false, paid_until: null })
    expect(await preview(id, 450_000)).toEqual({
      settles: [{ item: 'dues', label: '', year: '2024-25', paise: 400_000, open_paise: 0 }],
      owed_paise: 400_000,
      not_raised_paise: 0,
      remaining_paise: 0,
      credit_paise: 50_000,
      charge_id: null,
      year: '2024-25',
      valid_from: '2024-04-01',
      valid_to: '2025-03-31',
    })
    await pay(id, 450_000)
    expect(await account(id)).toMatchObject({ credit_paise: 50_000, status: 'paid' })
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: 4500, ...days })
    expect(await faults()).toEqual([])
    expect((await words()).slice(0, 2)).toEqual([
      'recorded a payment of ₹4,500',
      'recorded a part payment of ₹2,000',
    ])
  })

  test('is settled from credit when dues are raised, and as before when they are undone', async () => {
    const { id, raise, pay, cancelRun, account, member, faults } = await open(engine)
    await raise('first', id, dues(500_000))
    await pay(id, 900_000)
    const before = await member()
    await raise('second', id, chargeOf(2025, 400_000))
    expect(await account(id)).toMatchObject({ balance_paise: 0, status: 'paid' })
    expect(await member()).toMatchObject({
      payment_status: true,
      payment_amount: 9000,
      membership_valid_to: '2026-03-31',
      paid_until: '2026-03-31',
    })
    expect(await faults()).toEqual([])
    await cancelRun('second')
    expect(await account(id)).toMatchObject({ balance_paise: 400_000 })
    const { updated_at: _before, ...restored } = before
    expect(await member()).toMatchObject(restored)
    expect(await faults()).toEqual([])
  })

  test('is open again when a part payment is reversed, with a numbered cancellation', async () => {
    const { id, raise, pay, cancel, account, member, faults, words } = await open(engine)
    await raise('run', id, dues(500_000))
    const { entry: part } = await pay(id, 200_000)
    await pay(id, 300_000)
    const { entry: reversal } = await cancel(id, part.id)
    expect(reversal).toMatchObject({ kind: 'reversal', receipt_number: 'R2024-25/C0001' })
    expect(await account(id)).toMatchObject({ owed_paise: 200_000, status: 'due' })
    expect(await member()).toMatchObject({ payment_status: false, paid_until: null })
    expect(await faults()).toEqual([])
    await expect(cancel(id, part.id)).rejects.toThrow('This entry has been cancelled already')
    await pay(id, 200_000)
    expect(await member()).toMatchObject({ payment_status: true, ...days })
    expect((await words())[1]).toBe('reversed the payment of ₹2,000')
  })

  test('is settled by a waiver, which has no receipt; no more is waived than is owed', async () => {
    const { id, raise, pay, waive, cancel, account, member, admin, faults } = await open(engine)
    await raise('run', id, dues(500_000))
    await pay(id, 200_000)
    await expect(waive(id, 300_001)).rejects.toThrow(
      'This member owes ₹3,000; please waive no more than that',
    )
    const { entry } = await waive(id, 300_000)
    expect(entry).toMatchObject({ receipt_number: null, reference: 'Flood at the factory' })
    // The dues belong to the payment of a part, and without any payment to the waiver.
    expect(await member()).toMatchObject({
      payment_status: true,
      payment_amount: 2000,
      receipt_number: 'R2024-25/0001',
      ...days,
    })
    await expect(waive(id, 1)).rejects.toThrow('This member owes no dues')
    // An edit of another field of Member Data leaves the waiver alone.
    const [record] = await admin.get('/api/admin/members/data')
    await admin.put(`/api/admin/members/${id}/data`, { ...record, remarks: 'Rebuilding' })
    expect(await account(id)).toMatchObject({ balance_paise: 0, status: 'paid' })
    await cancel(id, entry.id)
    expect(await account(id)).toMatchObject({ owed_paise: 300_000 })
    expect(await member()).toMatchObject({ payment_status: false })
    expect(await faults()).toEqual([])
  })

  test('of a cancelled charge turns what was paid into credit, which settles other dues', async () => {
    const { id, raise, pay, cancel, account, member, rows, faults } = await open(engine)
    await raise('run', id, dues(100_000, { item: 'joining fee' }), dues(500_000))
    await pay(id, 500_000)
    expect(await account(id)).toMatchObject({ owed_paise: 100_000 })
    await cancel(id, (await rows(id))[0]?.id ?? '')
    expect(await account(id)).toMatchObject({ balance_paise: 0, status: 'paid' })
    expect(await member()).toMatchObject({ payment_status: true, ...days })
    expect(await faults()).toEqual([])
  })

  test('of a member who has changed since is not changed', async () => {
    const { id, raise, pay, member } = await open(engine)
    await raise('run', id, dues(500_000))
    const { updated_at } = await member()
    await pay(id, 100_000, { updated_at })
    await expect(pay(id, 100_000, { updated_at })).rejects.toThrow('please load it again')
    await expect(pay('nobody', 1)).rejects.toThrow('Member not found')
  })
})

describe('payments in the account of a member', () => {
  test('by Mark Paid count for the charges, and Mark Unpaid takes them back', async () => {
    const { id, raise, mark, account, member, faults } = await open('SQLite')
    await raise('run', id, dues(600_000))
    await mark(paidMark)
    expect(await account(id)).toMatchObject({ owed_paise: 100_000, status: 'due' })
    expect(await member()).toMatchObject({ payment_status: true, ...days })
    expect(await faults()).toEqual([])
    await mark({ payment_status: false })
    expect(await account(id)).toMatchObject({ owed_paise: 600_000 })
    expect(await member()).toMatchObject({ payment_status: false, paid_until: null })
    expect(await faults()).toEqual([])
  })

  test('of before the dues do not count for them, and neither do their corrections', async () => {
    const { id, raise, mark, account, member, faults } = await open('SQLite')
    await mark(paidMark)
    await raise('run', id, chargeOf(2025, 500_000))
    await mark({ ...paidMark, paymentAmount: '5500' })
    expect(await account(id)).toMatchObject({ balance_paise: -500_000, status: 'paid' })
    expect(await member()).toMatchObject({ payment_status: true, payment_amount: 5500, ...days })
    expect(await faults()).toEqual([])
  })

  test('are for the financial year where nothing was charged; more is credit', async () => {
    const { id, pay, account, member, ledger, faults } = await open('SQLite')
    await pay(id, 500_000)
    expect(await member()).toMatchObject({ payment_status: true, ...days })
    await pay(id, 500_000)
    expect(await member()).toMatchObject(days)
    expect((await ledger()).map(({ on_account }) => on_account)).toEqual([true, false])
    expect(await account(id)).toMatchObject({ credit_paise: 500_000, status: 'paid' })
    expect(await faults()).toEqual([])
  })

  test('of a late renewal count from the day that the setting says; receipts have the prefix', async () => {
    const { id, portal, raise, pay, preview, member, faults } = await open('SQLite')
    const settings = portal.db.insertInto('setting')
    await settings.values(setting('late_renewal', 'payment')).execute()
    await settings.values(setting('receipt_prefix', 'PMA')).execute()
    await raise('run', id, dues(500_000, { due_on: '2024-04-30', grace_until: '2024-06-30' }))
    expect(await preview(id, 500_000)).toMatchObject({ valid_from: '2025-01-05' })
    const { entry } = await pay(id, 500_000)
    expect(entry.receipt_number).toBe('PMA/2024-25/0001')
    expect(await member()).toMatchObject({ ...days, membership_valid_from: '2025-01-05' })
    expect(await faults()).toEqual([])
  })
})
