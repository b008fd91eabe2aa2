/**
 * Warnings shown before entries become void: about late credit notes, about closed years, and about
 * credit that moves to a charge with another tax.
 */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { movedDayWarning, voidRefusal } from '../../payment-days.ts'
import { readBooksLimits } from '../payment-day.ts'
import type { LedgerRow } from '../queries.ts'
import { lateWarningsOfReversal } from './late-credit-notes.ts'
import { movedCreditWarnings } from './moved-credit.ts'

/** A preview of many members shows at most this many warnings. */
export const maxWarnings = 20

/**
 * `entries` are all entries of a member, `voided` those that become void, and `voidingEntries` the entries that void
 * them.
 */
export async function voidWarnings(
  db: Database,
  entries: readonly LedgerRow[],
  {
    voided,
    voidingEntries,
  }: { voided: readonly LedgerRow[]; voidingEntries: readonly LedgerRow[] },
  now: Date,
): Promise<string[]> {
  const limits = await readBooksLimits(db)
  const reasons = new Map(
    voidingEntries.map(({ reverses_id, void_reason }) => [reverses_id, void_reason]),
  )
  const moved = voided
    .filter((entry) => !voidRefusal(entry, reasons.get(entry.id) ?? null, limits))
    .map((entry) => movedDayWarning(entry, reasons.get(entry.id) ?? null, limits, isoDay(now)))
  const warnings = [...new Set(moved)].filter((warning) => warning !== undefined)
  for (const entry of voided)
    warnings.push(...(await lateWarningsOfReversal(db, entries, entry, now)))
  return [...warnings, ...(await movedCreditWarnings(db, entries, [...entries, ...voidingEntries]))]
}

/** Warnings that each name their member, for a preview of many members. */
export const namedWarnings = (
  member: Parameters<typeof memberDisplayName>[0],
  warnings: readonly string[],
): string[] => warnings.map((warning) => `${memberDisplayName(member)}: ${warning}`)
