import { describe, expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { invoice } from '#test/support/money/taxed-papers.ts'

const settings = '/api/admin/settings'
const treatments = '/api/admin/receipts/treatments'

describe.each(engines)('numbers on %s', (engine) => {
  test('of tax invoices have at most 16 characters', async () => {
    // The last evening before the invoices.
    const evening = { startsAt: '2025-01-31T18:00:00.000Z' }
    const { portal, admin, mark, ledger } = await openPayments(engine, evening)
    const invoices = { ...invoice, valid_from: '2025-02-01' }
    const tooLong =
      '400: GST allows at most 16 characters in a number, so the prefix can have at most 2'
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', receipt_prefix: 'PMA' })
    await expect(admin.post(treatments, invoices)).rejects.toThrow(tooLong)
    await admin.put(settings, { receipt_prefix: 'PM' })
    await admin.post(treatments, invoices)
    // From a later day on, and while they are in force.
    await expect(admin.put(settings, { receipt_prefix: 'PMA' })).rejects.toThrow(tooLong)
    portal.advanceClock(hours(1))
    await mark({ ...paidMark, payment_date: '2025-01-31T18:45:00.000Z' })
    portal.advanceClock(1000)
    await mark({ payment_status: false })
    const numbers = (await ledger()).map(({ receipt_number }) => receipt_number)
    expect(numbers).toEqual(['PM/2024-25/C0001', 'PM/2024-25/0001'])
    await admin.post(treatments, { valid_from: '2025-02-01', kind: 'receipt' })
    await admin.put(settings, { receipt_prefix: '' })
  })

  test('of bills of supply have at most 16 characters, once there is a GSTIN', async () => {
    const { admin } = await openPayments(engine)
    const save = (values: object) => admin.put(settings, values)
    const exempt = { valid_from: '2025-01-01', kind: 'exempt', legend: 'No GST', sac: '999599' }
    const tooLong = '400: GST allows at most 16 characters in a number, so the prefix can have at'
    await save({ receipt_prefix: 'JFPMA' })
    await admin.post(treatments, exempt)
    const gstin = { association_gstin: '27AAATF0000K1Z9' }
    await expect(save(gstin)).rejects.toThrow(`${tooLong} most 2`)
    await save({ ...gstin, receipt_short_year: 'yes' })
    await expect(save({ receipt_prefix: 'ABCDEF' })).rejects.toThrow(`${tooLong} most 5`)
    await expect(save({ receipt_short_year: '' })).rejects.toThrow(`${tooLong} most 2`)
    await admin.post(treatments, { valid_from: '2025-01-01', kind: 'receipt' })
    await save({ receipt_prefix: 'ABCDEF' })
    await expect(admin.post(treatments, exempt)).rejects.toThrow(`${tooLong} most 5`)
  })

  test('above 9,999 leave out the hyphen, and no payment is refused', async () => {
    const { portal, admin, mark, ledger } = await openPayments(engine)
    const numbering = { receipt_prefix: 'JFPMA', receipt_short_year: 'yes' }
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', ...numbering })
    await admin.post(treatments, { valid_from: '2025-01-01', ...invoice })
    const both = async () => {
      for (const values of [paidMark, { payment_status: false }]) {
        portal.advanceClock(1000)
        expect((await mark(values)).status).toBe(200)
      }
    }
    await both()
    await portal.db.updateTable('receipt_counter').set({ last: 9998 }).execute()
    await both()
    await both()
    expect((await ledger()).slice(0, 4).map(({ receipt_number }) => receipt_number)).toEqual([
      'JFPMA/2425C10000',
      'JFPMA/2425/10000',
      'JFPMA/24-25C9999',
      'JFPMA/24-25/9999',
    ])
  })
})
