/** Where a portal has its data: a folder and, on PostgreSQL, a database. */
import { cpSync, existsSync } from 'node:fs'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  launchPortal,
  type PortalProcess,
  type PortalSettings,
} from '#test/support/process/portal-process.ts'
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
  mail: MailServer
}

/** The people of the sample association. */
export const adminEmail = 'secretary@fpma.example'
export const samplePeople = {
  oem: 'rajendra@marudharwoodcraft.example',
  vendor: 'harpreet@shivalikplyboards.example',
  seeker: 'kavita.rao@workmail.example',
} as const

/** The address in mails and documents, regardless of the port. */
const publicUrl = 'http://portal.example'

/** No nightly backups: they run by the time of the machine, and answers mention them. */
const settingsOf = ({ mail }: Setting, installation: Installation): PortalSettings => ({
  ...installation,
  SMTP_URL: mail.url,
  ADMIN_EMAIL: adminEmail,
  LOG_LEVEL: 'warn',
  BACKUP_DIR: 'off',
  PUBLIC_URL: publicUrl,
})

/** Starts a portal and waits until it is ready. */
export async function open(setting: Setting, installation: Installation): Promise<PortalProcess> {
  const { checkout, clock, env } = setting
  const settings = settingsOf(setting, installation)
  const portal = await launchPortal(settings, clock.nodeOptions, checkout)
  env.onClose(() => portal.end('SIGKILL'))
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

/** A new installation with the data of one whose portal is stopped. */
export async function copyOf(
  env: DrillEnvironment,
  engine: Engine,
  { DATA_DIR, DATABASE_URL }: Installation,
): Promise<Installation> {
  const copy = { DATA_DIR: env.folder(), DATABASE_URL: await env.database(engine, DATABASE_URL) }
  copyFolder(DATA_DIR, copy.DATA_DIR)
  return copy
}
