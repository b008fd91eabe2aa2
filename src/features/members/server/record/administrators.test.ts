import { describe, expect, test } from 'vitest'
import { listChanges } from '#platform/server/history/history.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { ensureAdmin, promoteAdmin, seedAdmin } from './administrators.ts'
import { changePerson } from './change-person.ts'
import { lockMember } from './load-member.ts'

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const enter = async (email: string) => {
    await ensureAdmin(portal.world, email)
    const browser = await portal.signIn(email)
    return { browser, id: (await browser.get('/api/user')).id as string }
  }
  const active = async () =>
    (
      await portal.db
        .selectFrom('person')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_active', '=', true)
        .execute()
    ).map(({ id }) => id)
  return {
    portal,
    active,
    one: await enter('one@teak.example'),
    two: await enter('two@teak.example'),
  }
}

describe.each(engines)('administrators on %s', (engine) => {
  test('keep at least one when two remove or deactivate each other concurrently', async () => {
    const { active, one, two, portal } = await open(engine)
    for (let round = 0; round < 8; round++) {
      const [left = ''] = await active()
      await portal.db
        .updateTable('person')
        .set({ is_active: true })
        .where('role', '=', 'admin')
        .execute()
      const [first, second] = await Promise.all(
        [
          [await portal.signIn('one@teak.example'), two.id] as const,
          [await portal.signIn('two@teak.example'), one.id] as const,
        ].map(([browser, id]) =>
          round % 2
            ? browser.request('DELETE', `/api/admin/admins/${id}`)
            : browser.request('PUT', `/api/admin/members/${id}/status`, { is_active: false }),
        ),
      )
      expect([first?.status, second?.status].toSorted()[0]).toBe(200)
      expect([401, 403]).toContain([first?.status, second?.status].toSorted()[1])
      expect(await active()).toHaveLength(1)
      expect(left).not.toBe('')
      await ensureAdmin(portal.world, 'one@teak.example')
      await ensureAdmin(portal.world, 'two@teak.example')
    }
  })

  test('are recorded with the name they were given', async () => {
    const { portal, one } = await open(engine)
    const admin = { name: 'Meera Rao', email: 'meera@teak.example' }
    await one.browser.post('/api/admin/admins', admin)
    const { id } = await (await portal.signIn(admin.email)).get('/api/user')
    expect((await listChanges(portal.db, 'person', id)).at(-1)).toMatchObject({
      action: 'made administrator',
      before: { name: '', role: null },
      after: { name: 'Meera Rao', role: 'admin' },
    })
    expect(await one.browser.get('/api/admin/members?search=meera%20rao')).toHaveLength(1)
  })

  test('have no payment, no visibility and no member data', async () => {
    const { one, two } = await open(engine)
    const path = `/api/admin/members/${two.id}` as const
    const paid = {
      payment_status: true,
      membership_valid_from: '2025-04-01',
      membership_valid_to: '2026-03-31',
      paymentAmount: 1,
    }
    for (const [to, payload] of [
      ['/payment', paid],
      ['/visibility', { is_visible: false }],
      ['/data', { name: 'Office' }],
    ] as const)
      await expect(one.browser.put(path + to, payload)).rejects.toThrow('404: Member not found')
    await expect(one.browser.delete(path)).rejects.toThrow(
      '409: Only removed members can be permanently deleted',
    )
  })

  test('stay removed at the next start, under each address they have had, until the operator adds them', async () => {
    const { portal, one, two } = await open(engine)
    const { world } = portal
    expect(await seedAdmin(world, 'one@teak.example')).toBe('unchanged')
    await portal.db.transaction().execute(async (db) => {
      const person = await lockMember(db, two.id)
      const values = { email: 'new@teak.example' }
      const now = world.now()
      const emails = { add: async () => {} }
      await changePerson(db, { actor: one.id, person, values, action: 'edited', now, emails })
    })
    await one.browser.delete(`/api/admin/admins/${two.id}`)
    for (const email of ['two@teak.example', 'new@teak.example'])
      expect([email, await seedAdmin(world, email)]).toEqual([email, 'removed'])
    expect(await promoteAdmin(world, 'new@teak.example')).toBe('added')
    expect(await promoteAdmin(world, 'new@teak.example')).toBe('unchanged')
    const browser = await portal.signIn('new@teak.example')
    expect(await browser.get('/api/user')).toMatchObject({ id: two.id, role: 'admin' })
    const acts = (await listChanges(portal.db, 'person', two.id)).map(({ action }) => action)
    expect(acts.slice(-2)).toEqual(['removed as administrator', 'made administrator'])
    // Deleted for good: no trace but the hash of the address is left.
    await portal.db
      .updateTable('person')
      .set({ is_active: false })
      .where('id', '=', two.id)
      .execute()
    expect(await seedAdmin(world, 'new@teak.example')).toBe('inactive')
    await portal.db.deleteFrom('person').where('id', '=', two.id).execute()
    expect(await seedAdmin(world, 'new@teak.example')).toBe('removed')
  })
})
