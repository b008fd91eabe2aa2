/**
 * Refusals of changes to a record that another person has changed or decided in the meantime. The callers of
 * `editConflict` compare the versions; in the browser `use-edit-dialog.ts` keeps
 * what was typed, and loads the record again.
 */

import type { Instant } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from './request-context.ts'

/** True when a record has changed since the client read it. False when the client sent no version. */
export const isStale = (
  { updated_at: version }: { updated_at: Instant },
  expectedVersion: string | undefined,
): boolean => expectedVersion !== undefined && expectedVersion !== version

/** The refusal of a change that was made on an old version (contract 12.8). */
export const editConflict = (message: string): Refusal =>
  new Refusal('conflict', message, { code: 'edit-conflict' })

/** The beginning of a sentence about the earlier decision: 'Asha Patil has' or 'You have'. */
export function deciderHas(
  caller: Caller,
  decider: { id: string | null; name?: string | null; email?: string | null },
): string {
  if (decider.id === caller.id) return 'You have'
  return `${decider.name || decider.email || 'Another administrator'} has`
}
