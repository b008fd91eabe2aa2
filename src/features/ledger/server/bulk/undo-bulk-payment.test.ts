import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { testPortal } from '#test/support/test-portal.ts'

const rate = { role: 'oem', amount: '5000', joining_fee: '', proration: 'none', grace_days: 30 }
const mark = {
  payment_status: true,
  membership_valid_from: '2026-04-01',
  membership_valid_to: '2027-03-31',
  payment_date: '2026-11-20T06:00:00.000Z',
  paymentAmount: '5000',
  paymentMode: 'Bank',
  paymentRef: 'UTR 412356789012',
}

describe.each(engines)('a bulk payment on %s', (engine) => {
  const open = async (count: number) => {
    const portal = await testPortal(engine, { startsAt: '2026-11-25T06:00:00.000Z' })
    const admin = await portal.as('admin')
    const ids: string[] = []
    for (let i = 0; i < count; i += 1)
      ids.push(
        (await addMember(portal.world, 'nobody', newMemberOf('oem', `m${i}@ply.example`))).id,
      )
    const created_at = '2020-04-01T06:00:00.000Z'
    await portal.db.updateTable('person').set({ created_at }).where('id', 'in', ids).execute()
    const selection = { ids }
    const payments = '/api/admin/bulk/payments'
    return {
      portal,
      admin,
      ids,
      raise: async (members: readonly string[]) => {
        const run = { year: '2026-27', selection: { ids: members } }
        await admin.put('/api/admin/dues/rates', { ...rate, year: '2026-27', due_on: '2026-06-30' })
        const { token } = await admin.post('/api/admin/dues/runs/preview', run)
        await admin.post('/api/admin/dues/runs', { ...run, token })
      },
      pay: (id: string | undefined, more: object = {}) =>
        admin.put(`/api/admin/members/${id}/payment`, { ...mark, paymentRef: '', ...more }),
      ledger: (id: string | undefined) => admin.get(`/api/admin/members/${id}/payments`),
      fields: async (id: string | undefined) => {
        const {
          updated_at: _at,
          receipt_number,
          ...member
        } = await admin.get(`/api/admin/members/${id}`)
        return { ...member, has_receipt: receipt_number !== null }
      },
      preview: async (more: object = {}) => {
        const { membership_valid_to } = mark
        const body = { selection, membership_valid_to, mark, replace: true, ...more }
        return admin.post(`${payments}/preview`, body)
      },
      mark: (more: object = {}) =>
        admin.post(payments, { selection, mark, replace: true, ...more }),
      batches: () => admin.get(payments),
      undoPreview: (batch: string) => admin.post(`${payments}/${batch}/undo/preview`, {}),
      undo: (batch: string) => admin.post(`${payments}/${batch}/undo`, { key: 'k' }),
    }
  }

  test('says before what it settles, by the rule of one payment', async () => {
    const { admin, ids, raise, pay, preview } = await open(6)
    const [charged, owing, over, replaced, same] = ids
    await raise([charged ?? '', owing ?? '', over ?? ''])
    await admin.post(`/api/admin/members/${over}/dues-payments`, { amount: '2000' })
    await pay(replaced, { paymentAmount: '4000' })
    await pay(same, { paymentRef: mark.paymentRef })
    const said = await preview({ mark: { ...mark, paymentAmount: '5000' } })
    expect(said.affected).toBe(6)
    expect(said.outcome).toMatchObject({
      unchanged: 1,
      settled: 6,
      owing: { members: 0, paise: 0 },
      credit: { members: 1, paise: 200_000 },
      replaces: { payments: 1, receipts: 1, paise: 400_000 },
    })
    expect(said.outcome?.replaces.first).toMatchObject([
      { id: replaced, receipt_number: 'R2026-27/0002', amount_paise: 400_000 },
    ])
    const less = (await preview({ mark: { ...mark, paymentAmount: '3000' } })).outcome
    // The one who paid 2,000 before has paid all with it.
    expect(less).toMatchObject({ owing: { members: 2, paise: 400_000 }, credit: { members: 0 } })
    for (const [id, open_paise] of [
      [charged, 200_000],
      [over, 0],
    ]) {
      const path = `/api/admin/members/${id}/payment/preview` as const
      const one = await admin.post(path, { ...mark, paymentAmount: '3000' })
      expect(one.remaining_paise).toBe(open_paise)
    }
    expect((await preview({ mark: undefined })).outcome).toBeUndefined()
  })

  test('is undone with an email to each member when it says so', async () => {
    const { portal, admin, mark: payAll, undoPreview, undo } = await open(2)
    const told: unknown[] = []
    for (const email_member of [true, false]) {
      const email_receipt = email_member
      const { batch } = await payAll({ mark: { ...mark, email_receipt, paymentRef: '' } })
      const { emailed } = await undoPreview(batch)
      const before = (await portal.mails()).length
      if (email_member) await admin.post(`/api/admin/bulk/payments/${batch}/undo`, { email_member })
      else await undo(batch)
      const mails = (await portal.mails()).slice(before)
      told.push([emailed, mails.map(({ subject }) => subject)])
    }
    const subject = 'Your payment of ₹5,000 has been reversed'
    expect(told).toEqual([
      [2, [subject, subject]],
      [0, []],
    ])
  })

  test('is undone in one call: receipts void, fields as before, nothing the second time', async () => {
    const { ids, raise, pay, fields, ledger, mark: payAll, ...bulk } = await open(4)
    const [charged, replaced, unpaid, renewed] = ids
    await raise([charged ?? ''])
    await pay(replaced, { paymentAmount: '4000', paymentRef: 'UTR 900000000001' })
    const lastYear = { membership_valid_from: '2025-04-01', membership_valid_to: '2026-03-31' }
    await pay(renewed, { ...lastYear, paymentAmount: '4500' })
    const before = await Promise.all(ids.map(fields))
    const { batch, changed } = await payAll()
    expect(changed).toBe(4)
    expect((await bulk.batches())[0]).toMatchObject({
      id: batch,
      members: 4,
      active: 4,
      amount_paise: 500_000,
      valid_to: '2027-03-31',
      undone_at: null,
      undone_by: null,
    })
    expect(await bulk.undoPreview(batch)).toEqual({
      members: 4,
      paise: 2_000_000,
      receipts: 4,
      emailed: 0,
      restored: 1,
      left_out: [],
    })
    expect(await bulk.undo(batch)).toEqual({ changed: 4, failures: [] })
    expect(await Promise.all(ids.map(fields))).toEqual(before)
    const entries = (await ledger(replaced)).map(({ kind, receipt_number, amount_paise }) =>
      [kind, receipt_number, amount_paise].join(' '),
    )
    expect(entries).toEqual([
      'payment R2026-27/0007 400000',
      expect.stringMatching(/^reversal R2026-27\/C000\d -500000$/),
      expect.stringMatching(/^payment R2026-27\/000\d 500000$/),
      'reversal R2026-27/C0001 -400000',
      'payment R2026-27/0001 400000',
    ])
    expect((await ledger(unpaid)).map(({ kind }) => kind)).toEqual(['reversal', 'payment'])
    // The reference is free again, and the batch is known as undone.
    expect(await bulk.undo(batch)).toEqual({ changed: 0, failures: [] })
    expect(await bulk.undoPreview(batch)).toMatchObject({
      members: 0,
      left_out: [{ reason: 'Undone already', count: 4 }],
    })
    expect(await bulk.batches()).toMatchObject([
      { members: 4, active: 0, undone_at: expect.any(String), undone_by: expect.any(String) },
    ])
    expect((await payAll()).changed).toBe(4)
  })

  test('leaves out those whose payment was reversed, replaced or corrected since', async () => {
    const { admin, ids, pay, ledger, mark: payAll, undoPreview, undo } = await open(5)
    const [reversed, replaced, corrected, deactivated, kept] = ids
    const { batch } = await payAll()
    await admin.put(`/api/admin/members/${reversed}/payment`, { payment_status: false })
    await pay(replaced, { paymentAmount: '6000' })
    const [payment] = await ledger(corrected)
    await admin.post(`/api/admin/members/${corrected}/account/${payment?.id}/correct`, {
      amount: '4500',
      mode: 'Cash',
      reference: '',
    })
    await admin.put(`/api/admin/members/${deactivated}/status`, { is_active: false })
    const { members, left_out } = await undoPreview(batch)
    expect(members).toBe(2)
    expect(left_out).toMatchObject([
      { reason: expect.any(String), count: expect.any(Number) },
      { reason: expect.any(String) },
    ])
    expect(
      Object.fromEntries(
        left_out.map((group: { reason: string; members: { id: string }[] }) => [
          group.reason,
          group.members.map(({ id }) => id).toSorted(),
        ]),
      ),
    ).toEqual({
      'Reversed since': [reversed],
      'Replaced or corrected since': [replaced, corrected].toSorted(),
    })
    expect(await undo(batch)).toEqual({ changed: 2, failures: [] })
    expect((await ledger(kept))[0]).toMatchObject({ kind: 'reversal', void_reason: null })
    expect((await ledger(replaced))[0]).toMatchObject({ kind: 'payment', amount_paise: 600_000 })
  })

  test('lists the members it cannot undo, and does not change them', async () => {
    const { ids, pay, ledger, mark: payAll, undoPreview, undo } = await open(3)
    const [two, taken, plain] = ids
    // A payment for two years, of which one has been paid again since.
    const years = { membership_valid_from: '2025-04-01' }
    await pay(two, { ...years, paymentAmount: '9000' })
    await pay(taken, { paymentAmount: '4000', paymentRef: 'UTR 900000000001' })
    const { batch } = await payAll()
    const last = { ...years, membership_valid_to: '2026-03-31' }
    await pay(two, last)
    await pay(plain, { ...last, paymentRef: 'UTR 900000000001' })
    const before = await Promise.all(ids.map(ledger))
    expect((await undoPreview(batch)).left_out).toMatchObject([
      { reason: expect.stringContaining('another one for its days'), members: [{ id: two }] },
    ])
    const { changed, failures } = await undo(batch)
    expect(changed).toBe(1)
    expect(failures).toMatchObject([
      { id: two, message: expect.stringContaining('another one for its days') },
      { id: taken, message: expect.stringContaining('with this reference is already recorded') },
    ])
    const after = await Promise.all(ids.map(ledger))
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]).toHaveLength((before[2]?.length ?? 0) + 1)
  })

  test('shows before the undo which members the closed books keep, as the run refuses them', async () => {
    const { admin, ids, pay, ledger, mark: payAll, undoPreview, undo } = await open(3)
    const [replaced, , twoYears] = ids
    const march = { payment_date: '2026-03-20T06:00:00.000Z' }
    await pay(replaced, march)
    const { batch } = await payAll()
    await pay(twoYears, { membership_valid_to: '2026-03-31', membership_valid_from: '2025-04-01' })
    await admin.put('/api/admin/books/closing', { closed_to: '2025-26' })
    const before = await ledger(replaced)
    expect(await undoPreview(batch)).toMatchObject({
      members: 2,
      paise: 1_000_000,
      receipts: 2,
      restored: 0,
      left_out: [
        {
          reason: 'The books are closed up to 31 March 2026, so nothing can be dated 20 March 2026',
          count: 1,
          members: [{ id: replaced }],
        },
      ],
    })
    expect(await undo(batch)).toMatchObject({
      changed: 2,
      failures: [{ id: replaced, message: expect.stringContaining('The books are closed') }],
    })
    expect(await ledger(replaced)).toEqual(before)
  })

  test('of two bulk payments over each other, each is undone for itself', async () => {
    const { ids, fields, batches, mark: payAll, undo } = await open(3)
    const first = await payAll()
    const before = await Promise.all(ids.map(fields))
    const second = await payAll({ mark: { ...mark, paymentAmount: '5500' } })
    expect(await undo(second.batch)).toEqual({ changed: 3, failures: [] })
    expect(await Promise.all(ids.map(fields))).toEqual(before)
    const listed = await batches()
    expect(listed.find(({ id }) => id === second.batch)).toMatchObject({ active: 0 })
    expect(listed.find(({ id }) => id === first.batch)).toMatchObject({
      active: 3,
      members: 3,
      amount_paise: 500_000,
    })
    expect(await undo(first.batch)).toEqual({ changed: 3, failures: [] })
    expect(await fields(ids[0])).toMatchObject({ payment_status: false, payment_amount: null })
  })

  test('that nobody recorded is not found', async () => {
    const { admin, undo } = await open(1)
    await expect(undo('x')).rejects.toThrow('404: Payments not found')
    expect(await admin.get('/api/admin/bulk/payments')).toEqual([])
  })
})
