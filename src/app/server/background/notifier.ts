import { recordEvent } from '#features/notifications/server/events.ts'
import { notifyAdmins } from '#features/notifications/server/notify.ts'
import { type RepeatedTask, repeat } from '#platform/server/core/repeat.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { eventSources, isBounceEvent } from './event-sources.ts'

const interval = 10_000 // milliseconds

/** Records that a mail could not be delivered, in the transaction that gives it up. */
export async function recordBounce(
  db: Database,
  mail: { id: string; kind: string; recipient: string },
  now: Date,
): Promise<void> {
  if (await isBounceEvent(db, mail))
    await recordEvent(db, { kind: 'bounce', subjectId: mail.id }, now)
}

/** Queues the mails to administrators every few seconds; `wake` starts sending them. */
export const startNotifying = (world: World, wake: () => void): RepeatedTask =>
  repeat(
    () =>
      notifyAdmins(world, eventSources)
        .then(wake)
        .catch((error: unknown) =>
          world.log.error({ err: error }, 'notifying administrators failed'),
        ),
    interval,
  )
