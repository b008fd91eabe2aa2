/**
 * Warnings shown before entries become void: about late credit notes, about closed years, and about
 * credit that moves to a charge with another tax.
 */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { movedDayNotice, refusedVoid } from '../../payment-days.ts'
import { readBooksLimits } from '../payment-day.ts'
import type { LedgerRow } from '../queries.ts'
import { lateNoticesOfReversal } from './late-credit-notes.ts'
import { movedNotices } from './moved-credit.ts'

/** A preview of many members shows at most this many warnings. */
export const maxNotices = 20

/**
 * `rows` are all entries of a member, `ended` those of them that become void, and `voids` the entries that void them.
 */
export async function voidNotices(
  db: Database,
  rows: readonly LedgerRow[],
  { ended, voids }: { ended: readonly LedgerRow[]; voids: readonly LedgerRow[] },
  now: Date,
): Promise<string[]> {
  const limits = await readBooksLimits(db)
  const reasons = new Map(voids.map(({ reverses_id, void_reason }) => [reverses_id, void_reason]))
  const moved = ended
    .filter((entry) => !refusedVoid(entry, reasons.get(entry.id) ?? null, limits))
    .map((entry) => movedDayNotice(entry, reasons.get(entry.id) ?? null, limits, isoDay(now)))
  const notices = [...new Set(moved)].filter((notice) => notice !== undefined)
  for (const entry of ended) notices.push(...(await lateNoticesOfReversal(db, rows, entry, now)))
  return [...notices, ...(await movedNotices(db, rows, [...rows, ...voids]))]
}

/** Warnings with the name of the member whom they are about, for a preview of many members. */
export const namedNotices = (
  member: Parameters<typeof memberDisplayName>[0],
  notices: readonly string[],
): string[] => notices.map((notice) => `${memberDisplayName(member)}: ${notice}`)
