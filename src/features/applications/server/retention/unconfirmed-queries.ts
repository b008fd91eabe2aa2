/** Queries about undecided applications whose email address is not confirmed (contract 12.13). */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import type { ApplicationRow } from '../queries.ts'

type Mark = 'reminded_at' | 'deletion_announced_at'

/** Marks from before the last change of an application do not count: its days began again. */
const isMarked = (eb: ExpressionBuilder<Tables, 'application'>, mark: Mark) =>
  eb(mark, '>=', eb.ref('updated_at'))

const isNotMarked = (eb: ExpressionBuilder<Tables, 'application'>, mark: Mark) =>
  eb.or([eb(mark, 'is', null), eb(mark, '<', eb.ref('updated_at'))])

const unconfirmed = (db: Database, before: Date) =>
  db
    .selectFrom('application')
    .selectAll()
    .where('status', 'in', ['pending', 'changes'])
    .where('email_confirmed_at', 'is', null)
    .where('kept_at', 'is', null)
    .where('updated_at', '<=', before.toISOString())
    .orderBy('updated_at')
    .limit(100)

/** Applications unchanged since `before`, without a reminder or an announcement since. */
export const listToRemind = (db: Database, before: Date): Promise<ApplicationRow[]> =>
  unconfirmed(db, before)
    .where((eb) =>
      eb.and([isNotMarked(eb, 'reminded_at'), isNotMarked(eb, 'deletion_announced_at')]),
    )
    .execute()

export const listToAnnounce = (db: Database, before: Date): Promise<ApplicationRow[]> =>
  unconfirmed(db, before)
    .where((eb) => isNotMarked(eb, 'deletion_announced_at'))
    .execute()

/** Applications unchanged since `before` whose deletion was announced before `announcedBefore`. */
export const listToDelete = (
  db: Database,
  before: Date,
  announcedBefore: Date,
): Promise<ApplicationRow[]> =>
  unconfirmed(db, before)
    .where((eb) => isMarked(eb, 'deletion_announced_at'))
    .where('deletion_announced_at', '<=', announcedBefore.toISOString())
    .execute()

/** True for an application that is still as it was read: unconfirmed, undecided and not kept. */
const isStillUnconfirmed = (row: ApplicationRow) =>
  sql<SqlBool>`id = ${row.id} and updated_at = ${row.updated_at} and status = ${row.status}
    and email_confirmed_at is null and kept_at is null`

/** Sets a mark; false when another process has, or when the application has changed. */
export async function markUnconfirmed(
  db: Database,
  row: ApplicationRow,
  mark: Mark,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ [mark]: now.toISOString() })
    .where(isStillUnconfirmed(row))
    .where((eb) => isNotMarked(eb, mark))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the application; false when another process has, or when it has changed. */
export async function deleteUnconfirmed(db: Database, row: ApplicationRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application')
    .where(isStillUnconfirmed(row))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
