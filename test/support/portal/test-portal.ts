/** A test portal: real database, real SMTP server, fake clock. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { onTestFinished } from 'vitest'
import { recordBounce } from '#app/server/background/notifier.ts'
import { mailAttachments } from '#app/server/mail-attachments.ts'
import { associationSender } from '#app/server/mail-logo.ts'
import { apiRoutes, createServer } from '#app/server/server.ts'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { openSettings } from '#features/settings/server/settings-store.ts'
import { issueUnboundLink } from '#features/sign-in/server/request-link.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { type OpenDatabase, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import type { FileStoreOptions } from '#platform/server/files/file-store-interface.ts'
import { openSecrets } from '#platform/server/files/secrets.ts'
import { createClientReader } from '#platform/server/http/client-network.ts'
import { createMonitor } from '#platform/server/http/monitor.ts'
import { smtpDelivery } from '#platform/server/mail/deliver.ts'
import { sealedMailTexts } from '#platform/server/mail/sealed-texts.ts'
import { createMailSender } from '#platform/server/mail/sender.ts'
import type { World } from '#platform/server/world.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { borrowDatabase, copyMigrated } from '#test/setup/migrated.ts'
import type { Engine } from '../engines.ts'
import { newMemberOf } from '../samples.ts'
import { type StorageName, testFiles } from './file-store.ts'
import { emailOf, type Persona } from './personas.ts'
import { openClient, publicUrl, type TestClient } from './test-client.ts'

/** A small page with what the server fills in and reads of the built one. */
const shell =
  '<html data-theme="%THEME%"><link data-for="app" href="/app.js"><link data-for="user" href="/frame.js"><link data-for="user" data-screen="/jobs" as="fetch" href="/api/jobs?limit=24"><link data-for="user" data-screen="/admin?tab=vendors /admin?tab=oem-members" href="/tables.js"><link data-for="user" data-screen="/admin" as="fetch" href="/api/admin/first-day"><meta name="portal" content="%PORTAL%"></html>'

/** An empty, migrated database, deleted after the test. */
export const testDatabase = async (
  engine: Engine,
  options: { connections?: number; plugins?: KyselyPlugin[] } = {},
): Promise<OpenDatabase> =>
  engine === 'SQLite' ? openTemporarySqlite(options.plugins) : openTemporaryPostgres(options)

function openTemporarySqlite(plugins?: KyselyPlugin[]): OpenDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  copyMigrated(folder)
  const opened = openSqlite(folder, plugins)
  onTestFinished(async () => {
    await opened.close()
    rmSync(folder, { recursive: true })
  })
  return opened
}

async function openTemporaryPostgres(options: {
  connections?: number
  plugins?: KyselyPlugin[]
}): Promise<OpenDatabase> {
  const { url, release } = await borrowDatabase()
  const opened = await openPostgres(url, options)
  onTestFinished(async () => {
    await opened.close()
    await release()
  })
  return opened
}

interface PortalOptions extends Omit<Partial<FileStoreOptions>, 'storage'> {
  /** Where uploaded files are stored. */
  storage?: StorageName
  /** Refuses to save on a full disk. */
  disk?: Parameters<typeof createServer>[0]['disk']
  /** The size of the pool on PostgreSQL. With 1, a transaction that waits for a query outside of it never ends. */
  connections?: number
  /** What its clock shows at first. */
  startsAt?: string
  /** A portal that shows the sample association. */
  sample?: boolean
  /** A portal whose settings say that it has no mail server. Tests read its mails as those of any other. */
  withoutMailServer?: boolean
}

export type TestPortal = Awaited<ReturnType<typeof testPortal>>

/**
 * A portal without people. Its clock shows 5 January 2025, 14:30 in India, until a test moves it.
 * `as('oem')` is a client signed in with that role, the same one at each call; `visitor()` is a new,
 * signed-out client at each call.
 */
export async function testPortal(
  engine: Engine,
  {
    storage = 'folder',
    log = createLog('silent'),
    disk,
    connections = 1,
    sample = false,
    withoutMailServer = false,
    startsAt = '2025-01-05T09:00:00.000Z',
    ...fileOptions
  }: PortalOptions = {},
) {
  const plugins = [
    sealedMailTexts({
      encrypt: (...text) => world.secrets.encrypt(...text),
      decrypt: (...text) => world.secrets.decrypt(...text),
    }),
  ]
  const database = await testDatabase(engine, { connections, plugins })
  const { db } = database
  const mail = await startMailServer()
  const clock = { now: new Date(startsAt) }
  const stored = await testFiles(db, storage, { log, ...fileOptions })
  const settings = await testSettings(db, log, clock, { sample, withoutMailServer })
  const world: World = {
    db,
    files: stored.files,
    log,
    now: () => new Date(clock.now),
    publicUrl,
    secure: false,
    info: settings.info,
    association: settings.association,
    composeMail: settings.composeMail,
    secrets: await testSecrets(stored.keyFile),
  }
  const deliver = smtpDelivery(mail.url, 'portal@panel.example', associationSender(world, settings))
  const sender = createMailSender({
    db,
    deliver,
    log,
    now: world.now,
    onGivenUp: recordBounce,
    renderAttachment: mailAttachments(world),
  })
  const clients = createClientReader({ kind: 'count', count: 1 }, publicUrl)
  const running = {
    ...world,
    config: readConfig({
      ADMIN_EMAIL: emailOf('admin'),
      DATA_DIR: tmpdir(),
      PUBLIC_URL: publicUrl,
      ...(withoutMailServer ? {} : { SMTP_URL: mail.url }),
    }),
    database,
    monitor: createMonitor(clients.stats, clock.now),
  }
  const options: Parameters<typeof createServer>[0] = {
    ...running,
    settings,
    clients,
    afterWrite: () => {},
    checkAnswers: true,
    build: {
      shell,
      answer: () => undefined,
    },
    disk,
    checkReady: async () => {},
  }
  const server = createServer(options)
  onTestFinished(async () => {
    await sender.stop()
    deliver.close()
    await mail.stop()
  })

  return {
    db,
    world,
    /** What its checks read. */
    running,
    /** The file store with its folder and key. */
    stored,
    server,
    /** The endpoints of the API with their schemas. */
    routes: apiRoutes(options),
    clock,
    /** Moves the clock forward. */
    advanceClock: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    ...portalClients(world, server, async () => {
      await sender.drain()
      mail.clear()
    }),
    sender,
    mail,
    /** Sends the mails that are due and returns all mails received so far. */
    mails: async () => {
      await sender.drain()
      return mail.mails
    },
  }
}

/** The settings of a portal of the Panel Makers Association. */
const testSettings = (
  db: World['db'],
  log: World['log'],
  clock: { now: Date },
  { sample, withoutMailServer }: Required<Pick<PortalOptions, 'sample' | 'withoutMailServer'>>,
) =>
  openSettings({
    db,
    log,
    publicUrl,
    now: () => clock.now,
    defaults: {
      product_name: 'Panel',
      association_name: 'Panel Makers Association',
      association_short_name: 'PMA',
      association_website: 'https://panel.example',
      association_logo: '',
      sample,
      writes_mails_to_files: withoutMailServer,
      links_are_local: false,
    },
  })

/** Clients of the server: visitors, and people who are signed in. */
function portalClients(
  world: World,
  server: ReturnType<typeof createServer>,
  /** Tests do not expect the welcome mail of a sign-in. */
  discardMails: () => Promise<void>,
) {
  const visitor = () => openClient(server)
  const signedIn = new Map<Persona, Promise<TestClient>>()
  const signInWithoutMails = async (persona: Persona) => {
    const client = await signIn(world, visitor(), persona)
    await discardMails()
    return client
  }
  return {
    visitor,
    as: (persona: Persona): Promise<TestClient> => {
      const client = signedIn.get(persona) ?? signInWithoutMails(persona)
      signedIn.set(persona, client)
      return client
    },
    /** A new client signed in with this address. */
    signIn: async (email: string) => signInByEmail(world, visitor(), email),
  }
}

async function testSecrets(keyFile: string) {
  await openKeyFile(keyFile).current()
  return openSecrets(keyFile)
}

/** Creates the person, unless a job seeker (signing in creates those), and signs in. */
async function signIn(world: World, client: TestClient, persona: Persona): Promise<TestClient> {
  if (persona === 'visitor') return client
  const email = emailOf(persona)
  if (persona === 'admin') await ensureAdmin(world, email)
  if (persona === 'oem' || persona === 'vendor')
    await addMember(world, 'nobody', newMemberOf(persona, email))
  return signInByEmail(world, client, email)
}

async function signInByEmail(world: World, client: TestClient, email: string): Promise<TestClient> {
  const link = await issueUnboundLink(world, email, { reusable: false })
  await client.post('/api/auth/verify', { token: link.split('#token=')[1] })
  return client
}
