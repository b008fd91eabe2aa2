/**
 * The portals of journeys. They run in the worker process, with the built browser side, a real database
 * and a real mail server; that the portal also works as a process is shown by the drills.
 */
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { openPortal } from '#app/server/portal.ts'
import { readConfig } from '#platform/server/config.ts'
import { ensureDataFolder } from '#platform/server/data-folder.ts'
import { createLog } from '#platform/server/log.ts'
import { freePort, type PortalSettings } from '#test/drills/support/portal-process.ts'
import { type Engine, openSite, type Site } from '#test/drills/support/site.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import { copySample } from '#test/setup/sample-association.ts'
import { signInDirectly, signInWithToken } from './sign-in.ts'
import { type BrowserWindow, desktop, openWindow, type Viewport, windowPool } from './windows.ts'

export const adminEmail = 'secretary@panel.example'
export const secondAdminEmail = 'treasurer@panel.example'

const webFolder = join(import.meta.dirname, '../../../dist/web')

/** Serves with these settings until the site closes; answers the address and the printed lines. */
async function startPortal(site: Site, settings: PortalSettings) {
  const port = await freePort()
  const given = Object.entries({ LOG_LEVEL: 'silent', ...settings, PORT: port })
  const env = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]))
  const config = readConfig(Object.fromEntries(env))
  ensureDataFolder(config.dataDir)
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const portal = await openPortal(config, createLog(config.logLevel), print, webFolder)
  site.onClose(portal.stop)
  await portal.listen()
  return { url: `http://127.0.0.1:${port}`, printed }
}

/** The order in which the portal prints the links of its sample people. */
const order = ['admin', 'oem', 'vendor', 'seeker'] as const
type SamplePerson = (typeof order)[number]

interface SamplePortal {
  url: string
  /** The token that signs this person in, as often as wanted. */
  tokenOf: (who: SamplePerson) => string
  /** The path of the link in a mail with this token. */
  linkOf: (who: SamplePerson) => string
}

async function startSample(site: Site): Promise<SamplePortal> {
  const folder = site.folder()
  copySample(inject('sampleFolder'), folder)
  const { url, printed } = await startPortal(site, { DATA_DIR: folder })
  const tokens = [...printed.join('\n').matchAll(/#token=(\S+)/g)].map(([, token]) => token)
  const tokenOf = (who: SamplePerson) => tokens[order.indexOf(who)] ?? ''
  return { url, tokenOf, linkOf: (who) => `/login/verify#token=${tokenOf(who)}` }
}

export interface Sample extends SamplePortal {
  /** This person in a new window, signed in, which shows nothing yet. */
  enter: (who: SamplePerson, viewport?: Viewport) => Promise<BrowserWindow>
  /** This person at a path, in a window that the next test finds still signed in and emptied. */
  at: (who: SamplePerson, path: string, viewport?: Viewport) => Promise<BrowserWindow>
}

/** The sample association, shared by the tests of the file or `describe` block that calls this. */
export function sharedSample(): () => Promise<Sample> {
  const pool = windowPool()
  const portal = shared(startSample, pool.close)
  return async () => {
    const { url, tokenOf, linkOf } = await portal()
    return {
      url,
      tokenOf,
      linkOf,
      enter: async (who, viewport) => {
        const window = await openWindow(url, viewport)
        await signInWithToken(window, url, tokenOf(who))
        return window
      },
      at: async (who, path, viewport = desktop) => {
        const window = await pool.get(who, url, viewport, (opened) =>
          signInWithToken(opened, url, tokenOf(who)),
        )
        await window.go(path)
        return window
      },
    }
  }
}

/** Opens a path in a window of an administrator of the shared sample. */
export function sharedAdmin() {
  const sample = sharedSample()
  return async (path: string, viewport?: Viewport) => (await sample()).at('admin', path, viewport)
}

export interface MailedPortal {
  url: string
  mail: MailServer
}

/** An empty association with a mail server and one administrator, who has not signed in yet. */
async function startAssociation(site: Site, engine: Engine): Promise<MailedPortal> {
  const mail = await site.mailServer()
  const { url } = await startPortal(site, {
    DATA_DIR: site.folder(),
    DATABASE_URL: await site.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })
  return { url, mail }
}

export interface Association extends MailedPortal {
  /** An administrator at a path, in a window that the next test finds still signed in and emptied. */
  admin: (path: string, email?: string, viewport?: Viewport) => Promise<BrowserWindow>
}

/** An empty association shared by the tests of the file or `describe` block that calls this. */
export function sharedAssociation(engine: Engine = 'SQLite'): () => Promise<Association> {
  const pool = windowPool()
  const portal = shared((site) => startAssociation(site, engine), pool.close)
  return async () => {
    const { url, mail } = await portal()
    return {
      url,
      mail,
      admin: async (path, email = adminEmail, viewport = desktop) => {
        const window = await pool.get(email, url, viewport, (opened) =>
          signInDirectly(opened, url, mail, { email, type: 'admin' }),
        )
        await window.go(path)
        return window
      },
    }
  }
}

/** An empty association for one test only. */
export async function openAssociation(engine: Engine = 'SQLite'): Promise<MailedPortal> {
  const { site, close } = openSite(inject('postgresUrl'))
  onTestFinished(close)
  return startAssociation(site, engine)
}

/** An administrator of an association with a mail server, signed in in a new window. */
export async function enterAsAdmin(
  { url, mail }: MailedPortal,
  email = adminEmail,
  viewport = desktop,
): Promise<BrowserWindow> {
  const window = await openWindow(url, viewport)
  await signInDirectly(window, url, mail, { email, type: 'admin' })
  return window
}

/** Starts in the first test that asks, so that the time counts as the test's; ends after the last. */
function shared<Portal>(
  start: (site: Site) => Promise<Portal>,
  before: () => Promise<void>,
): () => Promise<Portal> {
  let opened: { close: () => Promise<void>; portal: Promise<Portal> } | undefined
  afterAll(async () => {
    await before()
    await opened?.close()
  })
  return () => {
    if (!opened) {
      const { site, close } = openSite(inject('postgresUrl'))
      opened = { close, portal: start(site) }
    }
    return opened.portal
  }
}
