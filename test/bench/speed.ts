/** GET /api/user with a session against a bare hello of the same kind, taking turns. */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { freePort } from '#test/drills/support/portal-process.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine, Site } from '#test/drills/support/site.ts'

const leastShare = 0.3
const callers = 16

interface Target {
  url: string
  cookie: string
}

export async function speed(
  site: Site,
  engines: readonly Engine[],
  rounds: number,
  seconds: number,
): Promise<Finding[]> {
  const hello = await startHello(site)
  const portals = new Map<Engine, Target>()
  for (const engine of engines) portals.set(engine, await startPortal(site, engine))
  const helloRates: number[] = []
  const shares = new Map<Engine, { rates: number[]; shares: number[] }>()
  await rate(hello, 1)
  for (const portal of portals.values()) await rate(portal, 1)
  for (let round = 0; round < rounds; round++) {
    const bare = await rate(hello, seconds)
    helloRates.push(bare)
    for (const [engine, portal] of portals) {
      const got = await rate(portal, seconds)
      const sum = shares.get(engine) ?? { rates: [], shares: [] }
      shares.set(engine, { rates: [...sum.rates, got], shares: [...sum.shares, got / bare] })
    }
  }
  return [...shares].map(([engine, { rates, shares: ofBare }]) => {
    const share = median(ofBare)
    const words = `${median(rates).toFixed(0)} of ${median(helloRates).toFixed(0)} requests/s`
    const what = `GET /api/user against a bare hello, ${engine} (${words})`
    const value = `${(share * 100).toFixed(1)} %`
    // A session is looked up at every request; on PostgreSQL that is a way to another process.
    if (engine === 'PostgreSQL') return info(what, value)
    return measured(what, value, `>= ${leastShare * 100} %`, share >= leastShare)
  })
}

async function startPortal(site: Site, engine: Engine): Promise<Target> {
  const mail = await site.mailServer()
  const portal = await site.portal({
    DATA_DIR: site.folder(),
    DATABASE_URL: await site.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { url: `${portal.url}/api/user`, cookie }
}

async function startHello(site: Site): Promise<Target> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'hello.ts'), {
    execPath: process.execPath,
    env: { PATH: process.env.PATH, PORT: String(port) },
  })
  site.onClose(() => child.kill())
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, cookie: '' }
}

const cannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/** Requests answered with 2xx per second; anything else is an error. */
async function rate({ url, cookie }: Target, seconds: number): Promise<number> {
  const args = ['--json', '-c', String(callers), '-d', String(seconds)]
  if (cookie !== '') args.push('-H', `Cookie=${cookie}`)
  const { stdout } = await promisify(execFile)(process.execPath, [cannon, ...args, url])
  const answer = JSON.parse(stdout)
  if (answer.non2xx > 0 || answer.errors > 0)
    throw new Error(`${url}: ${answer.non2xx} refused, ${answer.errors} broken`)
  return answer['2xx'] / answer.duration
}
