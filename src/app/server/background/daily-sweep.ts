/** Deletes what is no longer needed: counters and requests every hour, files and old papers every day. */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordRun, sweepPapers } from '#features/applications/server/retention/retention.ts'
import { sweepUnconfirmed } from '#features/applications/server/retention/unconfirmed.ts'
import { recordDailyEvent, sweepEvents } from '#features/notifications/server/events.ts'
import { sweepChallenges } from '#features/sign-in/server/second-factor/queries.ts'
import { sweepSignIn } from '#features/sign-in/server/sweep.ts'
import { sweepHits } from '#platform/server/http/rate-limit.ts'
import { sweepOutbox } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours } from '#shared/durations.ts'

const maxStopMs = 2000

/** Starts both sweeps; the daily one also runs now. Errors go to the log; the next sweep tries again. */
export function startSweeping(world: World): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>()
  const run = (name: 'hourly-sweep' | 'daily-sweep', work: (world: World) => Promise<void>) => {
    const done = work(world)
      .catch((error: unknown) => recordFailedSweep(world, name, error))
      .finally(() => running.delete(done))
    running.add(done)
  }
  const hourly = setInterval(() => run('hourly-sweep', sweepHourly), hours(1)).unref()
  const daily = setInterval(() => run('daily-sweep', sweepDaily), days(1)).unref()
  run('daily-sweep', sweepDaily)
  return {
    stop: async () => {
      clearInterval(hourly)
      clearInterval(daily)
      await Promise.race([Promise.all(running), sleep(maxStopMs, undefined, { ref: false })])
    },
  }
}

/** Logs the error, and notifies the administrators once a day. */
export async function recordFailedSweep(
  { db, log, now }: World,
  name: 'hourly-sweep' | 'daily-sweep',
  error: unknown,
): Promise<void> {
  log.error({ err: error }, 'sweep failed')
  await recordDailyEvent(db, { kind: 'failure', subjectId: name }, now()).catch((cause: unknown) =>
    log.error({ err: cause }, 'recording the failed sweep failed'),
  )
}

async function sweepHourly(world: World): Promise<void> {
  const now = world.now()
  await sweepSignIn(world.db, now)
  await sweepChallenges(world.db, now)
  await sweepHits(world.db, now)
  await sweepOutbox(world.db, now)
  await sweepEvents(world.db, now)
  await world.files.sweepIncoming(now)
}

/** Several processes may run it concurrently: everything is deleted once, and each run is recorded. */
export async function sweepDaily(world: World): Promise<void> {
  const papers = await sweepPapers(world)
  const unconfirmed = await sweepUnconfirmed(world)
  const { removed, missing } = await world.files.sweep(world.now())
  if (missing.length > 0)
    world.log.error({ count: missing.length, files: missing.slice(0, 20) }, 'file contents missing')
  await recordRun(world.db, {
    at: world.now(),
    applications: papers.applications + unconfirmed.applications,
    files: papers.files + unconfirmed.files,
    orphans: removed,
  })
}
