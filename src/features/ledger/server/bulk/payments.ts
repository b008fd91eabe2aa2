/** Marks a selection of members paid. */

import { previewBulk, type ReadSkipReason, runBulk } from '#features/members/server/bulk/run.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import { memberFromRow } from '#features/members/server/member-json-queries.ts'
import type { MemberRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { isMemberRole, notAMember } from '#shared/roles.ts'
import { activeEntries, overlapsDays } from '../../account-entries.ts'
import type { BulkPaymentAnswer, BulkPaymentPreviewAnswer } from '../../answers.ts'
import type { BulkPayment, BulkPaymentPreview } from '../../contract.ts'
import { isPaidFor } from '../../validity.ts'
import { refusePaymentDay } from '../payment-day.ts'
import { markPaymentIn } from '../payments/mark-paid.ts'
import { listEntriesOfMembers } from '../queries.ts'
import { outcomeCounter } from './bulk-outcome.ts'

/**
 * Leaves out people who are not members. Unless payments are replaced, it also leaves out members who have paid for
 * some of the days, even PENDING ones: Mark Paid would void their earlier payment, which still counts.
 */
const readSkipReason =
  ({
    membership_valid_from,
    membership_valid_to: to,
    replace,
  }: Pick<BulkPaymentPreview, 'membership_valid_to' | 'replace'> & {
    membership_valid_from?: Day | undefined
  }): ReadSkipReason =>
  async (db, people) => {
    const days = { from: membership_valid_from || to, to }
    const ledgers = replace
      ? undefined
      : await listEntriesOfMembers(
          db,
          people.map(({ id }) => id),
        )
    return (person) => {
      if (!isMemberRole(person.role)) return notAMember
      if (!ledgers) return undefined
      const hasPaid =
        isPaidFor(memberFromRow(person as MemberRow), days) ||
        activeEntries(ledgers.get(person.id) ?? []).some((entry) => overlapsDays(entry, days))
      return hasPaid ? 'Already paid for this period' : undefined
    }
  }

export async function previewBulkPayment(
  { db, now: clock }: World,
  { selection, mark, ...options }: BulkPaymentPreview,
): Promise<BulkPaymentPreviewAnswer> {
  const now = clock()
  const resolved = await resolveSelection(db, selection, isoDay(now))
  const skip = readSkipReason({ ...options, ...mark })
  if (!mark) return previewBulk(db, resolved, skip)
  if (mark.payment_date) await refusePaymentDay(db, mark.payment_date, now, 'payment_date')
  const { outcome, count } = outcomeCounter(db, mark, now)
  return { ...(await previewBulk(db, resolved, skip, count)), outcome }
}

export async function runBulkPayment(
  world: World,
  admin: Caller,
  { selection, replace, key, mark }: BulkPayment,
): Promise<BulkPaymentAnswer> {
  const now = world.now()
  const { ids } = await resolveSelection(world.db, selection, isoDay(now))
  const { updated_at: _version, ...payment } = mark
  const batch = newId(now)
  const result = await runBulk(world, {
    admin,
    ids,
    key,
    readSkipReason: readSkipReason({ ...payment, replace }),
    change: (db, id) => markPaymentIn(world, db, { admin, personId: id, mark: payment, batch }),
  })
  return { ...result, batch }
}
