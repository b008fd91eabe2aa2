/** How long others wait for GET /api/user while an administrator asks for a list, an export, a search or an import. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { sendSpreadsheet, spreadsheet } from '#test/drills/support/member-sheets.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/test-client.ts'
import { startFilledPortal } from './filled-portal.ts'
import { memoryAtRest, memoryOf } from './memory.ts'
import { memberAt } from './register.ts'

const maxWaitMs = 50
const maxMemoryMb = 300
/** Each request is sent again until this much time has passed. */
const minDurationMs = 3000

export async function waits(env: DrillEnvironment, sizes: readonly number[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const engine of engines)
    for (const members of sizes) findings.push(...(await waitsIn(env, engine, members)))
  return findings
}

async function waitsIn(env: DrillEnvironment, engine: Engine, members: number): Promise<Finding[]> {
  const { portal, mail } = await startFilledPortal(env, engine, members)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const other = await signIn(env.client(portal), mail, memberAt(0).email, 'member')
  const total = await admin.request('GET', '/api/admin/members?role=member&active=true&limit=1')
  const index = total.rawHeaders.findIndex((name) => name.toLowerCase() === 'x-total-count')
  const count = Number(total.rawHeaders[index + 1])
  const query = { role: 'member', active: 'true' }
  const list = { selection: { query, except: [], count }, columns: ['paid', 'mobile'] }
  const drain = (path: string, body?: object) => drainAnswer(portal.url, admin, path, body)
  const cases: Record<string, () => Promise<unknown>> = {
    nothing: () => sleep(100),
    'the full list': () => drain('/api/admin/members'),
    'all Member Data': () => drain('/api/admin/members/data'),
    'the export': () => drain('/api/admin/export'),
    'a list as xlsx': () => drain('/api/admin/export', { ...list, format: 'xlsx' }),
    'a search for a': () => drain('/api/admin/members?limit=50&search=a'),
    'an import': () => importRows(portal.url, admin, Math.min(members, 20_000)),
    'its undo': () => undoNewest(portal.url, admin),
  }
  const findings: Finding[] = []
  for (const [what, ask] of Object.entries(cases)) {
    const isOnce = what === 'an import' || what === 'its undo'
    const { times, asked, ms } = await measureWaits(other, ask, isOnce)
    const wait = quantile(times, 0.99)
    findings.push(
      measured(
        `${engine}, ${members}: GET /api/user during ${what} (${asked} in ${(ms / 1000).toFixed(1)} s)`,
        `p50 ${median(times).toFixed(1)}, p99 ${wait.toFixed(1)}, longest ${quantile(times, 1).toFixed(0)} ms`,
        `p99 <= ${maxWaitMs} ms`,
        wait <= maxWaitMs,
      ),
    )
  }
  const memory = await memoryAtRest(portal.pid)
  return [
    ...findings,
    measured(
      `${engine}, ${members}: memory (RSS) after all of it`,
      `${memory.toFixed(0)} MB`,
      `<= ${maxMemoryMb} MB`,
      memory <= maxMemoryMb,
    ),
    info(
      `${engine}, ${members}: of it without the program and mapped files`,
      `${memoryOf(portal.pid, 'RssAnon').toFixed(0)} MB`,
    ),
  ]
}

async function measureWaits(other: ApiClient, ask: () => Promise<unknown>, isOnce: boolean) {
  const startedAt = performance.now()
  let asked = 0
  let isOver = false
  const asking = (async () => {
    do {
      await ask()
      asked += 1
    } while (!isOnce && performance.now() - startedAt < minDurationMs)
  })().finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const sentAt = performance.now()
    const { status } = await other.request('GET', '/api/user')
    if (status !== 200) throw new Error(`GET /api/user answered ${status}`)
    times.push(performance.now() - sentAt)
    await sleep(5)
  }
  await asking
  return { times, asked, ms: performance.now() - startedAt }
}

/** Receives an answer without storing it: the measuring process must not be busy itself. */
async function drainAnswer(
  url: string,
  client: ApiClient,
  path: string,
  body?: object,
): Promise<void> {
  const sent = request(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Cookie: cookieHeader(client),
      'Accept-Encoding': 'zstd',
      ...(body && { 'Content-Type': 'application/json' }),
    },
  })
  sent.end(body && JSON.stringify(body))
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
}

async function importRows(url: string, admin: ApiClient, rows: number): Promise<void> {
  const { status, text } = await sendSpreadsheet(url, admin, Buffer.from(spreadsheet(rows)))
  if (status !== 200) throw new Error(`The import answered ${status} ${text.slice(0, 300)}`)
}

async function undoNewest(url: string, admin: ApiClient): Promise<void> {
  const [newest] = (await admin.call('GET', '/api/admin/imports')) as { id: string }[]
  const answer = await fetch(`${url}/api/admin/imports/${newest?.id}/undo`, {
    method: 'POST',
    headers: { Cookie: cookieHeader(admin), 'Content-Type': 'application/json' },
    body: JSON.stringify({ keep_changed: false }),
  })
  if (answer.status !== 200) throw new Error(`The undo answered ${answer.status}`)
}
