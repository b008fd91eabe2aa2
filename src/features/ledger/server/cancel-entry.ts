import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { Refusal } from '#shared/refusal.ts'
import { activeEntries } from '../account.ts'
import type { AccountChange } from './dues-payments.ts'
import { appendEntry, cancellingEntry, currentFieldsOf } from './entries.ts'
import { cancelActions, lockForPayment } from './ledger.ts'
import { listLedgerRows } from './queries.ts'
import { afterCancelling } from './settle.ts'

/**
 * Cancels an entry of a member in the transaction of the caller: reverses a payment, also one that is not
 * the current one, or cancels a waiver or a charge. What was paid for a cancelled charge is credit then.
 */
export async function cancelEntry(
  db: Database,
  admin: Caller,
  personId: string,
  { entry_id, updated_at }: { entry_id: string; updated_at?: string | undefined },
  now: Date,
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const rows = await listLedgerRows(db, member.id)
  const cancelled = activeEntries(rows).find(({ id }) => id === entry_id)
  if (!cancelled) {
    if (rows.some(({ reverses_id }) => reverses_id === entry_id))
      throw new Refusal('conflict', 'This entry has been cancelled already')
    throw new Refusal('missing', 'Entry not found')
  }
  if (cancelled.kind === 'settlement')
    throw new Refusal(
      'conflict',
      'These dues were settled from credit. Please reverse the payment that gave the credit',
    )
  const entry = await cancellingEntry(db, admin, member, rows, cancelled, now)
  const unsettled = await appendEntry(db, admin, member, entry, {
    action: cancelActions[cancelled.kind],
    fields: member.ledger_entry_id === cancelled.id ? noPayment : currentFieldsOf(member),
    details: { amount_paise: entry.amount_paise },
  })
  return {
    member: await afterCancelling(db, admin, unsettled, rows, { wasCurrent: false, now }),
    entry,
  }
}
