/** Membership numbers: counted in series, each given once for ever. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

/** The next serial of a series, given once whatever runs beside it, on one process or several. */
export async function takeSerial(db: Database, series: string): Promise<number> {
  const { last } = await db
    .insertInto('membership_counter')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`membership_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Notes a number, by its key, as given for ever; false when it ever was somebody's. */
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
