import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { countHit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { sendList } from '#platform/server/reading/send-list.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { recordExport } from './exported-people-queries.ts'
import { type FullListRequest, readFullList } from './full-list-queries.ts'
import { findMatches } from './list-queries.ts'

/**
 * Sends all members of a list, for programs that request it without a limit (the screens read pages). It is recorded as
 * an export, at most once an hour for the same list.
 */
export async function sendFullList(
  c: Context,
  { db, now }: World,
  caller: Caller,
  request: FullListRequest,
): Promise<Response> {
  const { query, today } = request
  // Lists of administrators are not recorded: they are few, and the settings show them.
  if (query.role !== 'admin') {
    const list = hash('sha256', JSON.stringify([c.req.path, query]), 'base64url')
    const isRepeated = await countHit(db, limits.listExports, `${caller.id} ${list}`, now())
    if (isRepeated === 0) {
      const { total } = await findMatches(db, query, today)
      const record = { file: c.req.path, filter: query, people: { count: total } }
      await recordExport(db, caller, record, now())
    }
  }
  return sendList(c, db, (snapshot) => readFullList(snapshot, request))
}
