import { describe, expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/payments.ts'

const settings = '/api/admin/settings'
const treatments = '/api/admin/receipts/treatments'

describe.each(engines)('numbers on %s', (engine) => {
  test('of tax invoices have at most 16 characters', async () => {
    // The last evening before the invoices.
    const evening = { startsAt: '2025-01-31T18:00:00.000Z' }
    const { portal, admin, mark, ledger } = await openPayments(engine, evening)
    const invoice = { valid_from: '2025-02-01', kind: 'invoice', rate: '18', sac: '999599' }
    const tooLong =
      '400: GST allows at most 16 characters in a number, so the prefix can have at most 2'
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', receipt_prefix: 'PMA' })
    await expect(admin.post(treatments, invoice)).rejects.toThrow(tooLong)
    await admin.put(settings, { receipt_prefix: 'PM' })
    await admin.post(treatments, invoice)
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

  test.each<[numbering: object, longest: object, series: string, error: string]>([
    [
      { receipt_prefix: 'JFPMA', receipt_short_year: 'yes' },
      { receipt_prefix: 'JFPM', receipt_short_year: 'yes' },
      '2024-25',
      'at most 4 letters or digits',
    ],
    [
      { receipt_prefix: 'FP' },
      { receipt_prefix: 'F' },
      '2024-25 cancellation',
      'at most 1 letter or digit, or 4 with the short year',
    ],
  ])('with %j are refused above 9,999', async (numbering, shorter, series, error) => {
    const { portal, admin, mark, ledger } = await openPayments(engine)
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', ...numbering })
    const invoice = { kind: 'invoice', rate: '18', sac: '999599' }
    await admin.post(treatments, { valid_from: '2025-01-01', ...invoice })
    const save = async (values: object) => {
      portal.advanceClock(1000)
      const response = await mark(values)
      if (!response.ok) throw new Error(await response.text())
    }
    const pay = () => save(paidMark)
    const both = async () => {
      await pay()
      await save({ payment_status: false })
    }
    await both()
    await portal.db
      .updateTable('receipt_counter')
      .set({ last: 9998 })
      .where('series', '=', series)
      .execute()
    await both()
    const entries = await ledger()
    await expect(both()).rejects.toThrow(
      /^GST allows at most 16 characters in a number, and \S+10000 has 17\. Please shorten/,
    )
    // What was refused leaves no gap; the payment before a refused cancellation stands.
    expect((await ledger()).length - entries.length).toBe(series === '2024-25' ? 0 : 1)
    const again = { ...numbering, association_address: 'Pune' }
    await admin.put(settings, { receipt_prefix: '', receipt_short_year: '' })
    await expect(admin.put(settings, again)).rejects.toThrow(error)
    await admin.put(settings, shorter)
    if (series === '2024-25') await pay()
    await save({ payment_status: false })
    for (const { receipt_number } of await ledger())
      expect(receipt_number?.length).toBeLessThanOrEqual(16)
  })
})
