import { lockByName } from '#platform/server/database/advisory-lock.ts'
import type { Database } from '#platform/server/database/database.ts'

/**
 * Locks membership numbers and the ledger of payments until the transaction ends: 'shared' to write
 * single entries, 'exclusive' to write thousands. To avoid deadlocks, a transaction takes its locks in
 * this order: the ledger, then rows of people (administrators by id), then counters, then the references of
 * payments.
 */
export const lockLedger = (db: Database, mode: 'shared' | 'exclusive'): Promise<void> =>
  lockByName(db, 'members-portal books', mode)
