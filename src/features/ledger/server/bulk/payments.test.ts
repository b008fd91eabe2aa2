import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { nextYear, paidMark } from '#test/support/payments.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { testPortal } from '#test/support/test-portal.ts'

describe.each(engines)('actions on a selection of members on %s', (engine) => {
  const open = async (options?: { connections: number }) => {
    const portal = await testPortal(engine, options)
    const admin = await portal.as('admin')
    const ids: string[] = []
    for (let i = 0; i < 60; i += 1) {
      const { id } = await addMember(
        portal.world,
        'nobody',
        newMemberOf('oem', `m${i}@ply.example`),
      )
      ids.push(id)
    }
    const list = (query: string) => admin.get(`/api/admin/members?${query}`)
    const selection = { query: { role: 'oem', search: 'ply.example' }, count: 60 }
    return { portal, admin, ids, list, selection }
  }

  test('hide and deactivate everybody in a list but the exceptions', async () => {
    const { admin, ids, list, selection } = await open()
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
    const { portal, admin, ids, selection } = await open()
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
    const { admin, list } = await open()
    const [me] = await list('role=admin')
    const request = { selection: { ids: [me?.id] }, action: 'deactivate' }
    expect(await admin.post('/api/admin/bulk/members/preview', request)).toMatchObject({
      affected: 0,
      left_out: [{ reason: 'Not a member', count: 1 }],
    })
    expect((await admin.post('/api/admin/bulk/members', request)).changed).toBe(0)
  })

  test('mark paid, without those who have paid unless payments are replaced', async () => {
    const { admin, ids, list, selection } = await open()
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

  test('leave out whoever has paid for some of the days, so that no receipt becomes void', async () => {
    const { admin, ids } = await open()
    await admin.put(`/api/admin/members/${ids[0]}/payment`, {
      ...paidMark,
      membership_valid_to: '2024-09-30',
    })
    const request = {
      selection: { ids: ids.slice(0, 2) },
      mark: { ...paidMark, paymentRef: 'bulk' },
    }
    const { membership_valid_to } = paidMark
    expect(
      await admin.post('/api/admin/bulk/payments/preview', { ...request, membership_valid_to }),
    ).toMatchObject({
      affected: 1,
      left_out: [{ reason: 'Already paid for this period', members: [{ id: ids[0] }] }],
      outcome: { replaces: { payments: 0 } },
    })
    expect(await admin.post('/api/admin/bulk/payments', request)).toMatchObject({ changed: 1 })
    const entries = await admin.get(`/api/admin/members/${ids[0]}/payments`)
    expect(entries.map(({ kind }) => kind)).toEqual(['payment'])
    expect(
      await admin.post('/api/admin/bulk/payments', { ...request, replace: true }),
    ).toMatchObject({
      changed: 2,
    })
  })

  test('of two administrators who mark the same members paid concurrently, the second replaces nothing', async () => {
    const { admin, ids } = await open({ connections: 4 })
    const firstIds = ids.slice(0, 10)
    const pay = (paymentRef: string) =>
      admin.post('/api/admin/bulk/payments', {
        selection: { ids: firstIds },
        mark: { ...paidMark, paymentRef },
      })
    const results = await Promise.all([pay('first'), pay('second')])
    expect(results.map(({ changed }) => changed).toSorted()).toEqual([0, 10])
    const ledgers = await Promise.all(
      firstIds.map((id) => admin.get(`/api/admin/members/${id}/payments`)),
    )
    expect(ledgers.map((entries) => entries.map(({ kind }) => kind))).toEqual(
      firstIds.map(() => ['payment']),
    )
  })
})
