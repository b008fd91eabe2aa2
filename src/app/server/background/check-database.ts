/** Checks the database for damage after the start and every day (contract 10.8). */
import { performance } from 'node:perf_hooks'
import { recordDailyEvent } from '#features/notifications/server/events.ts'
import { recordDatabaseCheck } from '#platform/server/database/check.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours, minutes } from '#shared/durations.ts'

/** A check waits for a minute in which the main thread was busy for less than this fraction of the time. */
const quietBelow = 0.1
const longestWait = hours(1)

/**
 * Checks in the background when the portal is quiet: reading the whole file slows requests. Problems go to
 * the log and to the administrators. `stop` does not wait for a check.
 */
export function startChecking(world: World, database: OpenDatabase): { stop: () => Promise<void> } {
  let hasStopped = false
  let untilDue = 0
  let lastUse = performance.eventLoopUtilization()
  const look = () => {
    const use = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(use, lastUse)
    lastUse = use
    untilDue -= minutes(1)
    if (untilDue > 0 || (utilization >= quietBelow && untilDue > -longestWait)) return
    untilDue = days(1)
    check(world, database, () => hasStopped)
  }
  const timer = setInterval(look, minutes(1)).unref()
  return {
    stop: async () => {
      hasStopped = true
      clearInterval(timer)
    },
  }
}

async function check(
  { db, log, now }: World,
  database: OpenDatabase,
  hasStopped: () => boolean,
): Promise<void> {
  try {
    const { problems, durationMs } = await recordDatabaseCheck(database, now)
    if (problems.length === 0) return log.info({ durationMs }, 'database checked: no damage')
    log.fatal({ problems: problems.slice(0, 20) }, 'alarm: the database is damaged')
    await recordDailyEvent(db, { kind: 'failure', subjectId: 'database-check' }, now())
  } catch (error) {
    if (!hasStopped()) log.error({ err: error }, 'checking the database failed')
  }
}
