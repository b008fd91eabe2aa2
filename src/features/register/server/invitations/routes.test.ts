import { describe, expect, test } from 'vitest'
import { addMember } from '#features/members/server/record/enrol.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

const emailOf = (index: number) => `m${index}@teak.example`

/** Members without welcome mails in the outbox; returns their ids. */
async function addMembers(portal: TestPortal, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { id } = await addMember(portal.world, 'nobody', {
      ...newMemberOf('oem', emailOf(index)),
      name: `Member ${index}`,
    })
    ids.push(id)
  }
  await portal.mails()
  portal.mail.clear()
  return ids
}

describe.each(engines)('invitations on %s', (engine) => {
  test('are previewed, sent once to each member, and counted while they are sent', async () => {
    const portal = await testPortal(engine)
    const ids = await addMembers(portal, 5)
    const [inactive = '', signedIn = ''] = ids
    const admin = await portal.as('admin')
    await admin.put(`/api/admin/members/${inactive}/status`, { is_active: false })
    await portal.signIn(emailOf(1))
    const audience = { ids }
    const preview = await admin.post('/api/admin/invitations/preview', { audience })
    expect(preview.count).toBe(3)
    expect(preview.people.map(({ email }) => email)).toEqual([2, 3, 4].map(emailOf))
    expect(preview.left_out).toMatchObject([
      { reason: 'inactive', count: 1, people: [{ id: inactive }] },
      { reason: 'signed_in', count: 1, people: [{ id: signedIn }] },
    ])
    expect(preview.mail?.subject).toBe('Sign in to the PMA portal')
    expect(preview.mail?.text).toContain('Dear Member 2,')

    portal.advanceClock(minutes(1))
    const sending = await admin.post('/api/admin/invitations', { audience, count: 3 })
    expect(sending).toMatchObject({ total: 3, sent: 0, waiting: 3 })
    const progress = () => admin.get(`/api/admin/invitations/${sending.id}`)
    expect(await progress()).toMatchObject({ total: 3, sent: 0, failed: 0, waiting: 3 })
    portal.mail.reject(emailOf(4))
    const mails = await portal.mails()
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([2, 3].map(emailOf))
    expect(mails[0]?.text).toMatch(/\/login\?as=member#email=m\d%40teak\.example/)
    expect(mails[0]?.text).not.toContain('token')
    for (let attempt = 0; attempt < 5; attempt++) {
      portal.advanceClock(minutes(15))
      await portal.mails()
    }
    expect(await progress()).toMatchObject({ total: 3, sent: 2, failed: 1, waiting: 0 })
    expect(await admin.get(`/api/admin/members/${ids[2]}`)).toMatchObject({
      invited_at: '2025-01-05T09:01:00.000Z',
      last_sign_in_at: null,
    })
    const [entry] = await admin.get(`/api/admin/members/${ids[2]}/history`)
    expect(entry?.words).toContain('sent an invitation to sign in')
  })

  test('leave out who was invited this week unless included, and always who was invited today', async () => {
    const portal = await testPortal(engine)
    const ids = await addMembers(portal, 1)
    await portal.as('admin')
    const invite = async (include_recent: boolean) => {
      const admin = await portal.signIn('admin@teak.example')
      const body = { audience: { ids }, include_recent }
      const { count, left_out } = await admin.post('/api/admin/invitations/preview', body)
      if (count > 0) await admin.post('/api/admin/invitations', { ...body, count })
      return { count, reason: left_out[0]?.reason }
    }
    expect(await invite(false)).toMatchObject({ count: 1 })
    expect(await invite(true)).toEqual({ count: 0, reason: 'invited_today' })
    portal.advanceClock(days(1) + hours(1))
    expect(await invite(false)).toEqual({ count: 0, reason: 'invited_recently' })
    expect(await invite(true)).toMatchObject({ count: 1 })
    portal.advanceClock(days(7))
    expect(await invite(false)).toMatchObject({ count: 1 })
  })

  test('reach each member once when two administrators send at the same time', async () => {
    const portal = await testPortal(engine)
    const ids = await addMembers(portal, 4)
    const admin = await portal.as('admin')
    const request = { audience: { ids }, count: 4 }
    await Promise.allSettled([1, 2].map(() => admin.post('/api/admin/invitations', request)))
    expect(await portal.mails()).toHaveLength(4)
  })

  test('are refused when the recipients have changed since the preview', async () => {
    const portal = await testPortal(engine)
    const ids = await addMembers(portal, 2)
    await portal.signIn(emailOf(0))
    const admin = await portal.as('admin')
    await expect(
      admin.post('/api/admin/invitations', { audience: { ids }, count: 2 }),
    ).rejects.toThrow('409: The recipients have changed: 1 member can be invited now')
    expect(await portal.mails()).toEqual([])
  })

  test('go to everybody who has never signed in, and to the members of an import', async () => {
    const portal = await testPortal(engine)
    await addMembers(portal, 2)
    await portal.signIn(emailOf(0))
    const admin = await portal.as('admin')
    const preview = async (audience: unknown) =>
      (await admin.post('/api/admin/invitations/preview', { audience })).people.map(
        ({ email }) => email,
      )
    expect(await preview({ never_signed_in: true })).toEqual([emailOf(1)])
    const form = new FormData()
    const csv = 'Name,Company Name,Email,Mobile No.\nRavi Rao,Ply Co,ravi@ply.example,9825012345\n'
    form.append('file', new File([csv], 'oem-members.csv', { type: 'text/csv' }))
    const { batch } = await (await admin.request('POST', '/api/members/import', form)).json()
    expect(await preview({ import: batch })).toEqual(['ravi@ply.example'])
  })

  test('and sign-ins filter the register', async () => {
    const portal = await testPortal(engine)
    const ids = await addMembers(portal, 3)
    await portal.signIn(emailOf(0))
    const admin = await portal.as('admin')
    await admin.post('/api/admin/invitations', { audience: { ids: [ids[1]] }, count: 1 })
    const list = async (query: string) =>
      (await admin.get(`/api/admin/members?role=oem&sort=name&limit=50&${query}`)).map(
        ({ name }) => name,
      )
    expect(await list('signed_in=never')).toEqual(['Member 1', 'Member 2'])
    expect(await list('signed_in=yes')).toEqual(['Member 0'])
    expect(await list('signed_in=never&invited=no')).toEqual(['Member 2'])
    expect(await list('invited=yes')).toEqual(['Member 1'])
  })
})
