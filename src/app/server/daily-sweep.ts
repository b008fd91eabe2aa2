/** What the portal tidies up on its own account: counters hourly, files and old papers daily. */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordRun, sweepPapers } from '#features/applications/server/retention/retention.ts'
import { sweepSignIn } from '#features/sign-in/server/sweep.ts'
import { sweepHits } from '#platform/server/http/rate-limit.ts'
import { sweepOutbox } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours } from '#shared/dates.ts'

const longestStop = 2000

/** Begins at once, and never fails: what goes wrong is in the log, and comes again. */
export function startSweeping(world: World): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>()
  const run = (work: (world: World) => Promise<void>) => {
    const done = work(world)
      .catch((error: unknown) => world.log.error({ err: error }, 'sweep'))
      .finally(() => running.delete(done))
    running.add(done)
  }
  const hourly = setInterval(() => run(sweepHourly), hours(1)).unref()
  const daily = setInterval(() => run(sweepDaily), days(1)).unref()
  run(sweepDaily)
  return {
    stop: async () => {
      clearInterval(hourly)
      clearInterval(daily)
      await Promise.race([Promise.all(running), sleep(longestStop, undefined, { ref: false })])
    },
  }
}

async function sweepHourly(world: World): Promise<void> {
  const now = world.now()
  await sweepSignIn(world.db, now)
  await sweepHits(world.db, now)
  await sweepOutbox(world.db, now)
  await world.files.sweepIncoming(now)
}

/** Any number of processes may run it at once: each thing goes once, each run is written down. */
export async function sweepDaily(world: World): Promise<void> {
  const { applications, files } = await sweepPapers(world)
  const { removed, missing } = await world.files.sweep(world.now())
  if (missing.length > 0)
    world.log.error({ count: missing.length, files: missing.slice(0, 20) }, 'files are missing')
  await recordRun(world.db, { at: world.now(), applications, files, orphans: removed })
}
