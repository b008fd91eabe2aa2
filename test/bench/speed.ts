/** GET /api/user with a session, relative to a constant response of a Hono server, by turns. */

import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, measured, median } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine } from '#test/support/engines.ts'
import { freePort } from '#test/support/free-port.ts'
import { cookieHeader } from '#test/support/test-client.ts'

/** Each request looks up its session, on PostgreSQL in another process. */
const minShares: Record<Engine, number> = { SQLite: 0.3, PostgreSQL: 0.12 }
const callers = 16

export interface Target {
  url: string
  cookie: string
}

export async function speed(
  env: DrillEnvironment,
  engines: readonly Engine[],
  rounds: number,
  seconds: number,
): Promise<Finding[]> {
  const hello = await startHello(env)
  const portals = new Map<Engine, Target>()
  for (const engine of engines) portals.set(engine, await startPortal(env, engine))
  const helloRates: number[] = []
  const shares = new Map<Engine, { rates: number[]; shares: number[] }>()
  await rate(hello, 1)
  for (const portal of portals.values()) await rate(portal, 1)
  for (let round = 0; round < rounds; round++) {
    const baseline = await rate(hello, seconds)
    helloRates.push(baseline)
    for (const [engine, portal] of portals) {
      const portalRate = await rate(portal, seconds)
      const sum = shares.get(engine) ?? { rates: [], shares: [] }
      shares.set(engine, {
        rates: [...sum.rates, portalRate],
        shares: [...sum.shares, portalRate / baseline],
      })
    }
  }
  return [...shares].map(([engine, { rates, shares: ratios }]) => {
    const share = median(ratios)
    const details = `${median(rates).toFixed(0)} of ${median(helloRates).toFixed(0)} requests/s`
    const what = `GET /api/user against a constant response, ${engine} (${details})`
    const value = `${(share * 100).toFixed(1)} %`
    const goal = minShares[engine]
    return {
      ...measured(what, value, `>= ${goal * 100} %`, share >= goal),
      figure: {
        name: 'GET /api/user against a constant response',
        unit: 'requests/s',
        value: median(rates),
        limit: median(helloRates),
        ratio: share,
        engine,
      },
    }
  })
}

async function startPortal(env: DrillEnvironment, engine: Engine): Promise<Target> {
  const mail = await env.mailServer()
  const portal = await env.portal({
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const cookie = cookieHeader(admin)
  return { url: `${portal.url}/api/user`, cookie }
}

async function startHello(env: DrillEnvironment): Promise<Target> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'baseline-hello.ts'), {
    execPath: process.execPath,
    env: { PATH: process.env.PATH, PORT: String(port) },
  })
  env.onClose(() => child.kill())
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, cookie: '' }
}

const cannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/** Requests answered with 2xx per second; anything else is an error. */
export async function rate({ url, cookie }: Target, seconds: number): Promise<number> {
  const args = ['--json', '-c', String(callers), '-d', String(seconds)]
  if (cookie !== '') args.push('-H', `Cookie=${cookie}`)
  const { stdout } = await promisify(execFile)(process.execPath, [cannon, ...args, url])
  const answer = JSON.parse(stdout)
  if (answer.non2xx > 0 || answer.errors > 0)
    throw new Error(`${url}: ${answer.non2xx} refused, ${answer.errors} broken`)
  return answer['2xx'] / answer.duration
}
