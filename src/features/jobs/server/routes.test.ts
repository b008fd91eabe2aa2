import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { posting } from '#test/support/samples.ts'
import type { Job } from '../answers.ts'

describe.each(engines)('posting a job on %s', (engine) => {
  test('keeps it off the board until an administrator approves it', async () => {
    const portal = await testPortal(engine)
    const [oem, vendor, admin] = await Promise.all([
      portal.as('oem'),
      portal.as('vendor'),
      portal.as('admin'),
    ])
    const answer = await oem.request('POST', '/api/jobs', posting)
    expect(answer.status).toBe(201)
    const job = (await answer.json()) as Job
    expect(job).toMatchObject({ ...posting, company_name: 'Teak & Co', status: 'pending' })
    expect(await vendor.get('/api/jobs')).toEqual([])
    await expect(vendor.get(`/api/jobs/${job.id}`)).rejects.toThrow('404: Job not found')
    expect(await admin.get('/api/admin/pending-jobs')).toMatchObject([{ id: job.id }])
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingJobs: 1 })

    portal.advanceClock(1000)
    await admin.put(`/api/admin/jobs/${job.id}/status`, { status: 'approved' })
    expect(await vendor.get('/api/jobs')).toMatchObject([
      { id: job.id, status: 'approved', created_at: '2025-01-05T09:00:00.000Z', saved: false },
    ])
    expect(await vendor.get(`/api/jobs/${job.id}`)).toMatchObject({ id: job.id })
    expect(await admin.get('/api/admin/stats')).toMatchObject({ pendingJobs: 0 })
  })

  test('takes company and poster from the session, not from the body', async () => {
    const portal = await testPortal(engine)
    const [oem, admin] = [await portal.as('oem'), await portal.as('admin')]
    const { id: adminId } = await admin.get('/api/user')
    const ignored = { company_name: 'Rival', poster_id: adminId, status: 'approved', id: 'mine' }
    const job = await oem.post('/api/jobs', { ...posting, ...ignored })
    expect(job).toMatchObject({ company_name: 'Teak & Co', status: 'pending' })
    expect(job.id).not.toBe('mine')
    expect(await oem.get('/api/jobs/mine')).toHaveLength(1)
  })

  test('creates one job for concurrent requests with one key', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const send = (words = posting, key = 'form-1') =>
      oem.request('POST', '/api/jobs', words, { 'Idempotency-Key': key })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()))
    const jobs = (await Promise.all(answers.map((answer) => answer.json()))) as Job[]
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201)).toBe(true)

    const other = await send({ ...posting, title: 'Another' })
    expect([other.status, await other.text()]).toEqual([
      409,
      'You have already posted this job as “Press operator”. You can edit it under My Postings.',
    ])
    expect(await oem.get('/api/jobs/mine')).toHaveLength(1)
    expect((await send({ ...posting, title: 'Another' }, 'form-2')).status).toBe(201)
    expect((await send(posting, 'k'.repeat(201))).status).toBe(400)
  })

  test('answers a repeated key beyond the limit', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const send = (key: string) =>
      oem.request('POST', '/api/jobs', posting, { 'Idempotency-Key': key })
    const first = await (await send('form 0')).json()
    for (let count = 1; count < limits.postings.max; count += 1) await send(`form ${count}`)
    expect((await send('one more')).status).toBe(429)
    const repeated = await send('form 0')
    expect([repeated.status, await repeated.json()]).toEqual([201, first])
  })

  test('keeps the keys of two posters apart', async () => {
    const portal = await testPortal(engine)
    const [oem, admin] = [await portal.as('oem'), await portal.as('admin')]
    const member = { name: 'Meera', email: 'meera@oak.example', role: 'oem' }
    await admin.post('/api/admin/members', {
      ...member,
      company_name: 'Oak & Co',
      whatsapp_number: '9876543210',
    })
    const other = await portal.signIn(member.email)
    const key = { 'Idempotency-Key': 'one' }
    await oem.request('POST', '/api/jobs', posting, key)
    const answer = await other.request('POST', '/api/jobs', posting, key)
    expect(await answer.json()).toMatchObject({ company_name: 'Oak & Co' })
    expect(await admin.get('/api/admin/pending-jobs')).toHaveLength(2)
  })

  test('is recorded in the history and sends no mail', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    const { id } = await oem.post('/api/jobs', posting)
    const rows = await portal.db
      .selectFrom('history')
      .selectAll()
      .where('subject_id', '=', id)
      .execute()
    const { id: asha } = await oem.get('/api/user')
    expect(rows).toMatchObject([{ subject: 'job', act: 'posted', actor_id: asha, before: null }])
    const about = (await portal.mails()).filter((mail) => mail.subject?.includes('job'))
    expect(about).toEqual([])
    expect(emailOf('oem')).toBe('oem@teak.example')
  })
})

describe('posting a job', () => {
  test.each([
    ['title', 'Job title is required'],
    ['description', 'Job description is required'],
    ['location', 'Location is required'],
    ['how_to_apply', 'How to apply information is required'],
    ['location_type', 'Please select a location type'],
    ['employment_type', 'Please select an employment type'],
  ])('is refused without %s: %s', async (field, message) => {
    const portal = await testPortal('SQLite')
    const oem = await portal.as('oem')
    for (const wrong of [undefined, null, '', '  \n', 7])
      await expect(oem.post('/api/jobs', { ...posting, [field]: wrong })).rejects.toThrow(
        `400: ${message}`,
      )
    expect(await oem.get('/api/jobs/mine')).toEqual([])
  })
})
