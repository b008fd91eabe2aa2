/** Where a portal has its data, and the sample association as such data. */
import { copyFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  launchPortal,
  type PortalProcess,
  type PortalSettings,
} from '#test/support/process/portal-process.ts'
import { signIn } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { runCommandOf } from '../support/command.ts'
import type { FrozenClock } from './frozen-clock.ts'

export interface Installation {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}

/** The code of a portal, with its clock and its mail server. */
export interface Setting {
  env: DrillEnvironment
  /** The folder of the code. */
  checkout: string
  clock: FrozenClock
  mail: MailServer
}

/** The people of the sample association who sign in. */
export const people = {
  administrator: { email: 'secretary@fpma.example', type: 'admin' },
  oem: { email: 'rajendra@marudharwoodcraft.example', type: 'member' },
  vendor: { email: 'harpreet@shivalikplyboards.example', type: 'member' },
  seeker: { email: 'kavita.rao@workmail.example', type: 'jobseeker' },
} as const

/** Nightly backups go by the time of the machine, and answers mention them. */
const settingsOf = ({ mail }: Setting, installation: Installation): PortalSettings => ({
  ...installation,
  SMTP_URL: mail.url,
  ADMIN_EMAIL: people.administrator.email,
  LOG_LEVEL: 'warn',
  BACKUP_DIR: 'off',
  // Regardless of the port, because mails and papers contain it.
  PUBLIC_URL: 'http://portal.example',
})

export async function open(setting: Setting, installation: Installation): Promise<PortalProcess> {
  const { checkout, clock, env } = setting
  const settings = settingsOf(setting, installation)
  const portal = await launchPortal(settings, clock.nodeOptions, checkout)
  env.onClose(() => portal.end('SIGKILL'))
  await portal.ready()
  return portal
}

export async function stop(portal: PortalProcess): Promise<void> {
  const { code } = await portal.end('SIGTERM')
  if (code !== 0) throw new Error(`The portal did not stop in order:\n${portal.output()}`)
}

export function signedIn(
  { env, mail }: Setting,
  portal: { url: string },
  who: keyof typeof people,
): Promise<ApiClient> {
  // The links of earlier sign-ins are used.
  mail.clear()
  return signIn(env.client(portal), mail, people[who].email, people[who].type)
}

/** Runs `npm run portal -- COMMAND`. */
export function command(
  setting: Setting,
  installation: Installation,
  name: string,
  variables: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, ...setting.clock.nodeOptions].join(' ')
  const settings = { ...settingsOf(setting, installation), NODE_OPTIONS, ...variables }
  return runCommandOf(setting.checkout, settings, [name])
}

/** A new installation with the data of one whose portal is stopped. */
export async function copyOf(
  { env }: Setting,
  engine: Engine,
  { DATA_DIR, DATABASE_URL }: Installation,
): Promise<Installation> {
  const copy = { DATA_DIR: env.folder(), DATABASE_URL: await env.database(engine, DATABASE_URL) }
  cpSync(DATA_DIR, copy.DATA_DIR, { recursive: true })
  copyFileSync(`${DATA_DIR}.key`, `${copy.DATA_DIR}.key`)
  return copy
}

/** A portal without ADMIN_EMAIL makes the sample association, on SQLite; `move` brings it to PostgreSQL. */
export async function sampleAssociation(setting: Setting, engine: Engine): Promise<Installation> {
  const { checkout, clock, env } = setting
  const folder = env.folder()
  const portal = await launchPortal({ DATA_DIR: folder }, clock.nodeOptions, checkout)
  env.onClose(() => portal.end('SIGKILL'))
  await portal.ready()
  // The links are printed after the sample data is stored.
  if (!(await waitUntil(() => portal.output().includes('Job seeker'), 600_000)))
    throw new Error(`The sample association is incomplete:\n${portal.output()}`)
  await stop(portal)
  copyFileSync(`${folder}.key`, join(folder, 'demo.key'))
  const sample = { DATA_DIR: join(folder, 'demo'), DATABASE_URL: undefined }
  if (engine === 'SQLite') return sample
  const DATABASE_URL = (await env.database(engine)) ?? ''
  const { code, output } = await command(setting, sample, 'move', { TO_DATABASE_URL: DATABASE_URL })
  if (code !== 0) throw new Error(`The sample association was not moved:\n${output}`)
  return { ...sample, DATABASE_URL }
}
