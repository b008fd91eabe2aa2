import { describe, expect, test } from 'vitest'
import { days } from '#shared/dates.ts'
import { posting } from '#test/samples.ts'
import {
  type Browser,
  type Engine,
  emailOf,
  engines,
  type TestPortal,
  testPortal,
} from '#test/world.ts'
import type { Job } from '../contract.ts'

type Context = Awaited<ReturnType<typeof posted>>

async function posted(engine: Engine) {
  const portal = await testPortal(engine)
  await portal.as('admin')
  return post(portal, await portal.as('oem'))
}

async function post(portal: TestPortal, oem: Browser) {
  const job = await oem.post('/api/jobs', posting)
  const path = `/api/jobs/${job.id}`
  const decide = async (status: string) =>
    (await portal.signIn(emailOf('admin'))).put(`/api/admin/jobs/${job.id}/status`, { status })
  return { portal, oem, job, path, decide }
}

const close = (status: string) => async (at: Context) => {
  await at.decide('approved')
  await at.oem.put(`${at.path}/status`, { status })
}

/** Ways to bring a posting to where it stands. */
const ways = {
  pending: async () => {},
  'on the board': (at: Context) => at.decide('approved'),
  rejected: (at: Context) => at.decide('rejected'),
  withdrawn: close('withdrawn'),
  filled: close('filled'),
  expired: async (at: Context) => {
    await at.decide('approved')
    at.portal.pass(days(60))
    at.oem = await at.portal.signIn(emailOf('oem'))
  },
  'withdrawn unread': (at: Context) => at.oem.put(`${at.path}/status`, { status: 'withdrawn' }),
  'changed and withdrawn': async (at: Context) => {
    await close('withdrawn')(at)
    await at.oem.put(at.path, { ...posting, title: 'Never read' })
  },
}

const acts = {
  edit: (at: Context) => at.oem.put(at.path, { ...posting, title: 'New words' }),
  'mark filled': (at: Context) => at.oem.put(`${at.path}/status`, { status: 'filled' }),
  withdraw: (at: Context) => at.oem.put(`${at.path}/status`, { status: 'withdrawn' }),
  renew: (at: Context) => at.oem.post(`${at.path}/renew`),
}

const table: [keyof typeof ways, keyof typeof acts, string][] = [
  ['pending', 'edit', 'pending'],
  ['pending', 'mark filled', 'filled'],
  ['pending', 'withdraw', 'withdrawn'],
  ['pending', 'renew', '409: This job still waits for review'],
  ['on the board', 'edit', 'pending'],
  ['on the board', 'mark filled', 'filled'],
  ['on the board', 'withdraw', 'withdrawn'],
  ['on the board', 'renew', 'approved'],
  ['rejected', 'edit', 'pending'],
  ['rejected', 'withdraw', '409: This job was rejected; change it, and it will be reviewed again'],
  ['rejected', 'renew', '409: This job was rejected; change it, and it will be reviewed again'],
  ['withdrawn', 'edit', 'withdrawn'],
  ['withdrawn', 'mark filled', '409: This job has been withdrawn'],
  ['withdrawn', 'withdraw', '409: This job has been withdrawn'],
  ['withdrawn', 'renew', 'approved'],
  ['filled', 'edit', 'filled'],
  ['filled', 'renew', 'approved'],
  ['filled', 'withdraw', '409: This job has been marked filled'],
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
  const board: Job[] = await oem.get('/api/jobs')
  expect(board.some(({ id }) => id === job.id)).toBe(onBoard)
}

describe.each(engines)('a posting of one’s own, on %s,', (engine) => {
  test.each(Object.keys(ways))('that is %s', async (way) => {
    const first = await posted(engine)
    for (const [, act, expected] of table.filter((row) => row[0] === way)) {
      const at = await post(first.portal, await first.portal.signIn(emailOf('oem')))
      await ways[way as keyof typeof ways](at)
      const outcome = acts[act](at).then(
        (job: Job) => job.status,
        (error: Error) => error.message,
      )
      expect([act, await outcome]).toEqual([act, expected])
      if (!expected.startsWith('409')) await expectEnd(at, expected === 'approved')
    }
  })

  test('stays on the board when an edit changes nothing', async () => {
    const at = await posted(engine)
    await at.decide('approved')
    expect(await at.oem.put(at.path, posting)).toMatchObject({ status: 'approved' })
    const rows = await at.portal.db
      .selectFrom('history')
      .select('act')
      .where('subject', '=', 'job')
      .execute()
    expect(rows.map(({ act }) => act)).toEqual(['posted', 'approved'])
  })

  test('takes no other closing', async () => {
    const at = await posted(engine)
    for (const status of ['approved', 'rejected', 'pending', undefined])
      await expect(at.oem.put(`${at.path}/status`, { status })).rejects.toThrow(
        '400: Please withdraw the job or mark it filled',
      )
  })

  test('cannot be told from an absent one by anybody else', async () => {
    const at = await posted(engine)
    await (await at.portal.as('admin')).post('/api/admin/members', {
      name: 'Meera',
      email: 'meera@oak.example',
      role: 'oem',
      company_name: 'Oak & Co',
      whatsapp_number: '9876543210',
    })
    const other = await at.portal.signIn('meera@oak.example')
    const foreign = { ...at, oem: other }
    const absent = { ...foreign, path: '/api/jobs/nobody' }
    for (const act of Object.values(acts))
      for (const where of [foreign, absent])
        await expect(act(where)).rejects.toThrow('404: Job not found')
    await expect(other.get(at.path)).rejects.toThrow('404: Job not found')
    expect(await other.get('/api/jobs/mine')).toEqual([])
    // On the board it can be read, and still not touched.
    await at.decide('approved')
    expect(await other.get(at.path)).toMatchObject({ title: posting.title })
    for (const act of Object.values(acts)) await expect(act(foreign)).rejects.toThrow('404')
  })

  test('is closed once when it is closed twice at once', async () => {
    const at = await posted(engine)
    await at.decide('approved')
    const answers = await Promise.all(
      ['filled', 'withdrawn', 'filled'].map((status) =>
        at.oem.ask('PUT', `${at.path}/status`, { status }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})
