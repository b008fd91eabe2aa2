import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { nextYear, paidMark } from '#test/support/money/payments.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

/** A portal with this number of OEM members, and the selection of all of them. */
async function open(engine: Engine, count: number, options?: { connections: number }) {
  const portal = await testPortal(engine, options)
  const admin = await portal.as('admin')
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', `m${i}@ply.example`))
    ids.push(id)
  }
  const list = (query: string) => admin.get(`/api/admin/members?${query}`)
  const selection = { query: { role: 'oem', search: 'ply.example' }, count }
  return { portal, admin, ids, list, selection }
}

/** Marks these members paid and expects that the first one is left out, by the preview and by the run. */
async function expectFirstLeftOut(admin: TestClient, ids: string[]) {
  const request = { selection: { ids }, mark: { ...paidMark, paymentRef: 'bulk' } }
  const { membership_valid_to } = paidMark
  expect(
    await admin.post('/api/admin/bulk/payments/preview', { ...request, membership_valid_to }),
  ).toMatchObject({
    affected: 1,
    left_out: [{ reason: 'Already paid for this period', members: [{ id: ids[0] }] }],
    outcome: { replaces: { payments: 0 } },
  })
  expect(await admin.post('/api/admin/bulk/payments', request)).toMatchObject({ changed: 1 })
  return request
}

describe.each(engines)('changes of selected members on %s', (engine) => {
  test('are made for everybody in a list but the exceptions', async () => {
    const { admin, ids, list, selection } = await open(engine, 60)
    const [first = '', second = ''] = ids
    await admin.put(`/api/admin/members/${first}/visibility`, { is_visible: false })
    const request = { selection: { ...selection, except: [second], count: 59 }, action: 'hide' }
    const preview = await admin.post('/api/admin/bulk/members/preview', request)
    expect(preview).toMatchObject({
      count: 59,
      affected: 58,
      left_out: [{ reason: 'Already hidden', count: 1, members: [{ id: first }] }],
    })
    expect(preview.members).toHaveLength(58)
    const selected = { ...request.selection, token: preview.token }
    expect(
      await admin.post('/api/admin/bulk/members', { ...request, selection: selected }),
    ).toEqual({
      changed: 58,
      failures: [],
    })
    expect((await list('role=oem&visible=true')).map(({ id }) => id)).toEqual([second])
    const history = await admin.get(`/api/admin/members/${ids[9]}/history`)
    expect(history[0]?.words).toContain('hid')
    const off = { selection: { ids: [first, second] }, action: 'deactivate' }
    expect((await admin.post('/api/admin/bulk/members', off)).changed).toBe(2)
    expect(await list('role=oem&active=false')).toHaveLength(2)
  })

  test('are refused when the set is not the one that was previewed', async () => {
    const { portal, admin, ids, selection } = await open(engine, 60)
    const request = { selection, action: 'hide' }
    const { token } = await admin.post('/api/admin/bulk/members/preview', request)
    // One member leaves the list and another one joins it: the count is the same.
    await admin.put(`/api/admin/members/${ids[0]}/data`, { email: 'm0@other.example' })
    await addMember(portal.world, 'nobody', newMemberOf('oem', 'new@ply.example'))
    await expect(
      admin.post('/api/admin/bulk/members', { ...request, selection: { ...selection, token } }),
    ).rejects.toThrow('409: The selected members have changed: there are 60 members now')
  })

  test('never include administrators', async () => {
    const { admin, list } = await open(engine, 1)
    const [me] = await list('role=admin')
    const request = { selection: { ids: [me?.id] }, action: 'deactivate' }
    expect(await admin.post('/api/admin/bulk/members/preview', request)).toMatchObject({
      affected: 0,
      left_out: [{ reason: 'Not a member', count: 1 }],
    })
    expect((await admin.post('/api/admin/bulk/members', request)).changed).toBe(0)
  })
})

describe.each(engines)('payments of selected members on %s', (engine) => {
  test('leave out the members who have paid, unless payments are replaced', async () => {
    const { admin, ids, list, selection } = await open(engine, 60)
    await admin.put(`/api/admin/members/${ids[0]}/payment`, paidMark)
    const { membership_valid_to } = paidMark
    const preview = await admin.post('/api/admin/bulk/payments/preview', {
      selection,
      membership_valid_to,
    })
    expect(preview).toMatchObject({
      affected: 59,
      left_out: [{ reason: 'Already paid for this period', count: 1 }],
    })
    const mark = { ...paidMark, paymentRef: 'bulk' }
    const pay = (more: object) =>
      admin.post('/api/admin/bulk/payments', { selection, mark, ...more })
    expect(await pay({ key: 'k' })).toMatchObject({ changed: 59, failures: [] })
    expect(await list('role=oem&paid=true&dues=paid')).toHaveLength(60)
    expect(await pay({})).toMatchObject({ changed: 0, failures: [] })
    expect((await pay({ replace: true })).changed).toBe(60)
    expect((await pay({ mark: { ...mark, ...nextYear } })).changed).toBe(60)
    expect(await admin.get('/api/admin/bulk/progress?key=k')).toBeNull()
    const [member] = await list(`role=oem&search=m1@ply`)
    expect(member).toMatchObject({ paid_until: '2026-03-31', payment_reference: 'bulk' })
  })

  test('leave out a member who has paid for some of the days, so that no receipt becomes void', async () => {
    const { admin, ids } = await open(engine, 2)
    await admin.put(`/api/admin/members/${ids[0]}/payment`, {
      ...paidMark,
      membership_valid_to: '2024-09-30',
    })
    const request = await expectFirstLeftOut(admin, ids)
    const entries = await admin.get(`/api/admin/members/${ids[0]}/payments`)
    expect(entries.map(({ kind }) => kind)).toEqual(['payment'])
    expect(
      await admin.post('/api/admin/bulk/payments', { ...request, replace: true }),
    ).toMatchObject({
      changed: 2,
    })
  })

  test('leave out a PENDING member whose earlier payment still counts, so that it stays', async () => {
    const { admin, ids } = await open(engine, 2)
    const pay = `/api/admin/members/${ids[0]}/payment`
    await admin.put(pay, paidMark)
    await admin.put(pay, { ...paidMark, ...nextYear, paymentRef: 'next year' })
    await admin.put(pay, { payment_status: false })
    await expectFirstLeftOut(admin, ids)
    expect(await admin.get(`/api/admin/members/${ids[0]}/payments`)).toHaveLength(3)
  })

  test('by two administrators at once are recorded once', async () => {
    const { admin, ids } = await open(engine, 10, { connections: 4 })
    const pay = (paymentRef: string) =>
      admin.post('/api/admin/bulk/payments', {
        selection: { ids },
        mark: { ...paidMark, paymentRef },
      })
    const results = await Promise.all([pay('first'), pay('second')])
    expect(results.map(({ changed }) => changed).toSorted()).toEqual([0, 10])
    const ledgers = await Promise.all(
      ids.map((id) => admin.get(`/api/admin/members/${id}/payments`)),
    )
    expect(ledgers.map((entries) => entries.map(({ kind }) => kind))).toEqual(
      ids.map(() => ['payment']),
    )
  })
})
