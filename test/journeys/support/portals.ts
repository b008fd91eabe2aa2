/**
 * The portals of journeys. They run in the worker process, with the built browser side, a real database
 * and a real mail server; that the portal also works as a process is shown by the drills.
 */
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { openPortal } from '#app/server/portal.ts'
import type { SampleOptions } from '#app/server/sample/sample.ts'
import { readConfig } from '#platform/server/config.ts'
import { ensureDataFolder } from '#platform/server/core/data-folder.ts'
import { createLog } from '#platform/server/core/log.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import { copySample } from '#test/setup/sample-association.ts'
import type { Engine } from '#test/support/engines.ts'
import type { SignedInPersona } from '#test/support/portal/personas.ts'
import { type DrillEnvironment, openEnvironment } from '#test/support/process/environment.ts'
import { freePort } from '#test/support/process/free-port.ts'
import type { PortalSettings } from '#test/support/process/portal-process.ts'
import { signInDirectly, signInWithToken } from './sign-in.ts'
import { type BrowserWindow, desktop, openWindow, type Viewport, windowPool } from './windows.ts'

export const adminEmail = 'secretary@panel.example'
export const secondAdminEmail = 'treasurer@panel.example'

const webFolder = join(import.meta.dirname, '../../../dist/web')

/** Serves with these settings until the environment closes; returns the URL and the printed lines. */
async function startPortal(
  env: DrillEnvironment,
  settings: PortalSettings,
  host = '127.0.0.1',
  sample: SampleOptions = {},
) {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const given = Object.entries({
    LOG_LEVEL: 'silent',
    ...settings,
    PORT: port,
    ...(host !== '127.0.0.1' && { PUBLIC_URL: url }),
  })
  const variables = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  const config = readConfig(Object.fromEntries(variables))
  ensureDataFolder(config.dataDir)
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const portal = await openPortal(config, {
    log: createLog(config.logLevel),
    print,
    webFolder,
    sample,
  })
  env.onClose(portal.stop)
  await portal.listen()
  return { url, printed }
}

/** The portal prints the sign-in links of its sample people in this order. */
const printedOrder: readonly SignedInPersona[] = ['admin', 'oem', 'vendor', 'seeker']

interface SamplePortal {
  url: string
  /** The reusable sign-in token of this persona. */
  tokenOf: (persona: SignedInPersona) => string
  /** The path of the sign-in link with this token. */
  linkOf: (persona: SignedInPersona) => string
}

async function startSample(
  env: DrillEnvironment,
  { host, hasSeason = true }: SampleOptions & { host?: string },
): Promise<SamplePortal> {
  const folder = env.folder()
  if (hasSeason) copySample(inject('sampleFolder'), folder)
  const { url, printed } = await startPortal(env, { DATA_DIR: folder }, host, { hasSeason })
  const tokens = [...printed.join('\n').matchAll(/#token=(\S+)/g)].map(([, token]) => token)
  const tokenOf = (persona: SignedInPersona) => tokens[printedOrder.indexOf(persona)] ?? ''
  return { url, tokenOf, linkOf: (persona) => `/login/verify#token=${tokenOf(persona)}` }
}

export interface Sample extends SamplePortal {
  /** A new window signed in as this persona, without a page yet. */
  signIn: (persona: SignedInPersona, viewport?: Viewport) => Promise<BrowserWindow>
  /** A window signed in as this persona, at a path. Later tests reuse the window, emptied but signed in. */
  openAs: (persona: SignedInPersona, path: string, viewport?: Viewport) => Promise<BrowserWindow>
}

/**
 * The sample association, shared by the tests of the file or `describe` block that calls this. Only the
 * browser knows other hosts (test/setup/browser.ts).
 */
export function sharedSample(
  options: SampleOptions & { host?: string } = {},
): () => Promise<Sample> {
  const pool = windowPool()
  const portal = shared((env) => startSample(env, options), pool.close)
  return async () => {
    const { url, tokenOf, linkOf } = await portal()
    return {
      url,
      tokenOf,
      linkOf,
      signIn: async (persona, viewport) => {
        const window = await openWindow(url, viewport)
        await signInWithToken(window, url, tokenOf(persona))
        return window
      },
      openAs: async (persona, path, viewport = desktop) => {
        const window = await pool.get(persona, url, viewport, (opened) =>
          signInWithToken(opened, url, tokenOf(persona)),
        )
        await window.go(path)
        return window
      },
    }
  }
}

/**
 * Opens a path in the window of an administrator in the shared sample. A journey that raises the first
 * dues leaves out the season of the sample.
 */
export function sharedAdmin(options: SampleOptions = {}) {
  const sample = sharedSample(options)
  return async (path: string, viewport?: Viewport) =>
    (await sample()).openAs('admin', path, viewport)
}

export interface MailedPortal {
  url: string
  mail: MailServer
}

/** An empty association with a mail server and one administrator, who has not signed in yet. */
async function startAssociation(env: DrillEnvironment, engine: Engine): Promise<MailedPortal> {
  const mail = await env.mailServer()
  const { url } = await startPortal(env, {
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })
  return { url, mail }
}

export interface Association extends MailedPortal {
  /** A window signed in as an administrator, at a path; later tests reuse it, emptied but signed in. */
  admin: (path: string, email?: string, viewport?: Viewport) => Promise<BrowserWindow>
}

/** An empty association shared by the tests of the file or `describe` block that calls this. */
export function sharedAssociation(engine: Engine = 'SQLite'): () => Promise<Association> {
  const pool = windowPool()
  const portal = shared((env) => startAssociation(env, engine), pool.close)
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
  const { env, close } = openEnvironment(inject('postgresUrl'))
  onTestFinished(close)
  return startAssociation(env, engine)
}

/** A new window signed in as an administrator of an association with a mail server. */
export async function signInAsAdmin(
  { url, mail }: MailedPortal,
  email = adminEmail,
  viewport = desktop,
): Promise<BrowserWindow> {
  const window = await openWindow(url, viewport)
  await signInDirectly(window, url, mail, { email, type: 'admin' })
  return window
}

/** Starts in the first test that needs it, so that the start counts as time of a test; stops after the last. */
function shared<Portal>(
  start: (env: DrillEnvironment) => Promise<Portal>,
  before: () => Promise<void>,
): () => Promise<Portal> {
  let opened: { close: () => Promise<void>; portal: Promise<Portal> } | undefined
  afterAll(async () => {
    await before()
    await opened?.close()
  })
  return () => {
    if (!opened) {
      const { env, close } = openEnvironment(inject('postgresUrl'))
      opened = { close, portal: start(env) }
    }
    return opened.portal
  }
}
