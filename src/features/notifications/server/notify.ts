/**
 * Mails administrators about events: immediately, bundled so that one kind sends at most one mail in ten
 * minutes, and once a day as a digest of what is open. Several processes may run it concurrently: a run is
 * claimed in the transaction that queues its mails.
 */
import type { Database } from '#platform/server/database/database.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'
import { type EventKind, eventKinds } from '../contract.ts'
import { bundleInterval, lastDigestTime } from '../rules.ts'
import { listRecipients, type NotifiedAdmin } from './choices.ts'
import { type DigestSection, digestMail, type EventItems, eventMail } from './mails.ts'
import {
  claimRun,
  findRun,
  insertRun,
  listEvents,
  listWaitingKinds,
  takeWaiting,
} from './queries.ts'

export interface EventItem {
  id: string
  /** One line of the mail: a name, a company and a type, nothing more personal. */
  text: string
  detail?: string
}

/** Reads what the events of a kind are about. */
export interface EventSource {
  /** Returns the items of those subjects that still need attention. */
  describe: (db: Database, subjectIds: readonly string[]) => Promise<EventItem[]>
  /** Everything of the kind that is open; absent where only the events themselves are listed. */
  listOpen?: (db: Database) => Promise<EventItems>
}

export type EventSources = Record<EventKind, EventSource>

/** Queues the mails that are due. Called every few seconds. */
export async function notifyAdmins(world: World, sources: EventSources): Promise<void> {
  for (const kind of await listWaitingKinds(world.db))
    await world.db.transaction().execute((db) => mailEvents(db, world, kind, sources[kind]))
  await mailDigest(world, sources)
}

async function mailEvents(
  db: Database,
  world: World,
  kind: EventKind,
  source: EventSource,
): Promise<void> {
  const now = world.now()
  const recipients = (await listRecipients(db)).filter(
    ({ choices }) => choices[kind] === 'immediate',
  )
  if (recipients.length === 0) {
    await takeWaiting(db, kind, now)
    return
  }
  await insertRun(db, kind, new Date(0).toISOString())
  const before = new Date(now.getTime() - bundleInterval).toISOString()
  if (!(await claimRun(db, kind, before, now))) return
  const items = await source.describe(db, await takeWaiting(db, kind, now))
  if (items.length === 0) return
  for (const recipient of recipients)
    await queueMail(db, eventMail(world, recipient, kind, itemsOf(items)), now)
}

const itemsOf = (items: readonly EventItem[]): EventItems => ({
  lines: items.map(({ text }) => text),
  total: items.length,
})

/** The digest after 8:00 in India, even if the portal was down at that time. */
async function mailDigest(world: World, sources: EventSources): Promise<void> {
  const now = world.now()
  const due = lastDigestTime(now)
  const last = await findRun(world.db, 'digest')
  // The first digest of a portal goes out the next morning.
  if (last === undefined) return insertRun(world.db, 'digest', now.toISOString())
  if (last >= due) return
  await world.db.transaction().execute(async (db) => {
    if (!(await claimRun(db, 'digest', due, now))) return
    const recipients = await listRecipients(db)
    const sections = await openSections(db, sources, recipients, last)
    for (const recipient of recipients) {
      const own = sections.filter(({ kind }) => recipient.choices[kind] === 'digest')
      if (own.length > 0) await queueMail(db, digestMail(world, recipient, own), now)
    }
  })
}

const maxEvents = 200

/** What is open of each kind that some administrator reads in the digest. */
async function openSections(
  db: Database,
  sources: EventSources,
  recipients: readonly NotifiedAdmin[],
  since: Instant,
): Promise<DigestSection[]> {
  const sections: DigestSection[] = []
  for (const kind of eventKinds) {
    if (!recipients.some(({ choices }) => choices[kind] === 'digest')) continue
    const source = sources[kind]
    const items = source.listOpen
      ? await source.listOpen(db)
      : itemsOf(await source.describe(db, await recentSubjects(db, kind, since)))
    if (items.total > 0) sections.push({ kind, items })
  }
  return sections
}

async function recentSubjects(db: Database, kind: EventKind, since: Instant): Promise<string[]> {
  const events = await listEvents(db, [kind], since, maxEvents)
  return [...new Set(events.map(({ subject_id }) => subject_id))]
}
