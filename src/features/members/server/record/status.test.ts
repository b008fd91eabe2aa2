import { describe, expect, test } from 'vitest'
import { testPortal } from '#test/support/portal/test-portal.ts'

describe('status of a member', () => {
  const open = async () => {
    const portal = await testPortal('SQLite')
    const { id } = await (await portal.as('oem')).get('/api/user')
    const admin = await portal.as('admin')
    return { portal, admin, path: `/api/admin/members/${id}` as const }
  }

  test.each([
    ['/status', { is_active: false }],
    ['/visibility', { is_visible: false }],
  ])('is not changed at %s when the member has been changed since', async (to, change) => {
    const { portal, admin, path } = await open()
    const { updated_at, name, company_name, whatsapp_number } = await admin.get(path)
    portal.advanceClock(60_000)
    await admin.put(path, { name, company_name, whatsapp_number, remarks: 'New' })
    const stale = await admin.request('PUT', path + to, { ...change, updated_at })
    expect([stale.status, await stale.text()]).toEqual([
      409,
      'admin@teak.example has changed the remarks since you opened it; please load it again',
    ])
    expect(await admin.get(path)).toMatchObject({ is_active: true, is_visible: true })
    const current = await admin.get(path)
    await admin.put(path + to, { ...change, updated_at: current.updated_at })
    expect(await admin.get(path)).toMatchObject(change)
  })

  test('is not changed to inactive by administrators themselves, who lose their session by others', async () => {
    const { portal, admin } = await open()
    await admin.post('/api/admin/admins', { name: 'Tanvi Rao', email: 'tanvi@teak.example' })
    const other = await portal.signIn('tanvi@teak.example')
    const statusOf = async (client: typeof admin) =>
      `/api/admin/members/${(await client.get('/api/user')).id}/status`
    const own = await admin.request('PUT', await statusOf(admin), { is_active: false })
    expect([own.status, await own.text()]).toEqual([
      409,
      'You cannot deactivate yourself; ask another administrator',
    ])
    await admin.put(await statusOf(other), { is_active: false })
    expect((await other.request('GET', '/api/user')).status).toBe(401)
  })
})
