import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { nextYear, openPayments, paidMark } from '#test/support/money/payments.ts'
import { importForm } from '#test/support/portal/imports.ts'

const closing = '/api/admin/books/closing'

const validTo = ({ membership_valid_to }: typeof paidMark) => ({ membership_valid_to })

describe.each(engines)('closed years on %s', (engine) => {
  test('take no payment until they are reopened with a reason', async () => {
    const { admin, mark, entries } = await openPayments(engine)
    await expect(admin.put(closing, { closed_to: '2024-25' })).rejects.toThrow(
      '400: A year can be closed when it is over',
    )
    await admin.put(closing, { closed_to: '2023-24' })
    const old = { ...paidMark, payment_date: '2024-03-31T09:00:00.000Z' }
    const refused = await mark(old)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      'The books are closed up to 31 March 2024, so nothing can be dated 31 March 2024',
    ])
    expect(refused.headers.get('Error-Field')).toBe('payment_date')
    expect(await entries()).toEqual([])
    await expect(admin.put(closing, { closed_to: '' })).rejects.toThrow(
      '400: Please say why the year is reopened',
    )
    await admin.put(closing, { closed_to: '', reason: 'A cheque was forgotten' })
    expect((await mark(old)).status).toBe(200)
    expect(await admin.get(closing)).toMatchObject({
      closed_to: '',
      founded_in: '',
      changes: [
        {
          by: 'admin@teak.example',
          before: '2023-24',
          after: '',
          reason: 'A cheque was forgotten',
        },
        { by: 'admin@teak.example', before: '', after: '2023-24', reason: '' },
      ],
    })
    const [change] = await admin.get('/api/admin/settings/history')
    expect(change).toMatchObject({
      words: 'admin@teak.example reopened a financial year',
      can_undo: false,
    })
    expect(change?.details).toContainEqual(
      expect.objectContaining({ field: 'the reason', after: 'A cheque was forgotten' }),
    )
  })

  test('are shown before a payment is saved, for one member and for several', async () => {
    const { admin, id, mark } = await openPayments(engine)
    const { email } = await admin.get(`/api/admin/members/${id}`)
    const history = `email,payment_amount,Paid Date,Valid From,Valid To\n${email},5000,10/05/2023,01/04/2023,31/03/2024`
    const form = importForm(history)
    expect((await admin.request('POST', '/api/members/import', form)).status).toBe(200)
    await admin.put(closing, { closed_to: '2023-24' })
    const sayingOf = async (path: string, body: object) =>
      (await admin.request('POST', path, body)).text()
    const single = `/api/admin/members/${id}/payment/preview`
    const bulk = '/api/admin/bulk/payments/preview'
    const selection = { ids: [id] }
    const old = { ...paidMark, payment_date: '2024-03-31T09:00:00.000Z' }
    const dated = 'The books are closed up to 31 March 2024, so nothing can be dated 31 March 2024'
    expect(await sayingOf(single, old)).toBe(dated)
    expect(await sayingOf(bulk, { selection, mark: old, replace: true, ...validTo(old) })).toBe(
      dated,
    )
    const again = {
      ...paidMark,
      membership_valid_from: '2023-04-01',
      membership_valid_to: '2024-03-31',
    }
    const cancelled =
      'The books are closed up to 31 March 2024, so nothing of 2023-24 can be cancelled. Please reopen 2023-24 with a reason first'
    expect(await sayingOf(single, again)).toBe(cancelled)
    expect(await (await mark(again)).text()).toBe(cancelled)
    const { outcome } = await admin.post(bulk, {
      selection,
      mark: again,
      replace: true,
      ...validTo(again),
    })
    expect(outcome?.notices).toEqual([expect.stringMatching(`^.+: ${cancelled}$`)])
  })

  test('no payment is dated before the association was founded', async () => {
    const { admin, mark } = await openPayments(engine)
    const save = (founded_in: string) => admin.request('PUT', '/api/admin/settings', { founded_in })
    const future = await save('2099')
    expect([future.status, future.headers.get('Error-Field')]).toEqual([400, 'founded_in'])
    expect((await save('२०२४')).status).toBe(200)
    const refused = await mark({
      ...paidMark,
      ...nextYear,
      payment_date: '2023-12-31T09:00:00.000Z',
    })
    expect(await refused.text()).toBe(
      'The association was founded in 2024, so nothing can be dated 31 December 2023',
    )
    expect((await mark(paidMark)).status).toBe(200)
  })
})
