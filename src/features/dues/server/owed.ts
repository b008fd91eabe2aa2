import type { Database } from '#platform/server/database/database.ts'
import { readDues } from './read-dues.ts'

export interface Owed {
  /** What is open, also of years that have not begun; of a member whose dues for the year are not raised, the dues of the year. */
  paise: number
  isRaised: boolean
}

/** What members owe at a moment, by their ids. */
export async function readOwed(
  db: Database,
  members: readonly { id: string }[],
  now: Date,
): Promise<Map<string, Owed>> {
  const ids = members.map(({ id }) => id)
  return new Map(
    [...(await readDues(db, ids, now))].map(([id, { owed_paise, ahead_paise, is_raised }]) => [
      id,
      { paise: owed_paise + ahead_paise, isRaised: is_raised },
    ]),
  )
}
