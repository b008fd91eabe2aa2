import type { RawBuilder } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Cursor } from '../database/pages.ts'
import { inSnapshot } from './in-snapshot.ts'
import { rowChunks } from './row-chunks.ts'

/**
 * The first rows by `at` and `id`, on SQLite, where one statement that computes `at` of many rows would block
 * all requests: other requests run while the rows are read. `at` and `id` are ASCII.
 */
export const firstInSteps = (
  db: Database,
  rows: RawBuilder<Cursor>,
  { isDescending, limit }: { isDescending: boolean; limit: number },
): Promise<Cursor[]> =>
  inSnapshot(db, async (snapshot) => {
    const compare = (a: Cursor, b: Cursor) => (isAfter(a, b) === isDescending ? -1 : 1)
    let first: Cursor[] = []
    for await (const some of rowChunks(snapshot, { compile: () => rows.compile(db) }, 500))
      first = [...first, ...some].sort(compare).slice(0, limit)
    return first
  })

const isAfter = (a: Cursor, b: Cursor): boolean => a.at > b.at || (a.at === b.at && a.id > b.id)
