import { describe, expect, test } from 'vitest'
import { rebuildLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { setJoined, setRate } from '#test/support/dues-runs.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { importForm } from '#test/support/portal/imports.ts'
import { newMemberOf } from '#test/support/samples.ts'

const cheque = { number: '000123', bank: 'HDFC Bank', amount: '5000', received_on: '2026-11-03' }
const days = { membership_valid_from: '2026-04-01', membership_valid_to: '2027-03-31' }

async function open(engine: Engine, options: { connections?: number } = {}) {
  const opened = await openPayments(engine, { startsAt: '2026-11-25T06:00:00.000Z', ...options })
  const { admin, id, portal } = opened
  await setRate(admin, '2026-27', { amount: '5000', due_on: '2026-06-30', grace_days: 30 })
  await setJoined(portal, [id], '2020-04-01')
  const { id: bina } = await addMember(portal.world, 'nobody', newMemberOf('oem', 'b@ply.example'))
  const path = `/api/admin/members/${id}` as const
  const refusal = async (call: string, body: object, method = 'POST') => {
    const answer = await admin.request(method, call, body)
    return [answer.status, await answer.text()] as const
  }
  return {
    ...opened,
    bina,
    path,
    refusal,
    note: (more: object = {}) => admin.post(`${path}/cheques`, { ...cheque, ...more }),
    refusedFor: (personId: string, more: object = {}) =>
      refusal(`/api/admin/members/${personId}/cheques`, { ...cheque, ...more }),
    held: (query = '') => admin.get(`/api/admin/cheques?${query}`),
    clear: (chequeId: string, cleared_on = '2026-11-06', more: object = {}) =>
      admin.post(`${path}/cheques/${chequeId}/clear`, { cleared_on, ...more }),
    account: () => admin.get(`${path}/account`),
    /** Imports a payment of the member by cheque. */
    imported: async (reference: string, amount = cheque.amount): Promise<string> => {
      const { email } = await admin.get(path)
      const columns = 'email,payment_amount,payment_mode,payment_reference,Paid Date'
      const file = `${columns}\n${email},${amount},Cheque,${reference},03/11/2026\n`
      const answer = await admin.request('POST', '/api/members/import', importForm(file))
      const result = await answer.json()
      expect(result).toMatchObject({ counts: { changed: 1 } })
      return result.batch
    },
    history: async (): Promise<string[]> =>
      (await admin.get(`${path}/history`)).map(({ words }) => words),
  }
}

describe.each(engines)('a cheque that is not cleared on %s', (engine) => {
  test('is not a payment until it is cleared; then it has its receipt as of the day of the bank', async () => {
    const { note, held, id, clear, account, ledger, history, portal, refusal, path } =
      await open(engine)
    const noted = await note()
    expect(noted).toMatchObject({ number: '000123', bank: 'HDFC Bank', amount_paise: 500_000 })
    expect(await held()).toEqual([noted])
    expect(await held(`member=${id}`)).toEqual([noted])
    expect(await held('member=nobody')).toEqual([])
    expect(await ledger()).toEqual([])
    expect((await account()).dues).toMatchObject({ status: 'due', owed_paise: 500_000 })
    const call = `${path}/cheques/${noted.id}/clear` as const
    expect(await refusal(call, { cleared_on: '2026-11-26' })).toEqual([
      400,
      expect.stringContaining('in the future'),
    ])
    expect(await refusal(call, { cleared_on: '2026-11-02' })).toEqual([
      400,
      expect.stringContaining('before it was received'),
    ])
    expect(await held()).toEqual([noted])

    const cleared = await clear(noted.id, '2026-11-06', { email_receipt: true })
    const { entry, account: after, mail_queued } = cleared
    expect(mail_queued).toBe(true)
    expect(entry.receipt_number).toBe('R2026-27/0001')
    expect(after.dues).toMatchObject({ status: 'paid', owed_paise: 0 })
    expect(await ledger()).toMatchObject([
      { kind: 'payment', mode: 'Cheque', reference: '000123 HDFC Bank', amount_paise: 500_000 },
    ])
    expect((await ledger())[0]?.paid_at).toBe('2026-11-06T06:30:00.000Z')
    expect(await held()).toEqual([])
    expect((await portal.mails()).at(-1)?.subject).toMatch(/^Receipt R2026-27\/0001/)
    expect(await refusal(call, { cleared_on: '2026-11-06' })).toEqual([
      404,
      expect.stringContaining('Cheque not found'),
    ])
    const words = (await history()).join('\n')
    expect(words).toContain('noted a cheque of ₹5,000 that is not cleared (000123 HDFC Bank)')
    expect(words).toContain('cleared the cheque of ₹5,000 (000123 HDFC Bank)')
  })

  test('of Mark Paid pays for its days, in full or as an instalment', async () => {
    const { note, clear, account, member } = await open(engine)
    const part = await note({ ...days, kind: 'instalment', amount: '2000' })
    expect(part).toMatchObject({ valid_from: '2026-04-01', valid_to: '2027-03-31' })
    await clear(part.id)
    expect((await account()).dues).toMatchObject({ owed_paise: 300_000 })
    expect(await member()).toMatchObject({ payment_amount: 2000, payment_status: true })
  })

  test.each(['instalment', 'full'])(
    'of Mark Paid (%s) replaces no payment for its days: the money of both counts',
    async (kind) => {
      const { note, clear, account, member, ledger, path, admin } = await open(engine)
      await clear((await note({ ...days, kind: 'instalment', amount: '2000' })).id)
      const second = await note({ ...days, kind, amount: '3000', number: '124' })
      await clear(second.id, '2026-11-25')
      expect((await account()).dues).toMatchObject({ status: 'paid', owed_paise: 0 })
      expect(await account()).toMatchObject({ credit_paise: 0 })
      expect((await ledger()).map(({ kind: entry }) => entry)).toEqual([
        'payment',
        'payment',
        'charge',
      ])
      expect(await member()).toMatchObject({ payment_status: true })
      const [last] = await admin.get(`${path}/payments`)
      expect(last).toMatchObject({ receipt_number: 'R2026-27/0002', amount_paise: 300_000 })
    },
  )

  test('comes back when the import that changed its payment is undone', async () => {
    const { admin, note, clear, held, path, portal, ledger } = await open(engine)
    await clear((await note()).id)
    portal.advanceClock(1000)
    const { email } = await admin.get(path)
    const file = `email,payment_mode,payment_reference\n${email},Bank,UTR 912356789012\n`
    const fields = { correct_receipts: 'true', set_validity: 'false' }
    const answer = await admin.request('POST', '/api/members/import', importForm(file, fields))
    const { batch } = await answer.json()
    portal.advanceClock(1000)
    await admin.post(`/api/admin/imports/${batch}/undo`, {})
    expect(await held()).toEqual([])
    expect((await ledger())[0]).toMatchObject({ kind: 'payment', reference: '000123 HDFC Bank' })
    const rows = await portal.db.selectFrom('held_cheque').select('cleared_entry_id').execute()
    expect(rows).toEqual([{ cleared_entry_id: (await ledger())[0]?.id }])
  })

  test('is cleared once by two administrators at the same moment', async () => {
    const { note, path, refusal, ledger } = await open(engine, { connections: 4 })
    const { id } = await note()
    const body = { cleared_on: '2026-11-06' }
    const answers = await Promise.all(
      [1, 2].map(() => refusal(`${path}/cheques/${id}/clear`, body)),
    )
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 404])
    expect(await ledger()).toHaveLength(1)
  })

  test("is in the member's own data, and ends with it", async () => {
    const { admin, portal, note, path, bina, refusedFor } = await open(engine)
    await note()
    const own = await (await portal.as('oem')).get('/api/profile/data')
    expect(own.held_cheques).toEqual([
      { number: '000123', bank: 'HDFC Bank', amount_paise: 500_000, received_on: '2026-11-03' },
    ])
    await admin.put(`${path}/status`, { is_active: false })
    await admin.delete(path)
    expect(await portal.db.selectFrom('held_cheque').selectAll().execute()).toEqual([])
    expect((await refusedFor(bina))[0]).toBe(201)
  })
})

describe.each(engines)('a cheque counts once on %s:', (engine) => {
  test('it is not noted again, and not paid beside it, for any member, also after a rebuild', async () => {
    const { admin, note, refusedFor, refusal, id, bina, path, clear, portal } = await open(engine)
    const noted = await note()
    const other = { number: '123', bank: 'hdfc' }
    const isHeld = [409, expect.stringContaining('received 3 November 2026 and not cleared')]
    const paid = { amount: '5000', mode: 'Cheque', reference: 'Chq no. 123 HDFC Bank Ltd' }
    const bulk = { payment_status: true, ...days, paymentAmount: '5000', paymentMode: 'Cheque' }
    const waysAreRefused = async () => {
      expect(await refusedFor(id, other)).toEqual(isHeld)
      expect(await refusedFor(bina, other)).toEqual(isHeld)
      expect(await refusal(`${path}/dues-payments`, paid)).toEqual(isHeld)
      const another = { ...paid, another_payment: 'Two firms, one cheque' }
      expect(await refusal(`/api/admin/members/${bina}/dues-payments`, another)).toEqual(isHeld)
      const mark = { ...bulk, paymentRef: '123 HDFC' }
      expect(await refusal(`/api/admin/members/${bina}/payment`, mark, 'PUT')).toEqual(isHeld)
    }
    await waysAreRefused()
    await rebuildLedger(portal.db)
    await waysAreRefused()
    await clear(noted.id)
    const isPaid = [409, expect.stringContaining('already recorded')]
    expect(await refusedFor(bina, other)).toEqual(isPaid)
    expect(await refusal(`${path}/dues-payments`, paid)).toEqual(isPaid)
    await rebuildLedger(portal.db)
    expect(await refusedFor(bina, other)).toEqual(isPaid)
    // Of another bank it is another cheque.
    await admin.post(`/api/admin/members/${bina}/cheques`, { ...cheque, bank: 'Axis' })
  })

  test('for its member also where the payment names no bank', async () => {
    const { admin, note, refusal, refusedFor, id, bina, path, clear } = await open(engine)
    const noted = await note()
    const isHeld = [409, expect.stringContaining('noted already for this member')]
    const paid = { amount: '5000', mode: 'Cheque', reference: 'Chq 123' }
    expect(await refusal(`${path}/dues-payments`, paid)).toEqual(isHeld)
    const answer = await admin.request('POST', `${path}/dues-payments`, paid)
    expect(answer.headers.get('Error-Field')).toBe('reference')
    const mark = { payment_status: true, ...days, paymentAmount: '5000', paymentMode: 'Cheque' }
    const marked = { ...mark, paymentRef: '000123' }
    expect(await refusal(`${path}/payment`, marked, 'PUT')).toEqual(isHeld)
    const part = { ...marked, paymentAmount: '2000' }
    expect(await refusal(`${path}/instalments`, part)).toEqual(isHeld)
    // Of another member, another number or another mode it is another payment.
    await admin.post(`/api/admin/members/${bina}/dues-payments`, paid)
    await admin.post(`${path}/dues-payments`, { ...paid, amount: '100', reference: '1234' })
    await admin.post(`${path}/dues-payments`, { ...paid, amount: '100', mode: 'Bank' })
    expect(await refusedFor(bina)).toEqual([409, expect.any(String)])
    const isPaid = [409, expect.stringContaining('already recorded for this member')]
    expect(await refusedFor(id, { number: '001234', bank: 'Axis' })).toEqual(isPaid)
    await clear(noted.id)
  })
})

describe('a cheque whose payment an import has recorded', () => {
  test.each([
    ['with its bank', '123 HDFC', {}],
    ['by its number alone', 'Chq 000123', {}],
    ['with its bank', '123 HDFC', { ...days, kind: 'full' }],
    ['with its bank', '123 HDFC', { ...days, kind: 'instalment' }],
  ])('%s (%s, %j), is cleared by that payment', async (_name, reference, kind) => {
    const { admin, bina, note, clear, held, ledger, account, refusedFor, history, imported, path } =
      await open('SQLite')
    const noted = await note(kind)
    await imported(reference)
    const [payment] = await ledger()
    await admin.post(`${path}/charges`, { label: 'Stall', amount: '700', due_on: '2026-12-01' })
    const cleared = await clear(noted.id, '2026-11-06', { email_receipt: true })
    expect(cleared).toMatchObject({ was_recorded: true, entry: { id: payment?.id } })
    expect(cleared).not.toHaveProperty('mail_queued')
    expect((await ledger()).map(({ kind }) => kind)).toEqual(['charge', 'payment'])
    expect(await account()).toMatchObject({ credit_paise: 0, owed_paise: 70_000 })
    expect(await held()).toEqual([])
    expect((await history()).join('\n')).toContain(
      'cleared the cheque of ₹5,000 (000123 HDFC Bank), whose payment was recorded on 25/11/2026',
    )
    // The payment has the number of the cheque now.
    expect(await refusedFor(bina)).toEqual([409, expect.stringContaining('already recorded')])
  })

  test('is held again when the import is undone', async () => {
    const { admin, note, held, clear, account, imported } = await open('SQLite')
    const noted = await note()
    const batch = await imported('123 HDFC')
    await clear(noted.id)
    expect(await admin.post(`/api/admin/imports/${batch}/undo`, {})).toMatchObject({ undone: 1 })
    expect(await held()).toEqual([noted])
    expect(await account()).toMatchObject({ credit_paise: 0 })
    expect(await clear(noted.id)).not.toHaveProperty('was_recorded')
    expect(await account()).toMatchObject({ owed_paise: 0 })
  })

  test('with another amount, is not cleared', async () => {
    const { note, held, refusal, ledger, imported, path } = await open('SQLite')
    const noted = await note()
    await imported('123 HDFC', '4000')
    expect(
      await refusal(`${path}/cheques/${noted.id}/clear`, { cleared_on: '2026-11-06' }),
    ).toEqual([409, 'A payment of ₹4,000 with this reference is already recorded for this member'])
    expect(await held()).toHaveLength(1)
    expect(await ledger()).toHaveLength(1)
  })
})

describe.each(engines)('a cheque that the bank returned, on %s,', (engine) => {
  test('is over, with its fee as a charge; its number is free again', async () => {
    const { admin, note, held, path, account, ledger, refusal, history } = await open(engine)
    const { id } = await note()
    const call = `${path}/cheques/${id}/return` as const
    expect(await refusal(call, { bank_fee: '' })).toEqual([
      400,
      expect.stringContaining('Please enter the reason'),
    ])
    const answer = await admin.post(call, { reason: 'Insufficient funds', bank_fee: '500' })
    // Due at once, with the days of grace of its year's dues.
    const feeDays = { due_on: '2026-11-25', grace_until: '2026-12-25' }
    expect(answer.charges).toMatchObject([{ label: 'Bank fee', open_paise: 50_000, ...feeDays }])
    expect(await account()).toMatchObject({ owed_paise: 50_000 })
    expect((await ledger()).map(({ kind }) => kind)).toEqual(['charge'])
    expect(await held()).toEqual([])
    expect((await refusal(call, { reason: 'Again' }))[0]).toBe(404)
    expect((await history()).join('\n')).toContain('(000123 HDFC Bank): Insufficient funds')
    const again = await note()
    await admin.delete(`${path}/cheques/${again.id}`)
    expect(await held()).toEqual([])
    await note()
  })
})

test.each([
  [{ number: '12a' }, 'Please enter the number of the cheque'],
  [{ bank: '' }, 'Please enter the bank of the cheque'],
  [{ bank: '12345' }, 'in letters'],
  [{ amount: '0' }, 'Please enter the amount'],
  [{ received_on: '2026-11-26' }, 'in the future'],
  [{ kind: 'full' }, 'Please choose the days of the membership'],
])('a cheque with %j is refused', async (more, message) => {
  const { refusedFor, id } = await open('SQLite')
  expect(await refusedFor(id, more)).toEqual([400, expect.stringContaining(message)])
})
