import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm, posting } from '#test/support/samples.ts'

describe.each(engines)('what is new for members on %s', (engine) => {
  test('has the members listed and the jobs posted in 30 days, without hidden members and those of the caller', async () => {
    const portal = await testPortal(engine)
    // Members of more than 30 days ago, who sign in again.
    for (const persona of ['admin', 'oem', 'vendor'] as const) await portal.as(persona)
    portal.advanceClock(days(31))
    const [admin, oem, vendor] = [
      await portal.signIn(emailOf('admin')),
      await portal.signIn(emailOf('oem')),
      await portal.signIn(emailOf('vendor')),
    ]
    const add = (name: string) =>
      admin.post('/api/admin/members', {
        ...memberForm('vendor', `${name}@ply.example`),
        name,
        company_name: name,
        factory_address: 'Survey 212, Morbi 363642, Gujarat',
      })
    expect(await vendor.get('/api/news')).toEqual({
      members: { count: 0, latest: [] },
      jobs: { count: 0, latest: [] },
    })
    for (const name of ['Anil', 'Bina', 'Kiran', 'Devi']) {
      portal.advanceClock(1000)
      await add(name)
    }
    const hidden = await add('Esha')
    await admin.put(`/api/admin/members/${hidden.id}/visibility`, { is_visible: false })
    const job = await oem.post('/api/jobs', posting)
    await admin.put(`/api/admin/jobs/${job.id}/status`, { status: 'approved' })

    const { members, jobs } = await vendor.get('/api/news')
    expect(members.count).toBe(4)
    expect(members.latest.map(({ name }) => name)).toEqual(['Devi', 'Kiran', 'Bina'])
    expect(members.latest[0]).toMatchObject({ city: 'Morbi' })
    expect(jobs).toEqual({
      count: 1,
      latest: [{ id: job.id, title: posting.title, location: posting.location }],
    })
    expect((await oem.get('/api/news')).jobs.count).toBe(0)
  })
})
