/** The sections of the System page: what is well, and what needs attention (contract 17.9). */
import type { SystemState } from '#app/answers.ts'
import { retentionStatus } from '#features/applications/server/retention/retention.ts'
import { isLate, lastBackup, lastFailedBackup } from '#platform/server/backup/runs.ts'
import { lastDatabaseCheck } from '#platform/server/database/check.ts'
import { databaseBytes } from '#platform/server/database/size.ts'
import { type DiskSpace, freeSpace, uploadFloor } from '#platform/server/disk/disk-space.ts'
import type { ProxyReport } from '#platform/server/http/client-network.ts'
import type { World } from '#platform/server/world.ts'
import { dateTime } from '#shared/dates.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import { countOf, formatCount, withFullStop } from '#shared/sentences.ts'
import {
  mailQueue,
  pauseProblem,
  refusedSignIns,
  storedFiles,
  stuckAfter,
} from './status-queries.ts'
import { portalVersion, type SystemSource } from './system-source.ts'

export type Section = SystemState['sections'][number]

/** A section that cannot be read says so; the others are shown. */
export async function systemSections(world: World, source: SystemSource): Promise<Section[]> {
  const parts: [
    id: string,
    title: string,
    read: () => Promise<Pick<Section, 'problems' | 'facts'>>,
  ][] = [
    ['mail', 'Email queue', () => mailSection(world, source)],
    ['backups', 'Backups', () => backupSection(world, source)],
    ['database', 'Database', () => databaseSection(world, source)],
    ['storage', 'Storage', () => storageSection(world, source)],
    ['cleanup', 'Daily cleanup', () => cleanupSection(world, source)],
    ['sign-in', 'Refused sign-ins', () => signInSection(world)],
    ['proxy', 'Reverse proxy and limits', async () => proxySection(source)],
    ['portal', 'Portal', async () => portalSection(world, source)],
  ]
  const sections = await Promise.all(
    parts.map(async ([id, title, read]) => {
      try {
        return { id, title, ...(await read()) }
      } catch (error) {
        world.log.error({ err: error, section: id }, 'reading the state failed')
        return {
          id,
          title,
          problems: ['This could not be read. The log has the reason.'],
          facts: [],
        }
      }
    }),
  )
  return sections.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Problems come first, and of them that of the proxy: while it lasts, no limit tells visitors apart. */
function rankOf({ id, problems }: Section): number {
  if (problems.length === 0) return 2
  return id === 'proxy' ? 0 : 1
}

type Content = Pick<Section, 'problems' | 'facts'>

const fact = (name: string, value: string | number) => ({
  name,
  value: typeof value === 'number' ? formatCount(value) : value,
})

async function mailSection({ db, now }: World, { hasMailServer }: SystemSource): Promise<Content> {
  const queue = await mailQueue(db, now())
  const age = queue.oldest === null ? 0 : now().getTime() - Date.parse(queue.oldest)
  const problems: string[] = []
  const paused = pauseProblem(queue)
  if (paused !== undefined) problems.push(paused)
  else if (age > stuckAfter)
    problems.push(
      `Emails have been waiting for ${duration(age)}. Check the mail server and SMTP_URL. ${lastError(queue.lastError)}`,
    )
  if (queue.heldBack > 0)
    problems.push(
      `${countOf(queue.heldBack, 'email to an unregistered address was', 'emails to unregistered addresses were')} held back in the last 24 hours. Someone may be entering other people’s addresses.`,
    )
  return {
    problems: problems.map((problem) => problem.trim()),
    facts: [
      fact('Waiting', queue.waiting),
      fact('Oldest', queue.oldest === null ? '-' : dateTime(queue.oldest)),
      fact('Failed in the last 7 days', queue.failed),
      fact('Mail server', hasMailServer ? 'SMTP' : 'None: emails are saved in the data folder'),
    ],
  }
}

const lastError = (error: string | null): string =>
  error === null ? '' : `Last error: ${withFullStop(error)}`

async function backupSection(
  { db, now }: World,
  { expectsBackups }: SystemSource,
): Promise<Content> {
  const last = await lastBackup(db)
  const failed = await lastFailedBackup(db)
  const problems: string[] = []
  if (failed)
    problems.push(
      `The backup of ${dateTime(failed.started_at)} failed: ${withFullStop(failed.error ?? 'the reason is in the log')}`,
    )
  if (expectsBackups && isLate(last, now()))
    problems.push(
      last
        ? 'The last backup is older than a day. Check the log and the space in the backup folder.'
        : 'There is no backup yet. Run npm run portal -- backup on the server, or wait for tonight.',
    )
  return {
    problems,
    facts: [
      fact('Last backup', last ? dateTime(last.started_at) : 'None yet'),
      fact('Size', last?.bytes == null ? '-' : size(last.bytes)),
      fact('Files', last?.files ?? '-'),
      fact('Nightly backups', expectsBackups ? 'On' : 'Off'),
    ],
  }
}

async function databaseSection(
  { db, now }: World,
  { engine, monitor }: SystemSource,
): Promise<Content> {
  const check = await lastDatabaseCheck(db)
  // After a start the first check is due within an hour.
  const since = Math.max(
    Date.parse(monitor.startedAt),
    Date.parse(check?.checkedAt ?? monitor.startedAt),
  )
  const problems = (check?.problems ?? []).map(
    (problem) => `${withFullStop(problem)} Restore the last backup.`,
  )
  if (now().getTime() - since > days(2))
    problems.push('The database has not been checked for two days. Restart the portal.')
  return {
    problems,
    facts: [
      fact('Engine', engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'),
      fact('Size', size(await databaseBytes(db))),
      fact('Last check', check ? dateTime(check.checkedAt) : 'Not yet'),
    ],
  }
}

async function storageSection(
  { db, files: store }: World,
  { folder }: SystemSource,
): Promise<Content> {
  const [{ files, bytes }, space] = await Promise.all([storedFiles(db), freeSpace(folder)])
  return {
    problems: spaceProblems(space),
    facts: [
      fact('Files', files),
      fact('Size of files', size(bytes)),
      fact('In quarantine', await store.countQuarantined()),
      fact('Free space', `${size(space.free)} of ${size(space.total)}`),
    ],
  }
}

export function spaceProblems(space: DiskSpace): string[] {
  if (space.free < uploadFloor(space))
    return [
      `Only ${size(space.free)} of disk space is free, so uploads are refused. Free some space.`,
    ]
  if (space.free < Math.min(2 * 1024 ** 3, space.total / 5))
    return [`Only ${size(space.free)} of disk space is free. Free some space soon.`]
  return []
}

async function cleanupSection({ db, now }: World, { monitor }: SystemSource): Promise<Content> {
  const { lastRun, waiting } = await retentionStatus(db)
  const since = Math.max(
    Date.parse(monitor.startedAt),
    Date.parse(lastRun?.at ?? monitor.startedAt),
  )
  const isLateRun = now().getTime() - since > hours(26)
  return {
    problems: isLateRun
      ? ['The daily cleanup has not finished for more than a day. The log has the reason.']
      : [],
    facts: [
      fact('Last run', lastRun ? dateTime(lastRun.at) : 'Not yet'),
      fact('Papers deleted', lastRun?.files ?? 0),
      fact('Applications with papers to delete', waiting),
    ],
  }
}

const manyRefusals = 100

async function signInSection({ db, now }: World): Promise<Content> {
  const { total, reasons, networks } = await refusedSignIns(db, now())
  const heaviest = [...networks].toSorted(([, a], [, b]) => b - a).slice(0, 3)
  return {
    problems:
      total > manyRefusals
        ? [
            `${formatCount(total)} sign-ins were refused in the last 24 hours. Someone may be guessing codes; the limits hold.`,
          ]
        : [],
    facts: [
      fact('Last 24 hours', total),
      ...[...reasons].map(([reason, count]) => fact(capital(reason), count)),
      ...heaviest.map(([network, count]) => fact(maskedNetwork(network), count)),
    ],
  }
}

/** The first half of a network: enough to recognise one's own office. */
export function maskedNetwork(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 2).join(':')}:…`
  const [first = '', second = '', ...rest] = network.split('.')
  return rest.length === 2 ? `${first}.${second}.x.x` : network
}

function proxySection({ monitor }: SystemSource): Content {
  const { proxies, limited } = monitor
  const busiest = [...limited].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  return {
    problems: proxyProblems(proxies),
    facts: [
      fact('TRUST_PROXY', trustSetting(proxies)),
      fact(
        'Refused because of a limit',
        [...limited.values()].reduce((sum, count) => sum + count, 0),
      ),
      ...busiest.map(([route, count]) => fact(route, count)),
    ],
  }
}

const proxyProblems = ({ undeclaredProxy }: ProxyReport): string[] =>
  undeclaredProxy === undefined
    ? []
    : [
        `Requests come through a reverse proxy (${undeclaredProxy}) that TRUST_PROXY does not cover, so all visitors share one set of limits. Set TRUST_PROXY=${undeclaredProxy} and restart the portal.`,
      ]

function trustSetting({ trusted }: ProxyReport): string {
  if (trusted.kind === 'off') return 'off'
  if (trusted.kind === 'peers') return trusted.names.join(', ')
  return trusted.count === 1 ? 'on' : String(trusted.count)
}

const portalSection = ({ publicUrl }: World, { monitor }: SystemSource): Content => ({
  problems: [],
  facts: [
    fact('Version', portalVersion),
    fact('Node.js', process.versions.node),
    fact('Started', dateTime(monitor.startedAt)),
    fact('Address', publicUrl),
  ],
})

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

export function duration(milliseconds: number): string {
  if (milliseconds < hours(2))
    return countOf(Math.round(milliseconds / minutes(1)), 'minute', 'minutes')
  if (milliseconds < days(2)) return countOf(Math.round(milliseconds / hours(1)), 'hour', 'hours')
  return countOf(Math.round(milliseconds / days(1)), 'day', 'days')
}

/** '512 KB', '3.4 MB', '12 GB'. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** power
  return `${power === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
