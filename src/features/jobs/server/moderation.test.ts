import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { days } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { posting } from '#test/support/samples.ts'

async function pendingJob(engine: Engine) {
  const portal = await testPortal(engine)
  const [oem, admin] = [await portal.as('oem'), await portal.as('admin')]
  const job = await oem.post('/api/jobs', posting)
  return { portal, oem, admin, job, status: `/api/admin/jobs/${job.id}/status` }
}

const recordedActs = async ({ portal, job }: Awaited<ReturnType<typeof pendingJob>>) => {
  const rows = await portal.db
    .selectFrom('history')
    .selectAll()
    .where('subject', '=', 'job')
    .execute()
  return rows.filter((row) => row.subject_id === job.id).map(({ act }) => act)
}

/** The total that the board reports in its header. */
const total = async (client: TestClient) =>
  Number((await client.request('GET', '/api/jobs?limit=1')).headers.get('X-Total-Count'))

describe.each(engines)('deciding on a job on %s', (engine) => {
  test('accepts one of two administrators and tells the other who decided', async () => {
    const { portal, oem, admin } = await pendingJob(engine)
    await ensureAdmin(portal.world, 'second@teak.example')
    const second = await portal.signIn('second@teak.example')
    for (let round = 1; round <= 5; round++) {
      const job = await oem.post('/api/jobs', posting)
      const status = `/api/admin/jobs/${job.id}/status` as const
      const answers = await Promise.all([
        admin.request('PUT', status, { status: 'approved' }),
        second.request('PUT', status, { status: 'rejected', reason: 'No' }),
        admin.request('PUT', status, { status: 'rejected' }),
        second.request('PUT', status, { status: 'approved' }),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
      const won = answers[0]?.ok || answers[2]?.ok ? emailOf('admin') : 'second@teak.example'
      const loser = won === emailOf('admin') ? second : admin
      const again = await loser.request('PUT', status, { status: 'approved' })
      expect(await again.text()).toMatch(
        new RegExp(`^${won} has already (approved|rejected) this job$`),
      )
      const letters = (await portal.mails()).filter((mail) => mail.subject?.includes('job'))
      expect(letters).toHaveLength(round)
    }
  })

  test('is refused after the poster has edited or withdrawn the job', async () => {
    const { portal, oem, admin, job, status } = await pendingJob(engine)
    portal.advanceClock(1000)
    await oem.put(`/api/jobs/${job.id}`, { ...posting, title: 'Something else' })
    const read = { status: 'approved', updated_at: job.updated_at }
    await expect(admin.put(status, read)).rejects.toThrow(
      '409: This job has changed since you opened it. Please read it again.',
    )
    await oem.put(`/api/jobs/${job.id}/status`, { status: 'withdrawn' })
    await expect(admin.put(status, { status: 'approved' })).rejects.toThrow(
      '409: The poster has withdrawn this job',
    )
    expect(await admin.get('/api/admin/approved-jobs')).toEqual([])
  })
})

describe('deciding on a job', () => {
  test('mails an approval to the poster, without user input in the subject', async () => {
    const { portal, admin, status } = await pendingJob('SQLite')
    expect(await admin.put(status, { status: 'approved' })).toMatchObject({ status: 'approved' })
    const mail = (await portal.mails()).at(-1)
    expect(mail?.envelope.to).toEqual([emailOf('oem')])
    expect(mail?.subject).toBe('Your job posting is now on the job board')
    expect(mail?.text).toContain('“Press operator”')
    expect(mail?.text).toContain('until 6 March 2025')
  })

  test('mails a rejection to the poster, with the reason in the body only', async () => {
    const context = await pendingJob('SQLite')
    const { portal, oem, admin, status, job } = context
    const reason = 'Please name the <b>wage</b>\nand the shift.'
    expect(await admin.put(status, { status: 'rejected', reason })).toMatchObject({
      status: 'rejected',
      decision_reason: reason,
    })
    const mail = (await portal.mails()).at(-1)
    expect(mail?.envelope.to).toEqual([emailOf('oem')])
    expect(mail?.subject).toBe('Your job posting was not approved')
    expect(mail?.text).toContain('Please name the <b>wage</b>')
    expect(mail?.html).toContain('Please name the &lt;b&gt;wage&lt;/b&gt;<br>and the shift.')
    expect(await oem.get('/api/jobs/mine')).toMatchObject([{ decision_reason: reason }])
    await expect((await portal.as('vendor')).get(`/api/jobs/${job.id}`)).rejects.toThrow('404')
    expect(await recordedActs(context)).toEqual(['posted', 'rejected'])
  })

  test.each(['pending', 'filled', '', undefined])('refuses status %j', async (status) => {
    const { admin, job } = await pendingJob('SQLite')
    await expect(admin.put(`/api/admin/jobs/${job.id}/status`, { status })).rejects.toThrow(
      '400: Please approve or reject the job',
    )
  })
})

describe.each(engines)('an approved job on %s', (engine) => {
  test.each([
    [days(60) - 1, 1],
    [days(60), 0],
  ])('counts on the board %i ms after approval: %i', async (late, expected) => {
    const { portal, job } = await pendingJob(engine)
    await portal.as('vendor')
    portal.advanceClock(days(3))
    const admin = await portal.signIn(emailOf('admin'))
    await admin.put(`/api/admin/jobs/${job.id}/status`, { status: 'approved' })
    portal.advanceClock(late)
    const vendor = await portal.signIn(emailOf('vendor'))
    expect(await vendor.get('/api/jobs')).toHaveLength(expected)
    expect(await total(vendor)).toBe(expected)
    if (expected === 0) await expect(vendor.get(`/api/jobs/${job.id}`)).rejects.toThrow('404')
    const again = await portal.signIn(emailOf('admin'))
    expect(await again.get('/api/admin/approved-jobs')).toMatchObject([{ id: job.id }])
  })

  test('is off the board while its poster is inactive', async () => {
    const { portal, admin, status } = await pendingJob(engine)
    await admin.put(status, { status: 'approved' })
    const vendor = await portal.as('vendor')
    const setActive = (is_active: boolean) =>
      portal.db
        .updateTable('person')
        .set({ is_active })
        .where('email', '=', emailOf('oem'))
        .execute()
    await setActive(false)
    expect(await vendor.get('/api/jobs')).toEqual([])
    expect(await total(vendor)).toBe(0)
    expect(await admin.get('/api/admin/approved-jobs')).toHaveLength(1)
    await setActive(true)
    expect(await vendor.get('/api/jobs')).toHaveLength(1)
  })

  test("stays approved after an administrator's edit and is found by the new text", async () => {
    const context = await pendingJob(engine)
    const { portal, admin, job, status } = context
    await admin.put(status, { status: 'approved' })
    const changed = { ...posting, title: 'Veneer cutter', company_name: 'Teak Group' }
    expect(await admin.put(`/api/admin/jobs/${job.id}`, changed)).toMatchObject({
      ...changed,
      status: 'approved',
    })
    const vendor = await portal.as('vendor')
    expect(await vendor.get('/api/jobs?search=veneer+group')).toHaveLength(1)
    expect(await vendor.get('/api/jobs?search=operator')).toEqual([])
    expect(await recordedActs(context)).toEqual(['posted', 'approved', 'edited'])
  })

  test('is deleted once, including from saved jobs', async () => {
    const context = await pendingJob(engine)
    const { portal, admin, job, status } = context
    await admin.put(status, { status: 'approved' })
    const vendor = await portal.as('vendor')
    await vendor.put(`/api/jobs/${job.id}/saved`, { saved: true })
    await admin.delete(`/api/admin/jobs/${job.id}`)
    expect(await vendor.get('/api/jobs')).toEqual([])
    expect(await vendor.get('/api/jobs/saved')).toEqual([])
    await expect(admin.delete(`/api/admin/jobs/${job.id}`)).rejects.toThrow('404: Job not found')
    expect(await recordedActs(context)).toEqual(['posted', 'approved', 'deleted'])
  })
})

describe('an approved job', () => {
  test.each([
    ['title', 'Title is required'],
    ['company_name', 'Company name is required'],
    ['description', 'Description is required'],
    ['location', 'Location is required'],
    ['how_to_apply', 'How to apply information is required'],
  ])('cannot be edited without %s: %s', async (field, message) => {
    const { admin, job } = await pendingJob('SQLite')
    const wrong = { ...posting, company_name: 'Teak & Co', [field]: ' ' }
    await expect(admin.put(`/api/admin/jobs/${job.id}`, wrong)).rejects.toThrow(`400: ${message}`)
  })
})
