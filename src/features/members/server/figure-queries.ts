/** Counts of active members for the dashboard. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant } from '#shared/dates.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'

interface MemberCount {
  role: MemberRole
  members: number
}

const active = (db: Database, ...roles: readonly MemberRole[]) =>
  db.selectFrom('person').where('role', 'in', roles).where('is_active', '=', true)

/**
 * Counts how many members joined in each period: period 0 ends before the first of `starts` (ISO UTC), period 1 begins
 * at it, and so on. Reading one index range per period is ten times as fast as one pass over all people.
 */
export async function countJoined(
  db: Database,
  starts: readonly Instant[],
): Promise<(MemberCount & { period: number })[]> {
  const periods = [...starts, undefined].flatMap((to, period) =>
    memberRoles.map((role) => joinedWithin(db, { role, period, from: starts[period - 1], to })),
  )
  return periods.reduce((all, counts) => all.unionAll(counts)).execute()
}

function joinedWithin(
  db: Database,
  {
    role,
    period,
    from,
    to,
  }: { role: MemberRole; period: number } & {
    from: Instant | undefined
    to: Instant | undefined
  },
) {
  let members = db.selectFrom('person').where('role', '=', role).where('is_active', '=', true)
  if (from !== undefined) members = members.where('created_at', '>=', from)
  if (to !== undefined) members = members.where('created_at', '<', to)
  return members.select((eb) => [
    sql.lit<MemberRole>(role).as('role'),
    sql.lit<number>(period).as('period'),
    eb.fn.countAll<number>().as('members'),
  ])
}

/** How many memberships end on each day from `from` to `to`, inclusive, yyyy-MM-dd. */
export async function countEnding(
  db: Database,
  from: Day,
  to: Day,
): Promise<(MemberCount & { day: Day })[]> {
  const rows = await active(db, ...memberRoles)
    .select((eb) => ['role', 'membership_valid_to as day', eb.fn.countAll<number>().as('members')])
    .where('membership_valid_to', '>=', from)
    .where('membership_valid_to', '<=', to)
    .groupBy(['role', 'membership_valid_to'])
    .execute()
  return rows as (MemberCount & { day: Day })[]
}

/** How many vendors offer each combination of materials (ids), unordered. */
export async function countMaterials(
  db: Database,
): Promise<{ materials: string[]; vendors: number }[]> {
  const rows = await active(db, 'vendor')
    .select((eb) => ['materials', eb.fn.countAll<number>().as('vendors')])
    .groupBy('materials')
    .execute()
  return rows.map(({ materials, vendors }) => ({
    materials: JSON.parse(materials) as string[],
    vendors,
  }))
}
