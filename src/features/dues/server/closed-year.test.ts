/** Charges for years that are closed, and dues of years whose arrears were brought forward. */
import { expect, test } from 'vitest'
import { openImporter } from '#test/support/imports.ts'
import { openPayments } from '#test/support/payments.ts'

const startsAt = '2026-11-25T06:00:00.000Z'
const rate = { role: 'oem', amount: '5000', joining_fee: '', proration: 'none', grace_days: 30 }
const closed = 'The books are closed up to 31 March 2026, so nothing can be charged for 2025-26'

async function open() {
  const opened = await openPayments('SQLite', { startsAt })
  const { admin, id, portal } = opened
  const created_at = '2020-04-01T06:00:00.000Z'
  await portal.db.updateTable('person').set({ created_at }).where('id', '=', id).execute()
  await admin.put('/api/admin/dues/rates', { ...rate, year: '2025-26', due_on: '2025-06-30' })
  await admin.put('/api/admin/dues/rates', { ...rate, year: '2026-27', due_on: '2026-03-31' })
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
  const path = `/api/admin/members/${id}/instalments`
  expect(await refusal(path, part)).toEqual([409, null, closed])
  expect(await entries()).toEqual([])
})

test('dues of a year are not raised for members who have arrears of it', async () => {
  const { admin, write, members } = await openImporter('SQLite', { startsAt })
  await write(
    'name,email,company_name,whatsapp_number,Arrears\nAsha Patil,asha@ply.example,Ply & Co,9876543210,4000\n',
  )
  const [{ id }] = await members()
  await admin.put('/api/admin/dues/rates', { ...rate, year: '2025-26', due_on: '2025-06-30' })
  const request = { year: '2025-26', selection: { ids: [id] } }
  expect(await admin.post('/api/admin/dues/runs/preview', request)).toMatchObject({
    affected: 0,
    left_out: [{ reason: 'Arrears of 2025-26 brought forward', count: 1 }],
  })
})
