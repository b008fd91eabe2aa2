/** The portal as it really runs: a process of its own, with nothing of the caller's environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
const main = join(root, 'src/app/server/main.ts')

export interface PortalSettings {
  DATA_DIR: string
  PORT?: number
  DATABASE_URL?: string | undefined
  SMTP_URL?: string
  ADMIN_EMAIL?: string
  LOG_LEVEL?: string
  TRUST_PROXY?: string
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
  /** What it has written so far, the end of it. */
  output: () => string
  exited: Promise<Exit>
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<Exit>
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  ready: () => Promise<number>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a portal and waits for nothing; `nodeOptions` go to Node itself. */
export async function launchPortal(
  settings: PortalSettings,
  nodeOptions: string[] = [],
): Promise<PortalProcess> {
  const port = settings.PORT ?? (await freePort())
  mkdirSync(settings.DATA_DIR, { recursive: true })
  const given = Object.entries({ ...settings, PORT: String(port) })
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...nodeOptions, main],
    {
      cwd: settings.DATA_DIR,
      env: {
        PATH: process.env.PATH,
        // As scripts/start.mjs has it.
        NODE_COMPILE_CACHE: join(root, '.cache/node'),
        ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      },
      // The open channel ends the portal when this process is gone, however it went.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000)
    })
  const ended = new Promise<Exit>((resolve, reject) => {
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
    output: () => said,
    exited: ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    ready: async () => {
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      if (await answers(`${url}/readyz`, hasEnded)) return performance.now() - began
      child.kill('SIGKILL')
      throw new Error(`The portal did not get ready. It said:\n${said}`)
    },
  }
}

async function answers(url: string, hasEnded: () => boolean): Promise<boolean> {
  for (const end = performance.now() + 30_000; performance.now() < end && !hasEnded(); ) {
    const response = await fetch(url).catch(() => undefined)
    await response?.text().catch(() => '')
    if (response?.ok) return true
    await sleep(5)
  }
  return false
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
