/** Fees that were agreed with one member, instead of those of their type. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Instant } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    own_fee: OwnFeeRow
  }
}

/** The years of a member's own fees do not overlap. */
export interface OwnFeeRow {
  person_id: string
  /** The first financial year, like '2026-27'. */
  from_year: string
  /** The last one; null until it is changed. */
  to_year: string | null
  amount_paise: Paise
  reason: string
  recorded_at: Instant
  recorded_by: string
}

/** A member's own fees, the earliest first. */
export const listOwnFees = (db: Database, personId: string): Promise<OwnFeeRow[]> =>
  db
    .selectFrom('own_fee')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('from_year')
    .execute()

/** These people's own fees for a year, by their ids. */
export async function readOwnFees(
  db: Database,
  personIds: readonly string[],
  year: string,
): Promise<Map<string, OwnFeeRow>> {
  const rows = await db
    .selectFrom('own_fee')
    .selectAll()
    .where(isOneOf(db, 'own_fee.person_id', personIds))
    .where(isFeeOfYear(year))
    .execute()
  return new Map(rows.map((row) => [row.person_id, row]))
}

export const isFeeOfYear = (year: string): RawBuilder<boolean> =>
  sql<boolean>`(own_fee.from_year <= ${year} and (own_fee.to_year is null or own_fee.to_year >= ${year}))`

/** Adds `own_fee` to a query on `person`: at most one row for each. */
export const joinOwnFee = (year: string): RawBuilder<unknown> =>
  sql`left join own_fee on own_fee.person_id = person.id and ${isFeeOfYear(year)}`

export async function replaceOwnFees(
  db: Database,
  personId: string,
  fees: readonly OwnFeeRow[],
): Promise<void> {
  await db.deleteFrom('own_fee').where('person_id', '=', personId).execute()
  for (const fee of fees) await db.insertInto('own_fee').values(fee).execute()
}
