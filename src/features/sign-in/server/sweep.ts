import type { Database } from '#platform/server/database/database.ts'
import { sessionLifetime } from '../rules.ts'
import { sweepRequests, sweepSessions } from './queries.ts'

/** Deletes expired requests and sessions. */
export async function sweepSignIn(db: Database, now: Date): Promise<void> {
  const { idle, total } = sessionLifetime(null)
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  await sweepRequests(db, now)
  await sweepSessions(db, before(idle), before(total))
}
