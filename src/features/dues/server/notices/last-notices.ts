import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { channels } from '../../notices/answers.ts'
import { readLastSentAt } from './queries.ts'

export interface LastNotice {
  at: Instant
  channel: (typeof channels)[number]
}

/** The last notice to each of these people, on any channel. */
export async function lastNotices(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, LastNotice>> {
  const last = new Map<string, LastNotice>()
  for (const channel of channels)
    for (const [id, at] of await readLastSentAt(db, ids, channel))
      if (at > (last.get(id)?.at ?? '')) last.set(id, { at, channel })
  return last
}
