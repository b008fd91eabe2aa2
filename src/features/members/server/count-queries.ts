import type { SelectQueryBuilder } from 'kysely'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { approximateRows } from '#platform/server/database/engine-sql.ts'

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
