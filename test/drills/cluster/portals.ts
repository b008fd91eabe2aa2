/** Portal processes that are started again when they end, as systemd or Kubernetes does. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { freePort } from '#test/support/process/free-port.ts'
import type { PortalProcess, PortalSettings } from '#test/support/process/portal-process.ts'
import { answersOk, waitUntil } from '#test/support/process/wait-until.ts'

export interface Portals {
  urls: readonly string[]
  ports: readonly number[]
  /** SIGKILL for one of them; resolves when it has ended. */
  kill: (index: number) => Promise<void>
  /** Stops all of them with SIGTERM; their exit codes. */
  stop: () => Promise<(number | null)[]>
  /** Resolves when each of them is ready. */
  ready: () => Promise<void>
}

const restartMs = 200

export async function startPortals(
  env: DrillEnvironment,
  count: number,
  settings: Omit<PortalSettings, 'DATA_DIR' | 'PORT'>,
): Promise<Portals> {
  const ports: number[] = []
  const running: (PortalProcess | undefined)[] = []
  let isStopping = false
  const supervise = async (index: number, own: PortalSettings) => {
    while (!isStopping) {
      const portal = await env.launch(own)
      running[index] = portal
      await portal.exited
      if (!isStopping) await sleep(restartMs)
    }
  }
  const supervisors: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const PORT = await freePort()
    ports.push(PORT)
    supervisors.push(supervise(index, { ...settings, PORT, DATA_DIR: env.folder() }))
  }
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  return {
    urls,
    ports,
    kill: async (index) => {
      await running[index]?.end('SIGKILL')
    },
    ready: async () => {
      for (const [index, url] of urls.entries())
        if (!(await waitUntil(() => answersOk(`${url}/readyz`), 60_000)))
          throw new Error(`A portal does not become ready: ${running[index]?.output()}`)
    },
    stop: async () => {
      isStopping = true
      const exits = await Promise.all(running.map((portal) => portal?.end('SIGTERM')))
      await Promise.all(supervisors)
      return exits.map((exit) => exit?.code ?? null)
    },
  }
}
