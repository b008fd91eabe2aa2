import { sql } from 'kysely'
import { lastDatabaseCheck } from '#platform/server/database/check.ts'
import { databaseBytes } from '#platform/server/database/size.ts'
import { verifyHistory } from '#platform/server/history/history-chain.ts'
import { dateTime } from '#shared/dates.ts'
import { days, minutes } from '#shared/durations.ts'
import { duration, size, withFullStop } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { ageOf, type Check, type DataNeeds, type RunningNeeds, timeSince } from './check.ts'

/**
 * Reports what the daily check of the portal found. The doctor runs the check again before it reads anything else.
 */
export const databaseCheck: Check<RunningNeeds> = {
  title: 'Database',
  problems: async (running) => {
    const check = await lastDatabaseCheck(running.db)
    const damage = check?.problems ?? []
    const problems = damage.map((found) => `${withFullStop(found)} Restore the last backup.`)
    if (timeSince(check?.checkedAt, running) > days(2))
      problems.push('The database has not been checked for two days. Restart the portal.')
    return problems
  },
  section: 'database',
  facts: async ({ db, database: { engine } }) => {
    const check = await lastDatabaseCheck(db)
    return [
      ['Engine', engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
      ['Size', size(await databaseBytes(db))],
      ['Last check', check ? dateTime(check.checkedAt) : 'Not yet'],
    ]
  },
  metrics: ({ database: { pool } }) => [
    ['portal_database_connections', 'Open connections', () => pool?.().total],
    ['portal_database_connections_idle', 'Unused connections', () => pool?.().idle],
    ['portal_database_waiting', 'Requests that wait for a connection', () => pool?.().waiting],
  ],
  failures: {
    'database-check':
      'The database is damaged. Make a backup now, keep the earlier ones, and restore the newest sound one.',
  },
}

export const historyCheck: Check<DataNeeds> = {
  title: 'History',
  problems: async ({ database: { db } }) => {
    const { problems } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(verifyHistory)
    return problems.map(
      (problem) => `${problem} Someone may have changed the database; compare it with a backup.`,
    )
  },
  metrics: ({ db }) => [
    [
      'portal_history_unsealed',
      'Entries of the history that wait for their seal',
      async () => {
        const rows = await db.selectFrom('history_unsealed').select('ids').execute()
        return sum(rows, ({ ids }) => ids.split(' ').length)
      },
    ],
  ],
}

const tolerance = minutes(5)

/** A clock that went back makes new entries older than existing ones; processes must agree on the time. */
export const clockCheck: Check<DataNeeds> = {
  title: 'Clock',
  problems: async ({ database: { db, engine }, now }) => {
    const { newest } = await db
      .selectFrom('history')
      .select(({ fn }) => fn.max('at').as('newest'))
      .executeTakeFirstOrThrow()
    const ahead = newest === null ? 0 : -ageOf(newest, now())
    if (ahead > tolerance)
      return [
        `The clock is ${duration(ahead)} behind the newest entry of the history. Set the clock and turn on its synchronisation (timedatectl set-ntp true).`,
      ]
    if (engine === 'sqlite') return []
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const difference = Math.abs((rows[0]?.at ?? now()).getTime() - now().getTime())
    return difference > tolerance
      ? [
          `The clocks of this machine and of PostgreSQL differ by ${duration(difference)}. Set them.`,
        ]
      : []
  },
}
