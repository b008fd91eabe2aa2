/** Caches the last review, so that the lines are not matched again for each page. */
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { minutes } from '#shared/durations.ts'
import type { BankStatement } from '../answers.ts'
import { type ReviewedStatement, reviewAll } from './review.ts'
import { readFactsVersion } from './version-queries.ts'

interface CachedReview {
  db: Database
  key: string
  review: Promise<ReviewedStatement>
}

/** Only one review is cached, because the review of a large statement takes much memory. */
let last: CachedReview | undefined
const cacheMs = minutes(5)

/** The current review of a statement. Requests during its computation wait for the same one. */
export async function readReview(
  world: World,
  statement: Pick<BankStatement, 'id' | 'from' | 'to'>,
): Promise<ReviewedStatement> {
  const { db } = world
  // The version is read first, so that a change during the matching invalidates the result.
  const version = await readFactsVersion(db)
  const key = [statement.id, isoDay(world.now()), world.association().upi_id, version].join(' ')
  if (last?.db === db && last.key === key) return last.review
  const cached: CachedReview = { db, key, review: reviewAll(world, statement) }
  last = cached
  const clear = () => {
    if (last === cached) last = undefined
  }
  cached.review.catch(clear)
  setTimeout(clear, cacheMs).unref()
  return cached.review
}

export function clearCachedReview(): void {
  last = undefined
}
