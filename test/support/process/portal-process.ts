/** Runs the portal as a process of its own, without the environment variables of the caller. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockVariables } from '#test/setup/clock.ts'
import { freePort } from '#test/support/process/free-port.ts'
import { programOf } from './program.ts'
import { answersOk, waitUntil } from './wait-until.ts'

const root = join(import.meta.dirname, '../../..')
/** The settings with which `npm start` starts it. */
const { nodeOptions: usualOptions, environment } = JSON.parse(
  readFileSync(join(root, 'scripts/server-process.json'), 'utf8'),
)

export interface PortalSettings {
  DATA_DIR: string
  PORT?: number
  DATABASE_URL?: string | undefined
  SMTP_URL?: string
  ADMIN_EMAIL?: string
  LOG_LEVEL?: string
  TRUST_PROXY?: string
  PUBLIC_URL?: string
  /** 'off': no nightly backups, and no copy before an upgrade. */
  BACKUP_DIR?: string
  FILES_URL?: string | undefined
  FILES_KEY_FILE?: string
}

interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface PortalProcess {
  url: string
  port: number
  pid: number
  /** The last 20,000 characters of its output. */
  output: () => string
  exited: Promise<Exit>
  /** Sends a signal and waits until the process has exited. */
  end: (signal: NodeJS.Signals) => Promise<Exit>
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  ready: () => Promise<number>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a portal without waiting for it; `nodeOptions` are options of Node itself, `checkout` is the folder of its
 * code.
 */
export async function launchPortal(
  settings: PortalSettings,
  nodeOptions: string[] = [],
  checkout = root,
): Promise<PortalProcess> {
  const port = settings.PORT ?? (await freePort())
  mkdirSync(settings.DATA_DIR, { recursive: true })
  const variables = Object.entries({ ...settings, PORT: String(port) })
  const startedAt = performance.now()
  const main = programOf(checkout, 'main')
  const child = spawn(process.execPath, [...usualOptions, ...nodeOptions, main], {
    cwd: settings.DATA_DIR,
    env: {
      PATH: process.env.PATH,
      // The same cache as dist/start.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...clockVariables(),
      ...environment,
      ...Object.fromEntries(variables.filter(([, value]) => value !== undefined)),
    },
    // The portal stops when the IPC channel closes, so it ends with this process even after a crash.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
    ready: async () => {
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      if (await becomesReady(`${url}/readyz`, hasEnded)) return performance.now() - startedAt
      child.kill('SIGKILL')
      throw new Error(`The portal did not become ready. Its output:\n${output}`)
    },
  }
}

async function becomesReady(url: string, hasEnded: () => boolean): Promise<boolean> {
  let isReady = false
  const isOver = async () => {
    isReady = await answersOk(url)
    return isReady || hasEnded()
  }
  await waitUntil(isOver, 600_000, 5)
  return isReady
}
