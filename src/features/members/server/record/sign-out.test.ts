import { describe, expect, test } from 'vitest'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

const sessionsOf = (id: string) => `/api/admin/members/${id}/sessions` as const

describe('signing out another person', () => {
  test('ends all their sessions and no others, and is recorded', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const vendor = await portal.as('vendor')
    const onDesk = await portal.as('oem')
    const onPhone = await portal.signIn(emailOf('oem'))
    const { id } = await onDesk.get('/api/user')
    expect(await admin.delete(sessionsOf(id))).toEqual({ message: 'Signed out everywhere' })
    for (const client of [onDesk, onPhone])
      expect((await client.request('GET', '/api/user')).status).toBe(401)
    expect(await vendor.get('/api/user')).toMatchObject({ role: 'vendor' })
    const [latest] = await admin.get(`/api/admin/members/${id}/history`)
    expect(latest).toMatchObject({ words: 'admin@teak.example signed them out everywhere' })
    expect(latest?.can_undo).toBe(false)
  })

  test('leaves the account active: the person signs in again', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { id } = await (await portal.as('oem')).get('/api/user')
    await admin.delete(sessionsOf(id))
    const again = await portal.signIn(emailOf('oem'))
    expect(await again.get('/api/user')).toMatchObject({ id, is_active: true })
  })

  test('also takes another administrator, but neither the caller nor a stranger', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    await admin.post('/api/admin/admins', { name: 'Tanvi Rao', email: 'tanvi@teak.example' })
    const other = await portal.signIn('tanvi@teak.example')
    const { id } = await other.get('/api/user')
    await admin.delete(sessionsOf(id))
    expect((await other.request('GET', '/api/user')).status).toBe(401)
    const own = (await admin.get('/api/user')).id
    await expect(admin.delete(sessionsOf(own))).rejects.toThrow('409: Use ')
    await expect(admin.delete(sessionsOf('no-such-id'))).rejects.toThrow('404: Member not found')
  })
})
