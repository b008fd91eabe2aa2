/** Where a drill takes place: everything it opens is closed again in reverse order. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type MailServer, startMailServer } from '#test/setup/mail-server.ts'
import { launchPortal, type PortalProcess, type PortalSettings } from './portal-process.ts'
import { openAgent, openVisitor, type Visitor } from './visitor.ts'

export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

export interface Site {
  /** An empty temporary folder. */
  folder: () => string
  /** DATABASE_URL of an empty database of the engine; undefined: the one in DATA_DIR. */
  database: (engine: Engine) => Promise<string | undefined>
  mailServer: () => Promise<MailServer>
  /** A ready portal; whatever state it is in at the end, it is killed. */
  portal: (settings: PortalSettings, nodeOptions?: string[]) => Promise<PortalProcess>
  /** The same, without waiting for it. */
  launch: (settings: PortalSettings, nodeOptions?: string[]) => Promise<PortalProcess>
  /** A new visitor without cookies. All visitors of a site share its open connections. */
  visitor: (portal: { url: string }) => Visitor
  onClose: (close: () => unknown) => void
}

/** `postgresUrl` is the superuser's address of a cluster in which databases may be made. */
export async function withSite<Outcome>(
  postgresUrl: string,
  drill: (site: Site) => Promise<Outcome>,
): Promise<Outcome> {
  const { site, close } = openSite(postgresUrl)
  try {
    return await drill(site)
  } finally {
    await close()
  }
}

/** The same for callers that close it by themselves. */
export function openSite(postgresUrl: string): { site: Site; close: () => Promise<void> } {
  const closing: (() => unknown)[] = []
  const site = createSite(postgresUrl, (close) => closing.push(close))
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one()
  }
  return { site, close }
}

function createSite(postgresUrl: string, atEnd: Site['onClose']): Site {
  let line: Agent | undefined
  const theLine = (): Agent => {
    if (line) return line
    const opened = openAgent()
    atEnd(() => opened.destroy())
    line = opened
    return opened
  }
  const launch = async (settings: PortalSettings, nodeOptions: string[] = []) => {
    const portal = await launchPortal(settings, nodeOptions)
    atEnd(() => portal.end('SIGKILL'))
    return portal
  }
  return {
    onClose: atEnd,
    launch,
    folder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-drill-'))
      // The key of the papers lies beside the data folder.
      atEnd(() => {
        for (const path of [folder, `${folder}.key`]) rmSync(path, { recursive: true, force: true })
      })
      return folder
    },
    database: async (engine) => {
      if (engine === 'SQLite') return undefined
      const url = new URL(postgresUrl)
      url.pathname = `/d_${randomBytes(8).toString('hex')}`
      await queryPostgres(postgresUrl, `create database ${url.pathname.slice(1)}`)
      atEnd(() => queryPostgres(postgresUrl, `drop database ${url.pathname.slice(1)} with (force)`))
      return url.href
    },
    mailServer: async () => {
      const server = await startMailServer()
      atEnd(server.stop)
      return server
    },
    portal: async (settings, nodeOptions) => {
      const portal = await launch(settings, nodeOptions)
      await portal.ready()
      return portal
    },
    visitor: ({ url }) => openVisitor(url, theLine()),
  }
}

/** One statement on a connection of its own; answers its rows. */
export async function queryPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** One statement on the database of a portal with these settings, whichever it is; answers its rows. */
export async function queryDatabase(
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined },
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (settings.DATABASE_URL !== undefined) return queryPostgres(settings.DATABASE_URL, statement)
  const file = new DatabaseSync(join(settings.DATA_DIR, 'portal.sqlite'))
  try {
    return file.prepare(statement).all()
  } finally {
    file.close()
  }
}

/** Calls `work` for 0 to `count - 1`, so many at a time. */
export async function concurrently(
  count: number,
  atATime: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const waiting = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const index of waiting) await work(index)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}
