/** Marks a selection of members paid. */

import type { BulkPreview, BulkResult } from '#features/members/bulk.ts'
import { previewBulk, runBulk } from '#features/members/server/bulk/run.ts'
import { memberFromRow } from '#features/members/server/member-json-queries.ts'
import type { MemberRow, PersonRow } from '#features/members/server/queries.ts'
import { resolveSelection } from '#features/members/server/register/selection.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { newId } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { BulkPayment, BulkPaymentPreview } from '../contract.ts'
import { isCovered } from '../rules.ts'
import { markPaymentIn } from './ledger.ts'

/** Why a member is left out. */
const reasonToSkip =
  ({ membership_valid_to, replace }: Pick<BulkPaymentPreview, 'membership_valid_to' | 'replace'>) =>
  (person: PersonRow): string | undefined => {
    if (!isMemberRole(person.role)) return 'Not a member'
    const isPaid = isCovered(memberFromRow(person as MemberRow), membership_valid_to)
    return isPaid && !replace ? 'Already paid for this period' : undefined
  }

export async function previewBulkPayment(
  { db, now }: World,
  { selection, ...options }: BulkPaymentPreview,
): Promise<BulkPreview> {
  const resolved = await resolveSelection(db, selection, isoDay(now()))
  return previewBulk(db, resolved, reasonToSkip(options))
}

export async function runBulkPayment(
  world: World,
  admin: Caller,
  { selection, replace, key, mark }: BulkPayment,
): Promise<BulkResult> {
  const now = world.now()
  const { ids } = await resolveSelection(world.db, selection, isoDay(now))
  const { updated_at: _version, ...payment } = mark
  const batch = newId(now)
  return runBulk(world, {
    admin,
    ids,
    key,
    reasonToSkip: reasonToSkip({ membership_valid_to: payment.membership_valid_to, replace }),
    change: (db, id) => markPaymentIn(world, db, { admin, personId: id, mark: payment, batch }),
  })
}
