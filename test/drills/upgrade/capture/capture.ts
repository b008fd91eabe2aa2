/** Stores the answers of a portal to all its users on two days. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '#shared/records.ts'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { adminEmail, type Installation, open, type Setting } from '../installations.ts'
import { root } from '../old-portal.ts'
import { type SignInType, signInAgain } from '../people.ts'
import { progress } from '../progress.ts'
import { witnesses } from '../story/season.ts'
import { type Answers, createNames } from './answers.ts'
import * as lists from './lists.ts'
import { memberDetails, previews } from './members.ts'
import { openReader, type Reader } from './reader.ts'
import { asMember, asOther } from './roles.ts'

/** Early in the morning, when no reminder is sent: soon after the last event, and when the dues have lapsed. */
export const firstDay = '2027-05-20T08:00:00+05:30'
const days = [firstDay, '2027-08-05T08:00:00+05:30']

/** Answers that say something about the machine or the process. */
const leftOut: Record<string, string> = {
  'GET /api/admin/system': 'free space, versions and running times of the machine',
  'GET /api/admin/invitations/:id': 'nobody is invited in the season',
}

/** The GET calls of the contract, as they are declared. */
async function getRoutes(): Promise<string[]> {
  const routes = new Set<string>()
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('/endpoints.ts')) continue
    const declared: Record<string, unknown> = await import(join(root, 'src', file))
    for (const endpoint of Object.values(declared))
      if (isRecord(endpoint) && endpoint.method === 'GET') routes.add(String(endpoint.route))
  }
  return [...routes].filter((route) => !(route in leftOut)).toSorted()
}

export interface Captured extends Answers {
  /** The GET calls of the contract that were not read. */
  missed: string[]
}

/** Starts a portal on the data and stores what it answers. */
export async function capture(
  setting: Setting,
  installation: Installation,
  mail: MailServer,
): Promise<Captured> {
  const { clock } = setting
  clock.set(firstDay)
  // What is due to be deleted is deleted by a start before, so that no number of the last cleanup is left to chance.
  const before = await openCleaned(setting, installation, mail)
  await before.end('SIGTERM')
  clock.advance(60)
  const portal = await openCleaned(setting, installation, mail)
  const captured = await readAll(setting, portal, mail)
  await portal.end('SIGTERM')
  return captured
}

/** A portal that has finished the cleanup of its start. */
async function openCleaned(
  setting: Setting,
  installation: Installation,
  mail: MailServer,
): Promise<PortalProcess> {
  const { clock, env } = setting
  const portal = await open(setting, installation)
  const admin = env.client(portal)
  await signInAgain(admin, mail, adminEmail, 'admin')
  const isCleaned = async () => {
    const { lastRun } = (await admin.call('GET', '/api/admin/applications/retention')) as {
      lastRun: { at: string } | null
    }
    return lastRun?.at === clock.now().toISOString()
  }
  if (!(await waitUntil(isCleaned, 60_000))) throw new Error('The cleanup has not finished')
  return portal
}

async function readAll(
  { clock, env }: Setting,
  portal: { url: string },
  mail: MailServer,
): Promise<Captured> {
  const { names, nameIt } = createNames()
  const texts = new Map<string, string>()
  const called = new Set<string>()
  const routes = await getRoutes()
  const readerFor = async (who: string, email?: string, type?: SignInType): Promise<Reader> => {
    const client = env.client(portal)
    if (email !== undefined && type !== undefined) await signInAgain(client, mail, email, type)
    const when = clock.now().toISOString().slice(0, 10)
    return openReader(client, `${when} ${who}`, { names, texts }, (call) => called.add(call))
  }

  for (const [index, day] of days.entries()) {
    if (index > 0) clock.set(day)
    const admin = await readerFor('administrator', adminEmail, 'admin')
    progress(`${day}: lists of members`)
    const members = await lists.memberLists(admin, nameIt)
    progress('renewals, books, previews')
    await lists.renewalLists(admin)
    await lists.books(admin)
    await previews(admin, members)
    if (index > 0) continue
    progress('accounts and ledgers')
    await memberDetails(admin, members, nameIt)
    progress('payments and records')
    await lists.paymentLists(admin)
    await lists.records(admin, nameIt)
    progress('what others read')
    for (const { email, type } of witnesses) {
      const reader = await readerFor(email, email, type)
      await asOther(reader, routes)
      if (type === 'member') await asMember(reader)
    }
    await asOther(await readerFor('visitor'), routes)
    await lists.exports(
      admin,
      members.filter(({ role }) => role === 'oem' || role === 'vendor').length,
    )
  }
  const patterns = routes.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}(\\?|$)`))
  const missed = routes.filter(
    (_, index) => ![...called].some((call) => patterns[index]?.test(call)),
  )
  return { names, texts, missed }
}
