/** Compares the portal with Ghost, installed in the folder GHOST_FOLDER, on the same 10,000 people, in turns. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, measured, median } from '#test/drills/support/findings.ts'
import { sendSpreadsheet, spreadsheet } from '#test/drills/support/member-sheets.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import { freePort } from '#test/support/free-port.ts'
import { cookieHeader } from '#test/support/test-client.ts'
import { startFilledPortal } from './filled-portal.ts'
import { memberAt } from './register.ts'
import { rate, type Target } from './speed.ts'

const account = { email: 'owner@bench.example', password: 'Long-pass-4711x' }

/** How many times as fast as Ghost. */
const goals = { page: 10, search: 10, import: 60, export: 4, session: 40 }

export async function comparedWithGhost(
  env: DrillEnvironment,
  members: number,
): Promise<Finding[]> {
  const folder = process.env.GHOST_FOLDER
  if (!folder) throw new Error('Set GHOST_FOLDER to the folder of an installed Ghost.')
  const ghost = await startGhost(env, folder)
  const ghostRows = await importIntoGhost(ghost, members)
  const portalRows = await importIntoPortal(env, members)
  const { portal, mail } = await startFilledPortal(env, 'SQLite', members)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const cookie = cookieHeader(admin)
  const findings = [finding('import', portalRows, ghostRows, 'rows/s')]
  const compare = async (name: keyof typeof goals, ours: string, theirs: string, measure: Rate) => {
    const targets = {
      portal: { url: portal.url + ours, cookie },
      ghost: { url: ghost.url + theirs, cookie: ghost.cookie },
    }
    const rates = { portal: [] as number[], ghost: [] as number[] }
    for (let round = 0; round < 4; round++)
      for (const side of ['portal', 'ghost'] as const) {
        const measured = await measure(targets[side])
        // The first round is a warm-up.
        if (round > 0) rates[side].push(measured)
      }
    findings.push(finding(name, median(rates.portal), median(rates.ghost), 'requests/s'))
  }
  const search = 'limit=50&search=sharma'
  await compare('page', '/api/admin/members?limit=50', 'members/?limit=50', ofManyCallers)
  await compare('search', `/api/admin/members?${search}`, `members/?${search}`, ofManyCallers)
  await compare('export', '/api/admin/export', 'members/upload/?limit=all', ofOneCaller)
  await compare('session', '/api/user', 'users/me/', ofManyCallers)
  return findings
}

/** Requests per second. */
type Rate = (target: Target) => Promise<number>

const ofManyCallers: Rate = (target) => rate(target, 2)

/** Of ten exports at once, Ghost would not answer the last before its callers give up. */
async function ofOneCaller({ url, cookie }: Target): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  for (; performance.now() - startedAt < 2000; count++) await read(url, cookie)
  return (count / (performance.now() - startedAt)) * 1000
}

function finding(name: keyof typeof goals, value: number, limit: number, unit: string): Finding {
  const ratio = value / limit
  return {
    ...measured(
      `${name}, times as fast as Ghost (${value.toFixed(1)} against ${limit.toFixed(1)} ${unit})`,
      ratio.toFixed(1),
      `>= ${goals[name]}`,
      ratio >= goals[name],
    ),
    figure: { name: `${name} against Ghost`, unit, value, limit, ratio },
  }
}

interface Ghost {
  /** The address of its API for administrators. */
  url: string
  origin: string
  cookie: string
}

async function startGhost(env: DrillEnvironment, folder: string): Promise<Ghost> {
  const data = env.folder()
  const origin = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, [join(folder, 'index.js')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      url: origin,
      server__host: '127.0.0.1',
      server__port: new URL(origin).port,
      database__client: 'better-sqlite3',
      database__connection__filename: join(data, 'ghost.db'),
      database__useNullAsDefault: 'true',
      mail__transport: 'stub',
      security__staffDeviceVerification: 'false',
      privacy__useUpdateCheck: 'false',
      privacy__useGravatar: 'false',
      logging__level: 'error',
    },
    stdio: 'ignore',
  })
  env.onClose(() => child.kill('SIGKILL'))
  const url = `${origin}/ghost/api/admin/`
  await until(async () => (await fetch(`${url}site/`)).ok, 120)
  const send = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const setup = await send('authentication/setup/', {
    setup: [{ name: 'Owner', blogTitle: 'Members', ...account }],
  })
  if (!setup.ok) throw new Error(`Ghost: ${setup.status} ${await setup.text()}`)
  const session = await send('session', { username: account.email, password: account.password })
  if (session.status !== 201) throw new Error(`Ghost: ${session.status} ${await session.text()}`)
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { url, origin, cookie }
}

/** Imports the people with the importer of Ghost; returns rows per second. */
async function importIntoGhost({ url, origin, cookie }: Ghost, members: number): Promise<number> {
  const lines = Array.from({ length: members }, (_, i) => memberAt(i)).map(
    ({ email, name, company_name }) => `${email},${name},${company_name}`,
  )
  const form = new FormData()
  form.set('membersfile', new Blob([['email,name,note', ...lines].join('\n')]), 'members.csv')
  for (const column of ['email', 'name', 'note']) form.set(`mapping[${column}]`, column)
  const startedAt = performance.now()
  const headers = { Origin: origin, Cookie: cookie }
  const answer = await fetch(`${url}members/upload/`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`Ghost: ${answer.status} ${await answer.text()}`)
  // It imports in the background.
  await until(async () => {
    const response = await fetch(`${url}members/?limit=1`, { headers })
    // Untyped at the wire: pages of the API have their total.
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } }
    return meta.pagination.total === members
  }, 900)
  return (members / (performance.now() - startedAt)) * 1000
}

/** The same number of rows into an empty portal; returns rows per second. */
async function importIntoPortal(env: DrillEnvironment, members: number): Promise<number> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail, 'SQLite'))
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const file = Buffer.from(spreadsheet(members))
  const startedAt = performance.now()
  const { status, text } = await sendSpreadsheet(portal.url, admin, file)
  if (status !== 200) throw new Error(`import: ${status} ${text.slice(0, 300)}`)
  return (members / (performance.now() - startedAt)) * 1000
}

async function read(url: string, cookie: string): Promise<void> {
  const response = await fetch(url, { headers: { Cookie: cookie } })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok || byteLength === 0) throw new Error(`${url} answered ${response.status}`)
}

async function until(isTrue: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Ghost: nothing after ${seconds} s`)
    await sleep(250)
  }
}
