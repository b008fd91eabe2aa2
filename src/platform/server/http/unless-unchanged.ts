import type { Context } from 'hono'
import { isoDay } from '#shared/dates.ts'
import { dataVersion } from '../database/data-version.ts'
import type { World } from '../world.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { PortalEnv } from './request-context.ts'

/** What the version of an answer is made of. */
export type Versioned = Pick<World, 'db' | 'now'>

/**
 * Answers 304 to a client that has the answer already, because nothing was saved since and the day is
 * the same; otherwise calls `answer`. For lists whose answer depends on stored data, the day and the
 * caller only.
 */
export async function unlessUnchanged(
  c: Context<PortalEnv>,
  { db, now }: Versioned,
  answer: () => Promise<Response>,
): Promise<Response> {
  // Read before the list: newer rows under an older version are sent again, never left out.
  const parts = [await dataVersion(db), isoDay(now()), c.var.caller?.id, c.req.url]
  const etag = etagOf(JSON.stringify(parts))
  // Weak, because an answer is sent in several encodings.
  c.header('ETag', `W/${etag}`)
  return matchesEtag(c, etag) ? c.body(null, 304) : answer()
}
