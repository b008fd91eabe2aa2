/** Warnings shown before entries become void: about late credit notes, and credit that moves to a charge with another tax. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { LedgerRow } from '../queries.ts'
import { lateForReversal } from './late-credit-notes.ts'
import { movedNotices } from './moved-credit.ts'

/** A preview of many members shows at most this many warnings. */
export const maxNotices = 20

/** `rows` are all entries of a member, `ended` those of them that become void, and `voids` the entries that void them. */
export async function voidNotices(
  db: Database,
  rows: readonly LedgerRow[],
  { ended, voids }: { ended: readonly LedgerRow[]; voids: readonly LedgerRow[] },
  now: Date,
): Promise<string[]> {
  const notices: string[] = []
  for (const entry of ended) notices.push(...(await lateForReversal(db, rows, entry, now)))
  return [...notices, ...(await movedNotices(db, rows, [...rows, ...voids]))]
}

/** Warnings with the name of the member whom they are about, for a preview of many members. */
export const namedNotices = (
  member: Parameters<typeof memberDisplayName>[0],
  notices: readonly string[],
): string[] => notices.map((notice) => `${memberDisplayName(member)}: ${notice}`)
