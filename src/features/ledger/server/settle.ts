/** Brings the current payment of a member in line after entries were cancelled or dues were raised. */
import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { lastDayOf, payingEntries, settledBy } from '../account.ts'
import { amountEntry, appendEntry, paymentFieldsOf, savePaymentFields } from './entries.ts'
import { type LedgerRow, listLedgerRows, withoutDues } from './queries.ts'

/**
 * The dues that credit settles, as `settledBy`. The money was there before they were due, so the settlement
 * is never late and no policy for late renewals applies.
 */
export const settledFromCredit = (rows: readonly LedgerRow[]) => settledBy(rows, 0, '', 'continues')

/**
 * Adds the settlement if credit covers everything that is owed; it becomes the current payment. `rows` are
 * all entries of the member.
 */
export async function settleFromCredit(
  db: Database,
  admin: Caller,
  member: PersonRow,
  rows: readonly LedgerRow[],
  now: Date,
  runId: string | null = null,
): Promise<PersonRow> {
  const settled = settledFromCredit(rows)
  if (!settled) return member
  const entry: LedgerRow = {
    ...amountEntry(admin, member, rows, now),
    kind: 'settlement',
    amount_paise: 0,
    reference: '',
    ...withoutDues,
    on_account: true,
    item: 'dues',
    ...settled,
    run_id: runId,
  }
  const change = { action: 'dues settled', fields: paymentFieldsOf(entry) }
  return appendEntry(db, admin, member, entry, change)
}

/**
 * After entries were cancelled: an entry that pays again becomes the current payment, and credit settles
 * what it can. `before` are the rows before; `wasCurrent`: the current payment itself was cancelled with
 * the dues that it settled, so that the latest one that pays takes its place.
 */
export async function afterCancelling(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: readonly LedgerRow[],
  { wasCurrent, now }: { wasCurrent: boolean; now: Date },
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const payingBefore = new Set(payingEntries(before).map(({ id }) => id))
  const paying = payingEntries(rows)
  const candidates = wasCurrent ? paying : paying.filter(({ id }) => !payingBefore.has(id))
  const latest = candidates.reduce<LedgerRow | undefined>(
    (last, entry) => (last && lastDayOf(last) > lastDayOf(entry) ? last : entry),
    undefined,
  )
  const current = latest
    ? await savePaymentFields(db, admin, member, paymentFieldsOf(latest), {
        action: 'marked paid',
        at: nextVersion(member.updated_at, now),
      })
    : member
  return settleFromCredit(db, admin, current, rows, now)
}
