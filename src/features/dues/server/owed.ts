import { readAccounts } from '#features/ledger/server/accounts.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type DuesMember, readDuesNotRaised } from './not-raised.ts'

export interface Owed {
  /** What is open; of a member whose dues for the year are not raised, the dues of the year. */
  paise: number
  isRaised: boolean
}

/** What members owe at a moment, by their ids. */
export async function readOwed(
  db: Database,
  members: readonly DuesMember[],
  now: Date,
): Promise<Map<string, Owed>> {
  const accounts = await readAccounts(
    db,
    members.map(({ id }) => id),
    now,
  )
  const notRaised = members.filter(({ id }) => accounts.get(id)?.status === 'not due')
  const yearDues = await readDuesNotRaised(db, notRaised, now)
  return new Map(
    [...accounts].map(([id, { owed_paise }]) => {
      const ofYear = yearDues.get(id)
      return [id, { paise: ofYear ?? owed_paise, isRaised: ofYear === undefined }]
    }),
  )
}
