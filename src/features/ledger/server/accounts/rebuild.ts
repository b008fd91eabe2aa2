/** Recomputes the saved accounts (account-queries.ts) after an upgrade, and for `doctor --rebuild`. */

import { findPeople } from '#features/members/server/list/bulk-queries.ts'
import { lockLedger } from '#features/members/server/lock-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Log } from '#platform/server/core/log.ts'
import { inSteps } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { accountOf } from '../../account.ts'
import { hasReferences } from '../payments/reference-queries.ts'
import { rebuildReferences } from '../payments/references.ts'
import { listEntriesOfMembers } from '../queries.ts'
import { rebuildAccountsOf, savedAccount } from '../write.ts'
import {
  listMembersWithEntries,
  listSavedAccounts,
  needsAccounts,
  summaryOf,
} from './account-queries.ts'

const chunkSize = 250

/**
 * Saves all accounts again, in one transaction that holds the ledger exclusively; resolves to the ids of the members
 * whose payment fields have changed.
 */
async function rebuildAccounts(db: Database): Promise<string[]> {
  const changed: string[] = []
  for await (const members of membersInChunks(db))
    changed.push(...(await rebuildAccountsOf(db, members)))
  return changed
}

/**
 * Fills the keys of references and the saved accounts once, in a database that is older than them. Call it after the
 * migrations and before the portal serves.
 */
export async function completeLedger(db: Database, log: Log): Promise<void> {
  if ((await hasReferences(db)) && !(await needsAccounts(db))) return
  const people = await db.transaction().execute(async (tx) => {
    await lockLedger(tx, 'exclusive')
    // Another process may have filled them while this one waited for the lock.
    if (!(await hasReferences(tx))) await rebuildReferences(tx)
    return (await needsAccounts(tx)) ? rebuildAccounts(tx) : []
  })
  if (people.length > 0)
    log.warn({ people }, 'the upgrade has changed the payment fields of these members')
}

/**
 * Rebuilds the saved accounts and the keys of references for `doctor --rebuild`, in one transaction; see
 * `rebuildAccounts`.
 */
export const rebuildLedger = (db: Database): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockLedger(tx, 'exclusive')
    await rebuildReferences(tx)
    return rebuildAccounts(tx)
  })

/** The ids of members, among `only` or all, whose saved account differs from the one computed from their entries. */
export async function findStaleAccounts(db: Database, only?: readonly string[]): Promise<string[]> {
  const stale: string[] = []
  for await (const members of only ? [await findPeople(db, only)] : membersInChunks(db)) {
    const ids = members.map(({ id }) => id)
    const ledgers = await listEntriesOfMembers(db, ids)
    const saved = await listSavedAccounts(db, members)
    for (const id of ids) {
      const account = savedAccount(id, accountOf(ledgers.get(id) ?? []))
      if (saved.get(id) !== summaryOf(account)) stale.push(id)
    }
  }
  return stale
}

const membersInChunks = (db: Database) =>
  inSteps<PersonRow>((after) => listMembersWithEntries(db, after?.id ?? '', chunkSize), chunkSize)
