import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { engines } from '#test/support/engines.ts'
import { ashaRow, importHeadings, openImporter } from '#test/support/portal/imports.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

describe.each(engines)('the checklist of the first day on %s', (engine) => {
  test('ticks itself off as the portal is set up', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const checklist = () => admin.get('/api/admin/first-day')
    const undone = {
      name: false,
      association: true,
      logo: false,
      dues: false,
      members: false,
      invitations: false,
      administrator: false,
    }
    expect(await checklist()).toEqual({ steps: undone, dismissed: false })

    const { name: _none, ...user } = await admin.get('/api/user')
    await admin.put('/api/profile', { ...user, name: 'Asha Patil' })
    await admin.put('/api/admin/settings', { dues_oem: '5000', upi_id: 'pma@bank' })
    await ensureAdmin(portal.world, 'second@teak.example')
    await portal.as('oem')
    const most = { ...undone, name: true, dues: true, members: true, administrator: true }
    // The test's member has signed in, so that there is nobody to invite.
    expect((await checklist()).steps).toEqual({ ...most, invitations: true })
  })

  test('asks to invite imported members, not those who got the welcome mail', async () => {
    const { portal, admin, write } = await openImporter(engine)
    const isDone = async () => (await admin.get('/api/admin/first-day')).steps.invitations
    await addMember(portal.world, 'nobody', newMemberOf('oem', 'new@ply.example'))
    expect(await isDone()).toBe(true)
    await write(`${importHeadings}\n${ashaRow}\n`)
    expect(await isDone()).toBe(false)
  })

  test('is hidden for every administrator until it is shown again', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const other = 'second@teak.example'
    await ensureAdmin(portal.world, other)
    expect((await admin.put('/api/admin/first-day', { dismissed: true })).dismissed).toBe(true)
    const second = await portal.signIn(other)
    expect((await second.get('/api/admin/first-day')).dismissed).toBe(true)
    await second.put('/api/admin/first-day', { dismissed: false })
    expect((await admin.get('/api/admin/first-day')).dismissed).toBe(false)
  })
})
