/** A whole portal for one test: real database, real SMTP server, its clock in the test's hands. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { associationLogo } from '#app/server/mail-logo.ts'
import { createServer } from '#app/server/server.ts'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { openSettings } from '#features/settings/server/settings-store.ts'
import { issueUnboundLink } from '#features/sign-in/server/request-link.ts'
import { type OpenDatabase, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import type { FileStoreOptions } from '#platform/server/files/files.ts'
import { createLog } from '#platform/server/log.ts'
import { smtpDelivery } from '#platform/server/mail/deliver.ts'
import { createMailSender } from '#platform/server/mail/sender.ts'
import type { World } from '#platform/server/world.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { borrowDatabase, copyMigrated } from '#test/setup/migrated.ts'
import { type StorageName, testFiles } from './file-store.ts'
import { newMemberOf } from './samples.ts'

/** Both engines the portal promises; every query and route test runs on each. */
export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

export const publicUrl = 'http://portal.test'
export const principals = ['visitor', 'seeker', 'vendor', 'oem', 'admin'] as const
export type Principal = (typeof principals)[number]

/** An empty, migrated database that goes away with the test. */
export const testDatabase = async (engine: Engine): Promise<OpenDatabase> =>
  engine === 'SQLite' ? openTemporarySqlite() : openTemporaryPostgres()

function openTemporarySqlite(): OpenDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  copyMigrated(folder)
  const opened = openSqlite(folder)
  onTestFinished(async () => {
    await opened.close()
    rmSync(folder, { recursive: true })
  })
  return opened
}

async function openTemporaryPostgres(): Promise<OpenDatabase> {
  const { url, release } = await borrowDatabase()
  const opened = await openPostgres(url)
  onTestFinished(async () => {
    await opened.close()
    await release()
  })
  return opened
}

interface PortalOptions extends Omit<Partial<FileStoreOptions>, 'storage'> {
  /** Where files lie. */
  storage?: StorageName
}

export type TestPortal = Awaited<ReturnType<typeof testPortal>>

/**
 * A portal without people, its clock standing at 5 January 2025, 14:30 in India. `as('oem')` is a
 * signed-in person of that role (always the same one); `visitor()` is a new browser each time.
 */
export async function testPortal(
  engine: Engine,
  { storage = 'folder', log = createLog('silent'), ...needs }: PortalOptions = {},
) {
  const { db } = await testDatabase(engine)
  const mail = await startMailServer()
  const clock = { now: new Date('2025-01-05T09:00:00.000Z') }
  const stored = await testFiles(db, storage, { log, ...needs })
  const settings = await openSettings({
    db,
    log,
    publicUrl,
    defaults: {
      product_name: 'Panel',
      association_name: 'Panel Makers Association',
      association_short_name: 'PMA',
      association_website: 'https://panel.example',
      association_logo: '',
      sample: false,
    },
  })
  const world: World = {
    db,
    files: stored.files,
    log,
    now: () => new Date(clock.now),
    publicUrl,
    secure: false,
    info: settings.info,
    customisedMail: settings.customisedMail,
  }
  const deliver = smtpDelivery(mail.url, 'portal@panel.example', associationLogo(world))
  const sender = createMailSender({ db, deliver, log, now: world.now })
  const server = createServer({
    ...world,
    settings,
    trustProxy: 1,
    afterWrite: () => {},
    checkAnswers: true,
    build: {
      shell: '<html><meta name="portal" content="%PORTAL%"></html>',
      answer: () => undefined,
    },
    checkReady: async () => {},
  })
  onTestFinished(async () => {
    await sender.stop()
    deliver.close()
    await mail.stop()
  })

  const visitor = () => openBrowser(server)
  const signedIn = new Map<Principal, Promise<Browser>>()
  /** The welcome mail of a member made for the test is not the test's concern. */
  const enterQuietly = async (principal: Principal) => {
    const browser = await enter(world, visitor(), principal)
    await sender.drain()
    mail.clear()
    return browser
  }
  const as = (principal: Principal): Promise<Browser> => {
    const known = signedIn.get(principal) ?? enterQuietly(principal)
    signedIn.set(principal, known)
    return known
  }
  return {
    db,
    world,
    /** The file store beneath, its folder and key. */
    stored,
    server,
    clock,
    /** Moves the clock on by so many milliseconds. */
    advanceClock: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    visitor,
    as,
    /** A new browser signed in as this address, whoever that is. */
    signIn: async (email: string) => enterBy(world, visitor(), email),
    sender,
    mail,
    /** Sends what is due and answers every mail that has arrived so far. */
    mails: async () => {
      await sender.drain()
      return mail.mails
    },
  }
}

export const emailOf = (principal: Principal): string => `${principal}@teak.example`

async function enter(world: World, browser: Browser, principal: Principal): Promise<Browser> {
  const email = emailOf(principal)
  if (principal === 'visitor') return browser
  if (principal === 'admin') await ensureAdmin(world, email)
  if (principal === 'oem' || principal === 'vendor')
    await addMember(world, 'nobody', newMemberOf(principal, email))
  return enterBy(world, browser, email)
}

async function enterBy(world: World, browser: Browser, email: string): Promise<Browser> {
  const link = await issueUnboundLink(world, email, { reusable: false })
  await browser.post('/api/auth/verify', { token: link.split('#token=')[1] })
  return browser
}

export type Browser = ReturnType<typeof openBrowser>

/** Somebody's browser: it keeps cookies and names its origin, as browsers do. */
function openBrowser(server: ReturnType<typeof createServer>) {
  const cookies = new Map<string, string>()

  /** Any request, JSON or a multipart form; answers the raw response. */
  const request = async (
    method: string,
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const isForm = payload instanceof FormData
    const response = await server.request(publicUrl + path, {
      method,
      headers: withoutEmpty({
        ...(cookies.size > 0 && {
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(!/^(GET|HEAD)$/.test(method) && { Origin: publicUrl }),
        ...(payload !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      ...(payload !== undefined && { body: isForm ? payload : JSON.stringify(payload) }),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    return response
  }

  /** A request whose answer is JSON; a refusal throws `{status}: {text}` as in the browser. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any shape
  const call = async (method: string, path: string, payload?: unknown): Promise<any> => {
    const response = await request(method, path, payload)
    if (response.ok) return response.json()
    throw new Error(`${response.status}: ${await response.text()}`)
  }
  return {
    cookies,
    request,
    get: (path: string) => call('GET', path),
    post: (path: string, payload?: unknown) => call('POST', path, payload),
    put: (path: string, payload?: unknown) => call('PUT', path, payload),
    delete: (path: string) => call('DELETE', path),
  }
}

/** A header given as '' is left out. */
const withoutEmpty = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}
