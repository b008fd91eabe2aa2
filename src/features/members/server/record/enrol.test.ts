import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'
import { ensureAdmin } from './administrators.ts'

const path = '/api/admin/members'
const ply = () => memberForm('vendor', 'ply@sagwan.example')

describe.each(engines)('e-mail address of a new member on %s', (engine) => {
  test.each([
    ['vendor', emailOf('vendor'), 'Ravi Kumar of Sagwan Supplies'],
    ['vendor', ' VENDOR@Teak.Example ', 'Ravi Kumar of Sagwan Supplies'],
    ['admin', emailOf('admin'), 'an administrator'],
  ] as const)(
    'is refused when a %s has it (typed %s), naming the owner',
    async (holder, typed, who) => {
      const portal = await testPortal(engine)
      const admin = await portal.as('admin')
      await portal.as(holder)
      await expect(admin.post(path, { ...ply(), email: typed })).rejects.toThrow(
        new Error(`409: This email already belongs to ${who}`),
      )
    },
  )

  test('is refused with the same code and field on both ways to give it', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('vendor')
    const { id } = await admin.post(path, ply())
    const answers = [
      await admin.request('POST', path, { ...ply(), email: emailOf('admin') }),
      await admin.request('PUT', `${path}/${id}/data`, { email: emailOf('admin') }),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('Error-Code')).toBe('email-taken')
      expect(answer.headers.get('Error-Field')).toBe('email')
      expect(await answer.text()).toBe('This email already belongs to an administrator')
    }
  })

  test('is refused when a deleted user has it', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await admin.post(path, ply())
    await portal.db
      .updateTable('person')
      .set({ is_active: false })
      .where('role', '=', 'vendor')
      .execute()
    await expect(admin.post(path, ply())).rejects.toThrow(
      '409: This email already belongs to Ravi Kumar of Sagwan Supplies, a deleted user',
    )
  })

  test('is refused when a deleted job seeker has it', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('seeker')
    await portal.db
      .updateTable('person')
      .set({ is_active: false })
      .where('role', 'is', null)
      .execute()
    await expect(admin.post(path, { ...ply(), email: emailOf('seeker') })).rejects.toThrow(
      new Error('409: This email already belongs to a deleted user'),
    )
  })

  test('makes a job seeker who has it a member and ends their sessions', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const seeker = await portal.as('seeker')
    const before = await seeker.get('/api/user')
    portal.advanceClock(days(1))
    const added = await admin.request('POST', path, memberForm('oem', emailOf('seeker')))
    expect(added.status).toBe(401) // An administrator's own session is over after two idle hours.
    const again = await portal.signIn(emailOf('admin'))
    await again.post(path, memberForm('oem', emailOf('seeker')))
    await expect(seeker.get('/api/user')).rejects.toThrow('401')
    const member = await portal.signIn(emailOf('seeker'))
    expect(await member.get('/api/user')).toMatchObject({
      id: before.id,
      role: 'oem',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
      created_at: '2025-01-06T09:00:00.000Z',
    })
  })

  test('is accepted once when ten requests add it at the same time, also when a job seeker has it', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('seeker')
    for (const email of ['ply@sagwan.example', emailOf('seeker')]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => admin.request('POST', path, memberForm('oem', email))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
      const refused = answers.find(({ status }) => status === 409)
      expect(await refused?.text()).toBe('This email already belongs to Asha Patil of Teak & Co')
    }
    expect(await admin.get('/api/admin/stats')).toMatchObject({ totalMembers: 2 })
    expect(await portal.db.selectFrom('issued_number').select('number').execute()).toHaveLength(2)
  })

  test('makes one administrator when several processes start concurrently', async () => {
    const { world } = await testPortal(engine)
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => ensureAdmin(world, 'boss@teak.example')),
    )
    expect(outcomes).toContain('added')
    expect(await ensureAdmin(world, 'boss@teak.example')).toBe('unchanged')
  })
})
