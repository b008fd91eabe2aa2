/** Checks the database for damage after the start and every day (contract 10.8). */
import { recordDailyEvent } from '#features/notifications/server/events.ts'
import { recordDatabaseCheck } from '#platform/server/database/check.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'

/**
 * Starts now, in the background. Problems go to the log and to the administrators. `stop` does not wait
 * for a check, which reads the whole file.
 */
export function startChecking(world: World, database: OpenDatabase): { stop: () => Promise<void> } {
  let hasStopped = false
  const start = () => check(world, database, () => hasStopped)
  const timer = setInterval(start, days(1)).unref()
  start()
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
