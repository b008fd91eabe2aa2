/** Runs a portal and its commands as an operator does. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openPortal } from '#app/server/portal.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { clockVariables } from '#test/setup/clock.ts'
import { queryPostgres } from '../database/query-database.ts'
import { freePort } from './free-port.ts'
import { programOf } from './program.ts'

const root = join(import.meta.dirname, '../../..')

/** Runs `npm run portal -- ARGS` in a process of its own, without an .env file; as built, where there is a build. */
export async function runCommand(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [programOf(root, 'cli'), ...args], {
    cwd: tmpdir(),
    // The same cache as dist/start.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...clockVariables(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

/** Starts a portal in this process; returns a function that stops it. It also stops after the test. */
export async function startPortal(
  settings: Record<string, string>,
  print: (line: string) => void = () => {},
): Promise<() => Promise<void>> {
  const running = await openPortal(readConfig(settings), {
    log: createLog('silent'),
    print,
    webFolder: temporaryFolder(),
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= running.stop()
    return stopped
  }
  onTestFinished(stop)
  await running.listen()
  return stop
}

export const adminEmail = 'secretary@fpma.example'

/** Settings of a new portal with an administrator. */
export const newPortalSettings = async () => ({
  ADMIN_EMAIL: adminEmail,
  DATA_DIR: temporaryFolder(),
  PORT: String(await freePort()),
})

/** A temporary folder for DATA_DIR. It is removed with the test, and so are the key file and the backups beside it. */
export function temporaryFolder(): string {
  const created = mkdtempSync(join(tmpdir(), 'portal-command-'))
  onTestFinished(() => {
    for (const path of [created, `${created}.key`, `${created}-backups`])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  })
  return created
}

/** DATABASE_URL of an empty PostgreSQL database without tables, dropped after the test. */
export async function emptyPostgres(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `o_${randomBytes(8).toString('hex')}`
  await queryPostgres(url.href, `create database ${name}`)
  onTestFinished(async () => {
    await queryPostgres(inject('postgresUrl'), `drop database ${name} with (force)`)
  })
  url.pathname = `/${name}`
  return url.href
}
