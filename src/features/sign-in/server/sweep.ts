import type { Database } from '#platform/server/database/database.ts'
import { knownBrowserLifetime, sessionLifetime } from '../rules.ts'
import { sweepKnownBrowsers } from './known-browser-queries.ts'
import { sweepSessions } from './queries.ts'
import { sweepRequests } from './request-queries.ts'

/** Deletes expired requests and sessions, and known browsers whose cookie has expired. */
export async function sweepSignIn(db: Database, now: Date): Promise<void> {
  const { idle, total } = sessionLifetime(null)
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  await sweepRequests(db, now)
  await sweepSessions(db, before(idle), before(total))
  await sweepKnownBrowsers(db, before(knownBrowserLifetime))
}
