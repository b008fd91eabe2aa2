/**
 * Charges for years that are closed, what takes back entries of them, and dues of
 * years whose arrears were brought forward.
 */
import { describe, expect, test } from 'vitest'
import { setJoined, setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { openImporter } from '#test/support/portal/imports.ts'

const startsAt = '2026-11-25T06:00:00.000Z'
const rate = { amount: '5000', grace_days: 30 }
const closed = 'The books are closed up to 31 March 2026, so nothing can be charged for 2025-26'

async function open(engine: Engine = 'SQLite') {
  const opened = await openPayments(engine, { startsAt })
  const { admin, id, portal } = opened
  await setJoined(portal, [id], '2020-04-01')
  await setRate(admin, '2025-26', { ...rate, due_on: '2025-06-30' })
  await setRate(admin, '2026-27', { ...rate, due_on: '2026-03-31' })
  const selection = { ids: [id] }
  const refusal = async (path: string, body: object) => {
    const answer: Response = await admin.request('POST', path, body)
    return [answer.status, answer.headers.get('Error-Field'), await answer.text()]
  }
  return {
    ...{ ...opened, refusal },
    close: (closed_to: string) =>
      admin.put('/api/admin/books/closing', { closed_to, reason: 'For the test' }),
    preview: (year: string) => admin.post('/api/admin/dues/runs/preview', { year, selection }),
    run: (year: string, token: string) => ({ year, selection, token }),
  }
}

test('dues of a closed year are not raised, and the preview says so', async () => {
  const { admin, preview, run, refusal, close, entries } = await open()
  const { token } = await preview('2025-26')
  await close('2025-26')
  expect(await preview('2025-26')).toMatchObject({
    affected: 0,
    left_out: [{ reason: closed, count: 1 }],
  })
  expect(await refusal('/api/admin/dues/runs', run('2025-26', token))).toEqual([409, null, closed])
  // Due in the closed year, but of an open one.
  const next = await preview('2026-27')
  await admin.post('/api/admin/dues/runs', run('2026-27', next.token))
  expect(await entries()).toEqual(['charge -500000'])
})

test.each([
  ['2026-02-28', 409],
  ['2026-03-31', 409],
  ['2026-04-01', 201],
])('a charge that is due on %s is answered with %i', async (due_on, status) => {
  const { id, refusal, close, entries } = await open()
  await close('2025-26')
  const charge = { label: 'Stall', amount: '500', due_on }
  const answer = await refusal(`/api/admin/members/${id}/charges`, charge)
  expect(answer.slice(0, 2)).toEqual([status, status === 409 ? 'due_on' : null])
  expect(await entries()).toHaveLength(status === 409 ? 0 : 1)
  if (status === 409) expect(answer[2]).toBe(closed)
})

test('a part of the dues of a closed year charges nothing', async () => {
  const { id, refusal, close, entries } = await open()
  await close('2025-26')
  const days = { membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' }
  const part = { payment_status: true, paymentAmount: '1000', paymentMode: 'Cash', ...days }
  const path = `/api/admin/members/${id}/instalments` as const
  expect(await refusal(path, part)).toEqual([409, null, closed])
  expect(await entries()).toEqual([])
})

test('a payment of a closed year is refused before it is saved, in the words of saving it', async () => {
  const { id, refusal, close } = await open()
  await close('2025-26')
  const path = `/api/admin/members/${id}` as const
  const body = { amount: '5000', mode: 'Bank', paid_at: '2026-03-31T06:00:00.000Z' }
  const dated = 'The books are closed up to 31 March 2026, so nothing can be dated 31 March 2026'
  for (const call of ['dues-payments/preview', 'dues-payments'])
    expect(await refusal(`${path}/${call}`, { ...body, reference: 'UTR 12' })).toEqual([
      409,
      'paid_at',
      dated,
    ])
  const { mode: _none, ...deducted } = body
  expect(await refusal(`${path}/tds/preview`, deducted)).toEqual([409, 'paid_at', dated])
})

test('the preview of a reversal says its day when the year of the payment is closed', async () => {
  const { admin, id, close, ledger } = await open()
  const path = `/api/admin/members/${id}` as const
  const body = { amount: '5000', mode: 'Bank', reference: 'UTR 1234567890' }
  await admin.post(`${path}/dues-payments`, { ...body, paid_at: '2026-03-31T06:00:00.000Z' })
  const payment = (await ledger()).find(({ kind }) => kind === 'payment')
  const notices = async (reason: string) =>
    (await admin.post(`${path}/account/${payment?.id}/cancel/preview`, { reason })).notices
  expect(await notices('typed twice')).toEqual([])
  await close('2025-26')
  const moved =
    'The books of 2025-26 are closed: the reversal is written on 25 November 2026. To reverse it on its own day, reopen 2025-26 first'
  expect(await notices('typed twice')).toEqual([moved])
  expect(await notices('bounced')).toEqual([])
  await admin.post(`${path}/account/${payment?.id}/cancel`, { reason: 'typed twice' })
  const reversal = (await ledger()).find(({ reverses_id }) => reverses_id === payment?.id)
  expect(reversal?.paid_at).toBe(startsAt)
})

const kept =
  'The books are closed up to 31 March 2026, so nothing of 2025-26 can be cancelled. Please reopen 2025-26 with a reason first'

describe.each(engines)('entries of a closed year on %s', (engine) => {
  test('cannot be cancelled: the dues of a run, a charge, a waiver', async () => {
    const { admin, id, portal, run, refusal, close, entries, ledger } = await open(engine)
    const path = `/api/admin/members/${id}` as const
    portal.clock.now = new Date('2026-03-20T06:00:00.000Z')
    const then = await portal.signIn('admin@teak.example')
    const of = { year: '2025-26', selection: { ids: [id] } }
    const { token } = await then.post('/api/admin/dues/runs/preview', of)
    const { id: raised } = await then.post('/api/admin/dues/runs', run('2025-26', token))
    await then.post(`${path}/waivers`, { amount: '100', reason: 'Flood' })
    const stall = { label: 'Stall', amount: '500', due_on: '2026-03-31' }
    await then.post(`${path}/charges`, stall)
    portal.clock.now = new Date(startsAt)
    await close('2025-26')
    const before = await entries()
    const [charge, waiver] = await ledger()
    for (const entry of [charge, waiver])
      for (const call of ['cancel/preview', 'cancel'])
        expect(
          await refusal(`${path}/account/${entry?.id}/${call}`, { reason: 'other', note: 'Left' }),
        ).toEqual([409, null, kept])
    expect(await entries()).toEqual(before)
    expect((await refusal(`/api/admin/dues/runs/${raised}/undo`, {}))[0]).toBe(409)
    // What is dated today is of an open year: a waiver of the old dues, and its end.
    await admin.post(`${path}/waivers`, { amount: '100', reason: 'Flood' })
    const [today] = await ledger()
    await admin.post(`${path}/account/${today?.id}/cancel`, { reason: 'other', note: 'Twice' })
    await close('')
    await admin.post(`${path}/account/${charge?.id}/cancel`, { reason: 'other', note: 'Left' })
  })

  test('are not cancelled by the undo of the run that raised them', async () => {
    const { admin, preview, run, refusal, close, entries } = await open(engine)
    const { token } = await preview('2025-26')
    const { id: raised } = await admin.post('/api/admin/dues/runs', run('2025-26', token))
    await close('2025-26')
    expect(await refusal(`/api/admin/dues/runs/${raised}/undo`, {})).toEqual([409, null, kept])
    expect(await entries()).toEqual(['charge -500000'])
    await close('')
    await admin.post(`/api/admin/dues/runs/${raised}/undo`, {})
    expect(await entries()).toEqual(['charge -500000', 'cancellation 500000'])
  })

  test('keep imported money, which cannot be reversed; money with a number can', async () => {
    const { portal, write, members, ...first } = await openImporter(engine, {
      startsAt: '2026-03-20T06:00:00Z',
    })
    await write(
      'name,email,company_name,whatsapp_number,Amount,Paid Date\nAsha Patil,asha@ply.example,Ply & Co,9876543210,4000,01/02/2026\n',
    )
    const id = (await members())[0]?.id
    const path = `/api/admin/members/${id}` as const
    const paid = { amount: '700', mode: 'Bank', reference: 'UTR 9' }
    const { entry } = await first.admin.post(`${path}/dues-payments`, paid)
    portal.clock.now = new Date(startsAt)
    const admin = await portal.signIn('admin@teak.example')
    await admin.put('/api/admin/books/closing', { closed_to: '2025-26' })
    const imported = (await admin.get(`${path}/payments`)).find(
      ({ receipt_number: number }) => number === null,
    )
    const cancel = (entryId: string | undefined, reason: string) =>
      admin.request('POST', `${path}/account/${entryId}/cancel`, { reason })
    const refused = await cancel(imported?.id, 'wrong member')
    expect([refused.status, await refused.text()]).toEqual([409, kept])
    expect((await cancel(entry.id, 'wrong member')).status).toBe(200)
    expect((await cancel(imported?.id, 'bounced')).status).toBe(200)
  })
})

test('dues of a year are not raised for members who have arrears of it', async () => {
  const { admin, write, members } = await openImporter('SQLite', { startsAt })
  await write(
    'name,email,company_name,whatsapp_number,Arrears\nAsha Patil,asha@ply.example,Ply & Co,9876543210,4000\n',
  )
  const id = (await members())[0]?.id
  await setRate(admin, '2025-26', { ...rate, due_on: '2025-06-30' })
  const request = { year: '2025-26', selection: { ids: [id] } }
  expect(await admin.post('/api/admin/dues/runs/preview', request)).toMatchObject({
    affected: 0,
    left_out: [{ reason: 'Arrears of 2025-26 brought forward', count: 1 }],
  })
})
