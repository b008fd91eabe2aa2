/** What members owe, read from the ledger. */
import { seasonStatusOn } from '#features/members/dues-status.ts'
import { pauses } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { accountOf, duesDaysOf } from '../../account.ts'
import type { AccountEntry } from '../../account-entries.ts'
import type { AccountAnswer } from '../../answers.ts'
import { listEntriesOfMembers } from '../queries.ts'

/** So few that their entries take little memory. */
const membersPerRead = 250

/** The accounts of these people by id, at a moment; one without entries is empty. Other requests run in between. */
export async function readAccounts(
  db: Database,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, AccountAnswer>> {
  const today = isoDay(now)
  const accounts = new Map<string, AccountAnswer>()
  const pause = pauses()
  for (const ids of chunks(personIds, membersPerRead))
    for (const [id, entries] of await listEntriesOfMembers(db, ids)) {
      await pause()
      accounts.set(id, accountAnswerOf(entries, today))
    }
  return accounts
}

/** The account of a member on a day, yyyy-MM-dd, without implied charges. */
export function accountAnswerOf(entries: readonly AccountEntry[], today: Day): AccountAnswer {
  const account = accountOf(entries)
  const { credit_paise, open_paise } = account
  return {
    balance_paise: credit_paise - open_paise,
    credit_paise,
    owed_paise: open_paise,
    charges: account.charges
      .filter(({ implied_by }) => implied_by === null)
      .map(
        ({
          implied_by: _payment,
          counts_from: _day,
          tax: _tax,
          paper: _paper,
          raised_in: _raised,
          ...charge
        }) => charge,
      ),
    status: seasonStatusOn(duesDaysOf(account), today),
  }
}
