import { describe, expect, test } from 'vitest'
import { days, hours } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { posting } from '#test/support/samples.ts'
import type { Job } from '../answers.ts'

type Context = Awaited<ReturnType<typeof posted>>

async function posted(engine: Engine) {
  const portal = await testPortal(engine)
  await portal.as('admin')
  return post(portal, await portal.as('oem'))
}

async function post(portal: TestPortal, oem: TestClient) {
  const job = await oem.post('/api/jobs', posting)
  const path = `/api/jobs/${job.id}` as const
  const decide = async (status: string) =>
    (await portal.signIn(emailOf('admin'))).put(`/api/admin/jobs/${job.id}/status`, { status })
  return { portal, oem, job, path, decide }
}

const close = (status: string) => async (context: Context) => {
  await context.decide('approved')
  await context.oem.put(`${context.path}/status`, { status })
}

/** Brings a posting into a status. */
const arrange = {
  pending: async () => {},
  'on the board': (context: Context) => context.decide('approved'),
  rejected: (context: Context) => context.decide('rejected'),
  withdrawn: close('withdrawn'),
  filled: close('filled'),
  expired: async (context: Context) => {
    await context.decide('approved')
    context.portal.advanceClock(days(60))
    context.oem = await context.portal.signIn(emailOf('oem'))
  },
  'withdrawn unread': (context: Context) =>
    context.oem.put(`${context.path}/status`, { status: 'withdrawn' }),
  'changed and withdrawn': async (context: Context) => {
    await close('withdrawn')(context)
    await context.oem.put(context.path, { ...posting, title: 'Never read' })
  },
}

const actions = {
  edit: (context: Context) => context.oem.put(context.path, { ...posting, title: 'New words' }),
  'mark filled': (context: Context) =>
    context.oem.put(`${context.path}/status`, { status: 'filled' }),
  withdraw: (context: Context) =>
    context.oem.put(`${context.path}/status`, { status: 'withdrawn' }),
  renew: (context: Context) => context.oem.post(`${context.path}/renew`),
}

describe('a member', () => {
  test('saves at most 30 job postings an hour', async () => {
    const portal = await testPortal('SQLite')
    const oem = await portal.as('oem')
    for (let index = 0; index < 30; index++)
      await oem.post('/api/jobs', { ...posting, title: `Carpenter ${index}` })
    const refused = await oem.request('POST', '/api/jobs', posting)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'You have saved job postings 30 times within an hour. Please try again in 60 minutes.',
    ])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500)
    portal.advanceClock(hours(1) + 1000)
    await oem.post('/api/jobs', posting)
  })
})

describe.each(engines)('pay and openings on %s', (engine) => {
  const pay = { pay_min: 15000, pay_max: 20000, pay_period: 'month', openings: 3 }
  const none = { pay_min: null, pay_max: null, pay_period: null, openings: null }

  test('are optional, and stay when a caller does not send them', async () => {
    const { oem, job, path, portal } = await posted(engine)
    expect(job).toMatchObject(none)
    expect(await oem.put(path, { ...posting, ...pay })).toMatchObject(pay)
    expect(await oem.put(path, { ...posting, title: 'New' })).toMatchObject({
      title: 'New',
      ...pay,
    })
    const admin = await portal.signIn(emailOf('admin'))
    const edit = { ...posting, company_name: 'Teak & Co' }
    const adminPath = `/api/admin/jobs/${job.id}` as const
    expect(await admin.put(adminPath, edit)).toMatchObject(pay)
    expect(await admin.put(adminPath, { ...edit, ...none })).toMatchObject(none)
  })

  test('are posted with the job, and a changed one is reviewed again', async () => {
    const { oem, portal } = await posted(engine)
    const { id } = await oem.post('/api/jobs', { ...posting, ...pay, pay_min: '15,000' })
    const admin = await portal.signIn(emailOf('admin'))
    await admin.put(`/api/admin/jobs/${id}/status`, { status: 'approved' })
    expect(await oem.get(`/api/jobs/${id}`)).toMatchObject({ status: 'approved', ...pay })
    const edited = await oem.put(`/api/jobs/${id}`, { ...posting, ...pay, openings: 2 })
    expect(edited).toMatchObject({ status: 'pending', openings: 2 })
    const refused = await oem.request('PUT', `/api/jobs/${id}`, {
      ...posting,
      pay_min: 9,
      pay_max: 8,
    })
    expect([refused.status, refused.headers.get('Error-Field')]).toEqual([400, 'pay_max'])
  })
})

const table: [keyof typeof arrange, keyof typeof actions, string][] = [
  ['pending', 'edit', 'pending'],
  ['pending', 'mark filled', 'filled'],
  ['pending', 'withdraw', 'withdrawn'],
  ['pending', 'renew', '409: This job is pending review'],
  ['on the board', 'edit', 'pending'],
  ['on the board', 'mark filled', 'filled'],
  ['on the board', 'withdraw', 'withdrawn'],
  ['on the board', 'renew', 'approved'],
  ['rejected', 'edit', 'pending'],
  ['rejected', 'withdraw', '409: This job was rejected. Edit it to send it for review again.'],
  ['rejected', 'renew', '409: This job was rejected. Edit it to send it for review again.'],
  ['withdrawn', 'edit', 'withdrawn'],
  ['withdrawn', 'mark filled', '409: This job has been withdrawn'],
  ['withdrawn', 'withdraw', '409: This job has been withdrawn'],
  ['withdrawn', 'renew', 'approved'],
  ['filled', 'edit', 'filled'],
  ['filled', 'renew', 'approved'],
  ['filled', 'withdraw', '409: This job has been marked as filled'],
  ['expired', 'edit', 'pending'],
  ['expired', 'mark filled', 'filled'],
  ['expired', 'withdraw', '409: This job has expired and is no longer on the board'],
  ['expired', 'renew', 'approved'],
  ['withdrawn unread', 'renew', 'pending'],
  ['changed and withdrawn', 'renew', 'pending'],
]

async function expectEnd({ portal, oem, job }: Context, onBoard: boolean) {
  const end = new Date(portal.clock.now.getTime() + days(60)).toISOString()
  const own = await oem.get(`/api/jobs/${job.id}`)
  expect(own.expires_at).toBe(onBoard ? end : null)
  const board = await oem.get('/api/jobs')
  expect(board.some(({ id }) => id === job.id)).toBe(onBoard)
}

describe.each(engines)('own postings on %s', (engine) => {
  test.each(Object.keys(arrange))('allow the right actions when %s', async (way) => {
    const first = await posted(engine)
    for (const [, act, expected] of table.filter((row) => row[0] === way)) {
      const context = await post(first.portal, await first.portal.signIn(emailOf('oem')))
      await arrange[way as keyof typeof arrange](context)
      const outcome = actions[act](context).then(
        (job: Job) => job.status,
        (error: Error) => error.message,
      )
      expect([act, await outcome]).toEqual([act, expected])
      if (!expected.startsWith('409')) await expectEnd(context, expected === 'approved')
    }
  })

  test('stay on the board when an edit changes nothing', async () => {
    const context = await posted(engine)
    await context.decide('approved')
    expect(await context.oem.put(context.path, posting)).toMatchObject({ status: 'approved' })
    const rows = await context.portal.db
      .selectFrom('history')
      .select('act')
      .where('subject', '=', 'job')
      .execute()
    expect(rows.map(({ act }) => act)).toEqual(['posted', 'approved'])
  })

  test('can be closed only as withdrawn or filled', async () => {
    const context = await posted(engine)
    for (const status of ['approved', 'rejected', 'pending', undefined])
      await expect(context.oem.put(`${context.path}/status`, { status })).rejects.toThrow(
        '400: Please withdraw the job or mark it as filled',
      )
  })

  test('answer other posters as if they did not exist', async () => {
    const context = await posted(engine)
    await (await context.portal.as('admin')).post('/api/admin/members', {
      name: 'Meera',
      email: 'meera@oak.example',
      role: 'oem',
      company_name: 'Oak & Co',
      whatsapp_number: '9876543210',
    })
    const other = await context.portal.signIn('meera@oak.example')
    const foreign = { ...context, oem: other }
    const absent = { ...foreign, path: '/api/jobs/nobody' as const }
    for (const act of Object.values(actions))
      for (const where of [foreign, absent])
        await expect(act(where)).rejects.toThrow('404: Job not found')
    await expect(other.get(context.path)).rejects.toThrow('404: Job not found')
    expect(await other.get('/api/jobs/mine')).toEqual([])
    // On the board others can read it but not change it.
    await context.decide('approved')
    expect(await other.get(context.path)).toMatchObject({ title: posting.title })
    for (const act of Object.values(actions)) await expect(act(foreign)).rejects.toThrow('404')
  })

  test('are closed once by concurrent calls', async () => {
    const context = await posted(engine)
    await context.decide('approved')
    const answers = await Promise.all(
      ['filled', 'withdrawn', 'filled'].map((status) =>
        context.oem.request('PUT', `${context.path}/status`, { status }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})
