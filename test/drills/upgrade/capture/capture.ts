/** Stores the answers of a portal to all its users on two days. */
import type { PortalProcess } from '#test/support/process/portal-process.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { isCallOf, type SharedCalls } from '../calls.ts'
import { adminEmail, type Installation, open, type Setting } from '../installations.ts'
import { type SignInType, signInAgain } from '../people.ts'
import { progress } from '../progress.ts'
import { witnesses } from '../story/witnesses.ts'
import { type Answers, createNames } from './answers.ts'
import * as lists from './lists.ts'
import { memberDetails, previews } from './members.ts'
import { openReader, type Reader } from './reader.ts'
import { asMember, asOther } from './roles.ts'

/** Early in the morning, when no reminder is sent: soon after the last event, and when the dues have lapsed. */
export const firstDay = '2027-05-20T08:00:00+05:30'
const days = [firstDay, '2027-08-05T08:00:00+05:30']

/** Answers that depend on the machine or the process. */
const leftOut: Record<string, string> = {
  'GET /api/admin/system': 'free space, versions and running times of the machine',
  'GET /api/openapi.json': 'lists the calls; docs/api.md shows what has changed there',
  'GET /api/admin/invitations/:id': 'nobody is invited in the season',
}

export interface Captured extends Answers {
  /** The GET calls of both portals that were not read. */
  missed: string[]
}

/** Starts a portal on the data and stores what it answers. */
export async function capture(
  setting: Setting,
  installation: Installation,
  calls: SharedCalls,
): Promise<Captured> {
  const { clock } = setting
  clock.set(firstDay)
  // What is due to be deleted is deleted by a start before, so that no number of the last cleanup is left to chance.
  const before = await openCleaned(setting, installation)
  await before.end('SIGTERM')
  clock.advance(60)
  const portal = await openCleaned(setting, installation)
  const captured = await readAll(setting, portal, calls)
  await portal.end('SIGTERM')
  return captured
}

/** A portal that has finished the cleanup of its start. */
async function openCleaned(setting: Setting, installation: Installation): Promise<PortalProcess> {
  const { clock, env, mail } = setting
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
  { clock, env, mail }: Setting,
  portal: { url: string },
  { isShared, routes: shared }: SharedCalls,
): Promise<Captured> {
  const { names, nameIt } = createNames()
  const texts = new Map<string, string>()
  const called = new Set<string>()
  const routes = shared.filter((route) => route.startsWith('GET ') && !(route in leftOut))
  const readerFor = async (who: string, email?: string, type?: SignInType): Promise<Reader> => {
    const client = env.client(portal)
    if (email !== undefined && type !== undefined) await signInAgain(client, mail, email, type)
    const when = clock.now().toISOString().slice(0, 10)
    return openReader(client, `${when} ${who}`, { names, texts, called }, isShared)
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
  const missed = routes.filter((route) => ![...called].some((call) => isCallOf(route, call)))
  return { names, texts, missed }
}
