/** Lists of a portal with DATABASE_REPLICA_URL, a real standby. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgresPair } from '#test/drills/cluster/postgres-pair.ts'
import { eventually } from '#test/support/eventually.ts'
import { freePort } from '#test/support/free-port.ts'
import { newPortalSettings, startPortal } from '#test/support/operator.ts'
import { queryPostgres } from '#test/support/query-database.ts'
import { storeCookie } from '#test/support/test-client.ts'

async function start() {
  const pair = await startPostgresPair()
  onTestFinished(pair.stop)
  const primary = pair.url('portal')
  const standby = new URL(primary)
  standby.port = String(pair.standbyPort())
  await queryPostgres(pair.url(), 'create database portal')
  const settings = { ...(await newPortalSettings()), METRICS_PORT: String(await freePort()) }
  const lines: string[] = []
  await startPortal(
    { ...settings, DATABASE_URL: primary, DATABASE_REPLICA_URL: standby.href, LOG_LEVEL: 'silent' },
    (line) => lines.push(line),
  )
  const origin = `http://127.0.0.1:${settings.PORT}`
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body?: object, etag = '') => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'If-None-Match': etag,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const header of answer.headers.getSetCookie()) storeCookie(cookies, header)
    return answer
  }
  const metrics = `http://127.0.0.1:${settings.METRICS_PORT}/metrics`
  const isUsed = async () =>
    expect(await (await fetch(metrics)).text()).toMatch(/^portal_replica_lag_seconds [\d.]+$/m)
  const type = 'admin'
  await send('POST', '/api/auth/request-link', { email: settings.ADMIN_EMAIL, type })
  const [, token, code] = lines.join('\n').match(/#token=(\S{43}) \(code (\S+)\)/) ?? []
  await send('POST', '/api/auth/verify', { token, code })
  await eventually(isUsed)
  return { primary, standby: standby.href, pair, send, cookies, isUsed }
}

async function openTransaction(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

const lists = [
  '/api/admin/members',
  '/api/admin/members?limit=50&search=sec',
  '/api/admin/members/data?limit=50&search=secretary',
  '/api/members?limit=24&search=secretary',
  '/api/jobs?limit=24&search=welder',
  '/api/jobs/saved',
  '/api/admin/pending-jobs',
  '/api/admin/approved-jobs',
  '/api/admin/export?role=oem',
]

test('lists are read from the replica, except what the client has just written', async () => {
  const { primary, standby, pair, send, cookies, isUsed } = await start()
  const list = async (path = '/api/admin/members?limit=50&role=admin') => {
    const answer = await send('GET', path)
    expect(answer.status).toBe(200)
    return (await answer.text()).match(/[\w-]+@added\.example/g) ?? []
  }
  /** An administrator added without this client's knowledge. */
  const add = async (
    run: (text: string) => Promise<unknown> = (text) => queryPostgres(primary, text),
  ) => {
    const email = `${randomUUID()}@added.example`
    await run(
      `insert into person select (jsonb_populate_record(person, jsonb_build_object(
        'id', '${randomUUID()}', 'email', '${email}'))).* from person limit 1`,
    )
    return email
  }
  const replay = (action: 'pause' | 'resume') =>
    queryPostgres(standby, `select pg_wal_replay_${action}()`)
  const isPaused = async () => {
    const [row] = await queryPostgres(standby, 'select pg_get_wal_replay_pause_state() as state')
    expect(row?.state).toBe('paused')
  }

  expect(cookies.get('written')).toMatch(/^[\dA-F]+-[\dA-F]+$/)
  for (const path of lists) {
    expect([path, (await send('GET', path)).status]).toEqual([path, 200])
    // No query failed there.
    await isUsed()
  }
  const first = await add()
  await eventually(async () => expect(await list()).toEqual([first]))
  await replay('pause')
  await eventually(isPaused)
  const second = await add()
  // This client has not learned of the second one.
  await eventually(async () => expect(await list()).toEqual([first]))
  expect(await list('/api/admin/members?role=admin')).toEqual([first])

  await send('POST', '/api/auth/request-link', { email: 'x@added.example', type: 'member' })
  expect((await list()).toSorted()).toEqual([first, second].toSorted())
  expect(await list('/api/admin/members?role=admin')).toHaveLength(2)
  cookies.delete('written')
  expect(await list()).toEqual([first])

  const old = (await send('GET', '/api/admin/members?role=admin')).headers.get('ETag') ?? ''
  expect((await send('GET', '/api/admin/members?role=admin', undefined, old)).status).toBe(304)
  await replay('resume')
  await eventually(async () => expect(await list()).toHaveLength(2))
  expect((await send('GET', '/api/admin/members?role=admin', undefined, old)).status).toBe(200)

  // A transaction commits after a later one, while an earlier one is open.
  const [earlier, later] = [await openTransaction(primary), await openTransaction(primary)]
  await add((text) => earlier.query(text))
  await add((text) => later.query(text))
  await add()
  await eventually(async () => expect(await list()).toHaveLength(3))
  const before = (await send('GET', '/api/admin/members?role=admin')).headers.get('ETag') ?? ''
  await later.query('commit')
  await eventually(async () => expect(await list()).toHaveLength(4))
  const again = await send('GET', '/api/admin/members?role=admin', undefined, before)
  expect(again.status).toBe(200)
  await earlier.query('rollback')

  await pair.killStandby()
  await queryPostgres(primary, "alter system set synchronous_standby_names = ''")
  await queryPostgres(primary, 'select pg_reload_conf()')
  expect(await list()).toHaveLength(4)
  await add()
  expect(await list()).toHaveLength(5)
})
