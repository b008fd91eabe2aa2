import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { approximateRows } from '#platform/server/database/engine-sql.ts'
import type { Day } from '#shared/dates.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import type { MemberCounts } from '../answers.ts'
import { hasDues } from './list/dues-status-queries.ts'

export interface PeopleCount {
  total: number
  /** Whether most people match; their list is then read along the index of its order. */
  matchesMost: boolean
}

/** Counts the people of a list. */
export async function countPeople(
  db: Database,
  people: SelectQueryBuilder<Tables, 'person', object>,
): Promise<PeopleCount> {
  const { total, size } = await people
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      approximateRows(db, 'person').as('size'),
    ])
    .executeTakeFirstOrThrow()
  return { total, matchesMost: total > size / 2 }
}

/** Counts the members of each list in one pass, with those who owe on a day. */
export async function countByList(db: Database, today: Day): Promise<MemberCounts> {
  const counts = await db
    .selectFrom('person')
    .where('role', 'in', memberRoles)
    .groupBy(['role', 'is_active'])
    .select((eb) => [
      'role',
      'is_active',
      eb.fn.countAll<number>().as('members'),
      sql<number>`count(case when ${hasDues('owes', today)} then 1 end)`.as('owing'),
    ])
    .execute()
  const membersOf = (role: MemberRole, isActive: boolean) =>
    counts.find((count) => count.role === role && count.is_active === isActive)?.members ?? 0
  return {
    active: { oem: membersOf('oem', true), vendor: membersOf('vendor', true) },
    inactive: { oem: membersOf('oem', false), vendor: membersOf('vendor', false) },
    owing: sum(
      counts.filter(({ is_active }) => is_active),
      ({ owing }) => owing,
    ),
  }
}
