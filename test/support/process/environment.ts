/** The environment of a drill: what it opens is closed in reverse order when the drill ends. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '#test/setup/mail-server.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import { type ApiClient, type ClientOptions, openAgent, openApiClient } from './api-client.ts'
import { launchPortal, type PortalProcess, type PortalSettings } from './portal-process.ts'

export interface DrillEnvironment {
  /** An empty temporary folder. */
  folder: () => string
  /** DATABASE_URL of a database of the engine, empty or a copy; undefined: the one in DATA_DIR. */
  database: (engine: Engine, copyOf?: string) => Promise<string | undefined>
  mailServer: () => Promise<MailServer>
  /** A portal that is ready; it is killed when the environment closes. */
  portal: (settings: PortalSettings, nodeOptions?: string[]) => Promise<PortalProcess>
  /** Like `portal`, without waiting until it is ready. */
  launch: (settings: PortalSettings, nodeOptions?: string[]) => Promise<PortalProcess>
  /** A new client without cookies. All clients of an environment share its keep-alive connections. */
  client: (portal: { url: string }, options?: ClientOptions) => ApiClient
  onClose: (close: () => unknown) => void
}

/** Runs a drill. `postgresUrl` is the URL of a superuser who may create databases. */
export async function withEnvironment<Outcome>(
  postgresUrl: string,
  drill: (env: DrillEnvironment) => Promise<Outcome>,
): Promise<Outcome> {
  const { env, close } = openEnvironment(postgresUrl)
  try {
    return await drill(env)
  } finally {
    await close()
  }
}

/** Opens an environment that the caller closes. */
export function openEnvironment(postgresUrl: string): {
  env: DrillEnvironment
  close: () => Promise<void>
} {
  const closers: (() => unknown)[] = []
  const env = createEnvironment(postgresUrl, (close) => closers.push(close))
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne()
  }
  return { env, close }
}

function createEnvironment(
  postgresUrl: string,
  onClose: DrillEnvironment['onClose'],
): DrillEnvironment {
  let agent: Agent | undefined
  const sharedAgent = (): Agent => {
    if (agent) return agent
    const opened = openAgent()
    onClose(() => opened.destroy())
    agent = opened
    return opened
  }
  const launch = async (settings: PortalSettings, nodeOptions: string[] = []) => {
    const portal = await launchPortal(settings, nodeOptions)
    onClose(() => portal.end('SIGKILL'))
    return portal
  }
  return {
    onClose,
    launch,
    folder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-drill-'))
      // The key file of the papers and the nightly backups are beside the data folder.
      onClose(() => {
        for (const path of [folder, `${folder}.key`, `${folder}-backups`])
          rmSync(path, { recursive: true, force: true })
      })
      return folder
    },
    database: async (engine, copyOf) => {
      if (engine === 'SQLite') return undefined
      const url = new URL(postgresUrl)
      url.pathname = `/d_${randomBytes(8).toString('hex')}`
      const template = copyOf === undefined ? '' : ` template ${new URL(copyOf).pathname.slice(1)}`
      await queryPostgres(postgresUrl, `create database ${url.pathname.slice(1)}${template}`)
      onClose(() =>
        queryPostgres(postgresUrl, `drop database ${url.pathname.slice(1)} with (force)`),
      )
      return url.href
    },
    mailServer: async () => {
      const server = await startMailServer()
      onClose(server.stop)
      return server
    },
    portal: async (settings, nodeOptions) => {
      const portal = await launch(settings, nodeOptions)
      await portal.ready()
      return portal
    },
    client: ({ url }, options) => openApiClient(url, sharedAgent(), options),
  }
}

/** Calls `work` with 0 to `count - 1`, `concurrency` calls at a time. */
export async function concurrently(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const index of indexes) await work(index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
