/** Carries out an action on many members in short transactions, with its progress. */

import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { startProgress } from '#platform/server/database/progress.ts'
import { refusalOf } from '#platform/server/database/savepoint.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import type { BulkMember, BulkPreview, BulkResult } from '../../bulk.ts'
import { findPeople } from '../list/bulk-queries.ts'
import { lockLedger, lockPeople } from '../lock-queries.ts'
import type { PersonRow } from '../queries.ts'

/** Members per transaction: few enough that other changes need not wait long. */
const chunkSize = 50
export const maxListed = 100

/** Why an action leaves a member as they are; undefined when it changes them. */
type SkipReason = (person: PersonRow) => string | undefined

/** Returns the function above, after reading what it needs about these people; `db` may be a transaction. */
export type ReadSkipReason = (db: Database, people: readonly PersonRow[]) => Promise<SkipReason>

interface BulkRun {
  admin: Caller
  ids: readonly string[]
  key: string | undefined
  readSkipReason: ReadSkipReason
  /** Changes one member; a Refusal becomes a failure of the result and leaves nothing of the change. */
  change: (db: Database, id: string) => Promise<unknown>
}

/**
 * Members are changed in the order of their ids, so that two concurrent actions cannot deadlock; an import, which has
 * its own order, waits for the lock of the ledger.
 */
export async function runBulk(world: World, run: BulkRun): Promise<BulkResult> {
  const { admin, ids, key, readSkipReason, change } = run
  const result: BulkResult = { changed: 0, failures: [] }
  let done = 0
  const state = () => ({ done, of: ids.length })
  const progress = startProgress(world, admin.id, key, state())
  try {
    for (const chunk of chunks(ids.toSorted(), chunkSize)) {
      await world.db.transaction().execute(async (db) => {
        await lockLedger(db, 'shared')
        // Locked before the reason to skip is checked, so that the reason still holds at the change.
        const people = await lockPeople(db, chunk)
        const reasonOf = await readSkipReason(db, people)
        for (const person of people) {
          if (reasonOf(person) !== undefined) continue
          const refusal = await refusalOf(db, () => change(db, person.id))
          if (refusal === undefined) result.changed += 1
          else result.failures.push({ ...toNamedMember(person), message: refusal.message })
        }
      })
      done += chunk.length
      progress.report(state())
      await yieldToEventLoop()
    }
  } finally {
    await progress.end()
  }
  return result
}

/** What `runBulk` would do. */
export async function previewBulk(
  db: Database,
  { ids, token }: { ids: readonly string[]; token: string },
  readSkipReason: ReadSkipReason,
  /** Called with the members that the action changes, one chunk at a time, to read more about them. */
  look: (affected: readonly PersonRow[]) => Promise<void> = async () => {},
): Promise<BulkPreview> {
  const preview: BulkPreview = {
    token,
    count: ids.length,
    affected: 0,
    members: [],
    left_out: [],
  }
  for (const chunk of chunks(ids, 250)) {
    const people = new Map((await findPeople(db, chunk)).map((person) => [person.id, person]))
    const listed = chunk.flatMap((id) => people.get(id) ?? [])
    const reasonOf = await readSkipReason(db, listed)
    const affected: PersonRow[] = []
    for (const person of listed) {
      const reason = reasonOf(person)
      addToPreview(preview, person, reason)
      if (reason === undefined) affected.push(person)
    }
    await look(affected)
    await yieldToEventLoop()
  }
  return preview
}

function addToPreview(preview: BulkPreview, person: PersonRow, reason: string | undefined): void {
  if (reason !== undefined) {
    addLeftOut(preview.left_out, reason, toNamedMember(person))
    return
  }
  preview.affected += 1
  if (preview.members.length < maxListed) preview.members.push(toNamedMember(person))
}

/** Counts a member under a reason for being left out, and lists the first members of each reason. */
export function addLeftOut(
  leftOut: BulkPreview['left_out'],
  reason: string,
  member: BulkMember,
): void {
  let group = leftOut.find((one) => one.reason === reason)
  if (!group) {
    group = { reason, count: 0, members: [] }
    leftOut.push(group)
  }
  group.count += 1
  if (group.members.length < maxListed) group.members.push(member)
}

export const toNamedMember = ({
  id,
  name,
  company_name,
  membership_number,
}: BulkMember): BulkMember => ({
  id,
  name,
  company_name,
  membership_number,
})
