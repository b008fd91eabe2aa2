/** Limits the sessions and known browsers of a person by deleting the oldest ones. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

interface Trim {
  personId: string
  /** The id of the row that stays in any case. */
  newest: string
  /** How many other rows are kept. */
  others: number
  /** Only among the rows with a confirmed second factor, or only among the others. */
  isConfirmed?: boolean | undefined
  now: Date
}

/** Deletes the oldest sessions of a person. */
export const trimSessions = (db: Database, trim: Trim): Promise<void> =>
  trimRows(db, 'session', 'created_at', trim)

/** Deletes the known browsers of a person that were not used for the longest time. */
export const trimKnownBrowsers = (db: Database, trim: Trim): Promise<void> =>
  trimRows(db, 'known_browser', 'used_at', trim)

/** A row with a time in the future is from before the clock was set back: it counts as the oldest. */
async function trimRows(
  db: Database,
  table: 'session' | 'known_browser',
  time: 'created_at' | 'used_at',
  { personId, newest, others, isConfirmed, now }: Trim,
): Promise<void> {
  const confirmed = {
    true: sql`and confirmed_at is not null`,
    false: sql`and confirmed_at is null`,
    undefined: sql``,
  }[`${isConfirmed}`]
  const rows = sql`${sql.table(table)} where person_id = ${personId} and id <> ${newest} ${confirmed}`
  const isFromFuture = sql`case when ${sql.ref(time)} > ${now.toISOString()} then 1 else 0 end`
  await sql`delete from ${rows} and id not in (select id from ${rows}
    order by ${isFromFuture}, ${sql.ref(time)} desc, id desc limit ${others})`.execute(db)
}
