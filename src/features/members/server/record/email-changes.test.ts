import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'
import { addMember } from './enrol.ts'

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', 'asha@ply.example'))
  await portal.mails()
  portal.mail.clear()
  const path = `/api/admin/members/${id}/data` as const
  const setEmail = async (email: string) => {
    portal.advanceClock(1000)
    return admin.put(path, { email })
  }
  const allMails = async () => {
    const list = (await portal.mails()).map(({ envelope, subject, text }) => ({
      to: envelope.to.join(),
      subject,
      text,
    }))
    portal.mail.clear()
    return list
  }
  /** Those to members. */
  const mails = async () => (await allMails()).filter(({ to }) => to !== emailOf('admin'))
  return { portal, admin, id, path, setEmail, mails, allMails }
}

describe.each(engines)('a change of the email on %s', (engine) => {
  test('mails the old and the new address', async () => {
    const { setEmail, mails } = await open(engine)
    await setEmail('new@ply.example')
    const [first, second, ...others] = (await mails()).toSorted((a, b) => a.to.localeCompare(b.to))
    expect(others).toEqual([])
    expect(first).toMatchObject({
      to: 'asha@ply.example',
      subject: 'Your sign-in email for Panel was changed',
      text: expect.stringContaining('Sign-in links now go to n•••@ply.example.'),
    })
    expect(second).toMatchObject({
      to: 'new@ply.example',
      subject: 'Sign in to Panel with this email',
    })
  })

  test('removes the email of a member, who cannot sign in until there is a new one', async () => {
    const { portal, admin, id, setEmail, mails } = await open(engine)
    const asha = await portal.signIn('asha@ply.example')
    expect(await setEmail('')).toMatchObject({ email: '' })
    await expect(asha.get('/api/user')).rejects.toThrow('401')
    expect((await mails()).map(({ to }) => to)).toEqual(['asha@ply.example'])
    expect(await admin.get('/api/admin/members?email=none')).toMatchObject([{ id }])

    const other = await addMember(
      portal.world,
      'nobody',
      newMemberOf('vendor', 'other@ply.example'),
    )
    await admin.put(`/api/admin/members/${other.id}/data`, { email: '' })
    await mails()
    for (const type of ['member', 'admin', 'jobseeker']) {
      const answer = await portal
        .visitor()
        .request('POST', '/api/auth/request-link', { email: '', type })
      expect(answer.status).toBe(400)
    }

    await setEmail('back@ply.example')
    expect((await mails()).map(({ to }) => to)).toEqual(['back@ply.example'])
    const back = await portal.signIn('back@ply.example')
    expect(await back.get('/api/user')).toMatchObject({ id, role: 'oem' })
  })

  test('is mailed when it is undone', async () => {
    const { admin, id, setEmail, mails } = await open(engine)
    await setEmail('new@ply.example')
    await mails()
    const [change] = await admin.get(`/api/admin/members/${id}/history`)
    await admin.post(`/api/admin/history/${change?.id}/undo`)
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual([
      'asha@ply.example',
      'new@ply.example',
    ])
  })

  test('is also made in Edit Member, by an administrator who has confirmed it is them', async () => {
    const { portal, admin, id, mails } = await open(engine)
    const member = await admin.get(`/api/admin/members/${id}`)
    portal.advanceClock(1000)
    expect(
      await admin.put(`/api/admin/members/${id}`, { ...member, email: 'New@ply.example' }),
    ).toMatchObject({ email: 'new@ply.example' })
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual([
      'asha@ply.example',
      'new@ply.example',
    ])
    const self = await admin.get('/api/user')
    await expect(
      admin.put(`/api/admin/members/${self.id}`, {
        ...member,
        updated_at: undefined,
        email: 'other@ply.example',
      }),
    ).rejects.toThrow('400: The email of an administrator cannot be changed here')
  })

  test('to an invalid one is refused', async () => {
    const { setEmail, mails } = await open(engine)
    await expect(setEmail('no address')).rejects.toThrow('400: Invalid email address')
    expect(await mails()).toEqual([])
  })
})
