/** Where a portal has its data: a folder and, on PostgreSQL, a database. They can be stored and brought back. */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  dumpPostgres,
  findProgram,
  restorePostgres,
} from '#platform/server/backup/postgres-programs.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  launchPortal,
  type PortalProcess,
  type PortalSettings,
} from '#test/support/process/portal-process.ts'
import { queryPostgres } from '#test/support/query-database.ts'
import { runCommandOf } from '../support/command.ts'
import type { FrozenClock } from './clock.ts'

export interface Installation {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}

/** A portal's code, its clock and its mail server. */
export interface Setting {
  env: DrillEnvironment
  /** The folder of its code. */
  checkout: string
  clock: FrozenClock
  smtpUrl: string
}

/** The people of the sample association. */
export const adminEmail = 'secretary@fpma.example'
export const samplePeople = {
  oem: 'rajendra@marudharwoodcraft.example',
  vendor: 'harpreet@shivalikplyboards.example',
  seeker: 'kavita.rao@workmail.example',
} as const

/** The address in mails and documents, whatever the port is. */
const publicUrl = 'http://portal.example'

/** No nightly backups: they run by the time of the machine, and answers mention them. */
const settingsOf = ({ smtpUrl }: Setting, installation: Installation): PortalSettings => ({
  ...installation,
  SMTP_URL: smtpUrl,
  ADMIN_EMAIL: adminEmail,
  LOG_LEVEL: 'warn',
  BACKUP_DIR: 'off',
  PUBLIC_URL: publicUrl,
})

/** Starts a portal without waiting for it. */
export async function launch(
  setting: Setting,
  installation: Installation,
  others: Partial<PortalSettings> = {},
): Promise<PortalProcess> {
  const { checkout, clock, env } = setting
  const settings = { ...settingsOf(setting, installation), ...others }
  const portal = await launchPortal(settings, clock.nodeOptions, checkout)
  env.onClose(() => portal.end('SIGKILL'))
  return portal
}

/** A portal that is ready. */
export async function open(setting: Setting, installation: Installation): Promise<PortalProcess> {
  const portal = await launch(setting, installation)
  await portal.ready()
  return portal
}

/** Runs `npm run portal -- COMMAND`. */
export async function command(
  setting: Setting,
  installation: Installation,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return runCommandOf(
    setting.checkout,
    {
      ...settingsOf(setting, installation),
      NODE_OPTIONS: [process.env.NODE_OPTIONS, ...setting.clock.nodeOptions].join(' '),
      ...variables,
    },
    args,
  )
}

const parts = ['', '.key']

/** Copies a data folder with the key file beside it. */
export function copyFolder(from: string, to: string): void {
  for (const part of parts)
    if (existsSync(from + part)) cpSync(from + part, to + part, { recursive: true })
}

const isolated = (folder: string) => ({
  data: join(folder, 'data'),
  dump: join(folder, 'database.dump'),
})

/** Stores the data of a stopped portal in a folder. */
export async function store(installation: Installation, folder: string): Promise<void> {
  const { data, dump } = isolated(folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyFolder(installation.DATA_DIR, data)
  const url = installation.DATABASE_URL
  if (url !== undefined) await dumpPostgres(await program('pg_dump', url), { url, file: dump })
}

/** A new installation with the stored data. */
export async function bringBack(
  env: DrillEnvironment,
  engine: Engine,
  folder: string,
): Promise<Installation> {
  const { data, dump } = isolated(folder)
  const installation = { DATA_DIR: env.folder(), DATABASE_URL: await env.database(engine) }
  copyFolder(data, installation.DATA_DIR)
  const url = installation.DATABASE_URL
  if (url !== undefined) {
    // The list of what is restored is written beside the dump.
    const copy = join(env.folder(), 'database.dump')
    cpSync(dump, copy)
    await restorePostgres(await program('pg_restore', url), url, copy)
    await queryPostgres(url, 'analyze')
  }
  return installation
}

async function program(name: 'pg_dump' | 'pg_restore', url: string) {
  const [row] = await queryPostgres(url, 'show server_version_num')
  return findProgram(name, Math.floor(Number(row?.server_version_num) / 10_000))
}
