/** The states of members. They are not stored: they follow from the GSTIN and the addresses. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { type StateCode, stateOf } from '#shared/india/states.ts'
import { memberRoles } from '#shared/roles.ts'

/** The columns that say the state of a member. */
export const stateColumns = [
  'gstin',
  'address',
  'certificate_postal_address',
  'factory_address',
] as const

/** The state of a row of `person`; undefined where it is not recorded. */
export const stateOfRow = (
  row: Record<(typeof stateColumns)[number], string>,
): StateCode | undefined =>
  stateOf(row.gstin, [row.address, row.certificate_postal_address, row.factory_address])

/** Condition on `search_row`: members of a state; 'none' for those without one. */
export async function isInState(
  db: Database,
  state: StateCode | 'none',
): Promise<RawBuilder<boolean>> {
  const members = await db
    .selectFrom('person')
    .select(['id', ...stateColumns])
    .where('role', 'in', memberRoles)
    .execute()
  const wanted = state === 'none' ? undefined : state
  const ids = members.filter((member) => stateOfRow(member) === wanted).map(({ id }) => id)
  return isPostgres(db)
    ? sql<boolean>`search_row.person_id = any(${ids})`
    : sql<boolean>`search_row.person_id in (select value from json_each(${JSON.stringify(ids)}))`
}
