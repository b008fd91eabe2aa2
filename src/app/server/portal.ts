/** A running portal from its settings, for main.ts and for tests. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReminding } from '#features/dues/server/notices/reminders-task.ts'
import { completeLedger } from '#features/ledger/server/accounts/rebuild.ts'
import { seedAdmin } from '#features/members/server/record/administrators.ts'
import { openSettings } from '#features/settings/server/settings-store.ts'
import { postVerification } from '#features/sign-in/endpoints.ts'
import type { SignInLink } from '#features/sign-in/server/request-link.ts'
import { deleteReusableRequests } from '#features/sign-in/server/request-queries.ts'
import { type Config, folderOf, isLoopbackAddress } from '#platform/server/config.ts'
import type { Log } from '#platform/server/core/log.ts'
import {
  type Database,
  type OpenDatabase,
  openPostgres,
  openSqlite,
} from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { completeStatistics } from '#platform/server/database/refresh-statistics.ts'
import { openDiskGuard, releaseReserveIfFull } from '#platform/server/disk/disk-guard.ts'
import { openSecrets } from '#platform/server/files/secrets.ts'
import { createClientReader } from '#platform/server/http/client-network.ts'
import { closeServer, listen } from '#platform/server/http/listen.ts'
import { createMonitor, type Monitor } from '#platform/server/http/monitor.ts'
import { readStaticFiles } from '#platform/server/http/static-files.ts'
import {
  type FindSenderIdentity,
  fileDelivery,
  smtpDelivery,
} from '#platform/server/mail/deliver.ts'
import { retryAfterPause } from '#platform/server/mail/mail-pause.ts'
import { releaseLeases } from '#platform/server/mail/outbox.ts'
import { sealedMailTexts } from '#platform/server/mail/sealed-texts.ts'
import { createMailSender } from '#platform/server/mail/sender.ts'
import type { Reading } from '#platform/server/monitoring/metrics.ts'
import { serveMetrics } from '#platform/server/monitoring/metrics-server.ts'
import type { World } from '#platform/server/world.ts'
import { startChecking } from './background/check-database.ts'
import { startSweeping } from './background/daily-sweep.ts'
import { recordBounce, startNotifying } from './background/notifier.ts'
import { startSealing } from './background/seal-history.ts'
import { backUpBeforeUpgrade } from './backup/before-upgrade.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { checks } from './checks/checks.ts'
import { createFileStore, removeIncoming } from './create-file-store.ts'
import { mailAttachments } from './mail-attachments.ts'
import { associationSender } from './mail-logo.ts'
import { migrations } from './migrations.ts'
import { readinessCheck } from './readiness.ts'
import { openSample, type SampleOptions } from './sample/sample.ts'
import { assertSampleAlone } from './sample/sample-alone.ts'
import { completeSearchTexts } from './search-texts.ts'
import { createServer } from './server.ts'

/** How long a stop waits for mails that are being sent. */
const maxMailMs = 5000

export interface Portal {
  /** Starts to serve; rejects with a StartupError when the address is in use. */
  listen: () => Promise<void>
  /** Stops accepting requests, finishes those in progress (10 s at most), closes the database. */
  stop: () => Promise<void>
}

interface PortalOptions {
  log: Log
  /** Writes to the terminal. */
  print: (text: string) => void
  /** The built browser side. */
  webFolder: string
  sample?: SampleOptions | undefined
}

export async function openPortal(
  config: Config,
  { log, print, webFolder, sample = {} }: PortalOptions,
): Promise<Portal> {
  assertSampleAlone(config)
  const folder = folderOf(config)
  const database = await openDatabase(config, folder)
  const { db } = database
  try {
    if (!config.sample) await backUpBeforeUpgrade(config, database, print)
    await upgrade(db, log)
    if (database.engine === 'sqlite') await removeIncoming(folder)
    const files = await createFileStore(config, database, folder, log)
    const { publicUrl } = config
    const now = () => new Date()
    const settings = await openSettings({ db, log, publicUrl, now, defaults: config.info })
    const world: World = {
      db,
      files,
      log,
      now,
      publicUrl,
      secure: config.secure,
      info: settings.info,
      association: settings.association,
      composeMail: settings.composeMail,
      secrets: openSecrets(config.keyFile),
    }
    const disk = await openDiskGuard(folder, log)
    const delivery = openDelivery(config, folder, associationSender(world, settings))
    await resumeMails(database, world.now())
    const sender = createMailSender(
      {
        db,
        deliver: delivery.deliver,
        log,
        now: world.now,
        onGivenUp: recordBounce,
        renderAttachment: mailAttachments(world),
      },
      2000,
    )
    const clients = createClientReader(config.trustProxy, config.publicUrl)
    const monitor = createMonitor(clients.stats, world.now())
    const running = { ...world, config, database, monitor }
    const app = createServer({
      ...running,
      settings,
      clients,
      afterWrite: sender.wake,
      onSignInLink:
        config.smtpUrl === undefined ? (link) => printSignInLink(link, print) : undefined,
      build: readStaticFiles(webFolder),
      disk: database.engine === 'sqlite' ? disk : undefined,
      checkReady: readinessCheck({ ...world, database, disk, checkFiles: files.check }),
    })
    await deleteReusableRequests(db)
    let tasks: { stop: () => Promise<void> }[] = []
    let server: Server | undefined
    let metrics: Server | undefined

    return {
      listen: async () => {
        // The portal accepts no requests yet: the first one may come from an administrator.
        if (!config.sample) await addAdministrators(world, config, print)
        server = await listen(app.fetch, config)
        metrics = await openMetrics(
          config,
          monitor,
          checks.flatMap(({ metrics: metricsOfCheck }) => metricsOfCheck?.(running) ?? []),
        )
        log.info({ host: config.host, port: config.port, engine: database.engine }, 'serving')
        if (config.sample) await openSample(world, print, sample)
        else printStart(config, print)
        sender.wake()
        tasks = startTasks(world, config, database, sender.wake)
      },
      stop: async () => {
        // A hanging mail server does not delay the stop: unsent mails are sent after the next start.
        const mails = Promise.race([sender.stop(), sleep(maxMailMs, undefined, { ref: false })])
        endMetrics(metrics)
        await closeServer(server)
        await mails
        for (const task of tasks) await task.stop()
        delivery.close()
        await disk.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs the migrations, then fills columns that this version computes from existing rows. */
async function upgrade(db: Database, log: Log): Promise<void> {
  await migrate(db, migrations)
  await completeLedger(db, log)
  await completeSearchTexts(db)
  await completeStatistics(db)
}

/** Starts the background tasks; `wake` starts sending mails. */
const startTasks = (world: World, config: Config, database: OpenDatabase, wake: () => void) => [
  startSweeping(world),
  startNotifying(world, wake),
  startReminding(world, wake),
  startSealing(world),
  startChecking(world, database),
  startNightlyBackups({ world, config, database }),
]

/** For alarms: many refusals mean that codes are being guessed. */
const failedSignIns = {
  name: 'portal_failed_sign_ins_total',
  help: 'Refused attempts to redeem a sign-in link or code',
  path: postVerification.path,
}

/** Loaded when METRICS_PORT is set: the library delays the start. */
async function openMetrics(
  { metricsPort }: Config,
  monitor: Monitor,
  readings: readonly Reading[],
): Promise<Server | undefined> {
  if (metricsPort === undefined) return undefined
  const { createMetrics } = await import('#platform/server/monitoring/metrics.ts')
  return serveMetrics(createMetrics(monitor, { readings, refusals: [failedSignIns] }), metricsPort)
}

function endMetrics(server: Server | undefined): void {
  server?.close()
  server?.closeAllConnections()
}

async function openDatabase(config: Config, folder: string): Promise<OpenDatabase> {
  // PostgreSQL holds a real association: the sample association is always on SQLite.
  const plugins = [sealedMailTexts(openSecrets(config.keyFile))]
  if (config.databaseUrl !== undefined && !config.sample)
    return openPostgres(config.databaseUrl, { plugins })
  await releaseReserveIfFull(folder)
  return openSqlite(folder, plugins)
}

function openDelivery(config: Config, folder: string, identity: FindSenderIdentity) {
  if (config.smtpUrl !== undefined) {
    const smtp = smtpDelivery(config.smtpUrl, config.mailFrom, identity)
    return { deliver: smtp, close: smtp.close }
  }
  return {
    deliver: fileDelivery(join(folder, 'outbox'), config.mailFrom, identity),
    close: () => {},
  }
}

/** Releases the mails of an earlier process, and retries after a pause, because the mail settings may have changed. */
async function resumeMails({ db, engine }: OpenDatabase, now: Date): Promise<void> {
  if (engine === 'sqlite') await releaseLeases(db)
  await retryAfterPause(db, now)
}

/**
 * Prints the link, because the operator reads sign-in links in the terminal when there is no mail server.
 */
const printSignInLink = ({ to, url, code }: SignInLink, print: (text: string) => void): void =>
  print(`Sign-in link for ${to}: ${url} (code ${code})`)

/** Adds the administrators of ADMIN_EMAIL that do not exist yet. */
async function addAdministrators(
  world: World,
  config: Config,
  print: (text: string) => void,
): Promise<void> {
  for (const email of config.adminEmails) {
    const outcome = await seedAdmin(world, email)
    if (outcome === 'inactive')
      print(`${email} is in ADMIN_EMAIL but is a deleted user; restore them to let them in.`)
    if (outcome === 'removed')
      print(
        `${email} is in ADMIN_EMAIL but is no longer an administrator; npm run portal -- add-admin ${email} makes them one again.`,
      )
    if (outcome === 'member')
      print(
        `${email} is in ADMIN_EMAIL but is already a member; an administrator needs another address.`,
      )
  }
}

/** The portal cannot distinguish visitors who come through a proxy that TRUST_PROXY does not name. */
const proxyNote =
  'PUBLIC_URL is https but TRUST_PROXY is off: all visitors who come through a reverse proxy share the limits of one address (20 times those of one visitor). Set TRUST_PROXY to the address of the proxy, for example TRUST_PROXY=127.0.0.1.'

/** Prints where to sign in, and warnings about the settings. */
function printStart(config: Config, print: (text: string) => void): void {
  print(
    `The portal is ready. Sign in at ${config.publicUrl}/login (Admin Login) as ${config.adminEmails.join(' or ')}.`,
  )
  if (config.secure && config.trustProxy.kind === 'off') print(proxyNote)
  if (isLoopbackAddress(config.publicUrl))
    print(
      `PUBLIC_URL is ${config.publicUrl}: links in mails open on this computer only. Set it to the address that members use.`,
    )
  if (config.smtpUrl === undefined)
    print(
      `No SMTP_URL: mails are files in ${join(config.dataDir, 'outbox')}, and sign-in links are printed here.`,
    )
}
