/** Counters of the number series, and every number that was ever issued. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    membership_counter: { series: string; last: number }
    /** `number` is a `numberKey`. Rows outlive the person, so a number is never issued twice. */
    issued_number: { number: string; person_id: string; issued_at: Instant }
  }
}

/**
 * Takes `count` consecutive serials of a series and returns the last one. Concurrent callers, also
 * in other processes, get different serials.
 */
export async function takeSerials(db: Database, series: string, count: number): Promise<number> {
  const { last } = await db
    .insertInto('membership_counter')
    .values({ series, last: count })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet({ last: sql<number>`membership_counter.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Issues a number (by its key) permanently; false when it was issued before. */
export async function issueNumber(
  db: Database,
  key: string,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('issued_number')
    .values({ number: key, person_id: personId, issued_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The ids of the people who have, or had, these numbers, by number key. */
export async function findNumberOwners(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('issued_number')
    .select(['number', 'person_id'])
    .where(isOneOf(db, 'number', keys))
    .execute()
  return new Map(rows.map(({ number, person_id }) => [number, person_id]))
}
