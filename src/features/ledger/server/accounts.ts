/** What members owe, read from the ledger. */
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { accountOf } from '../account.ts'
import type { Account } from '../answers.ts'
import { listLedgersOf } from './queries.ts'

/** The accounts of these people by id, at a moment; one without entries is empty. */
export async function readAccounts(
  db: Database,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, Account>> {
  const today = isoDay(now)
  const ledgers = await listLedgersOf(db, personIds)
  return new Map([...ledgers].map(([id, rows]) => [id, accountOf(rows, today)]))
}
