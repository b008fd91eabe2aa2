import { lockByName } from '#platform/server/database/advisory-lock.ts'
import type { Database } from '#platform/server/database/database.ts'

/**
 * Locks membership numbers and the ledger until the transaction ends: 'shared' to write single entries, 'exclusive' to
 * write thousands. To avoid deadlocks, every transaction takes locks in this order: the ledger, rows of people
 * (administrators by id), counters, references of payments.
 */
export const lockLedger = (db: Database, mode: 'shared' | 'exclusive'): Promise<void> =>
  lockByName(db, 'members-portal books', mode)
