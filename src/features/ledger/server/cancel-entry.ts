import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { Refusal } from '#shared/refusal.ts'
import { activeEntries } from '../account-entries.ts'
import type { AccountChange } from './dues-payments.ts'
import { voidingEntry } from './entries.ts'
import { lockForPayment, voidActions } from './ledger.ts'
import { listLedgerRows } from './queries.ts'
import { writeEntry } from './write.ts'

/**
 * Voids an entry of a member in the transaction of the caller: a payment, also one that is not the current one,
 * a waiver or a charge. What was paid for a charge that is void pays the next one, or is credit.
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
  const voided = activeEntries(rows).find(({ id }) => id === entry_id)
  if (!voided) {
    if (rows.some(({ reverses_id }) => reverses_id === entry_id))
      throw new Refusal('conflict', 'This entry has been cancelled already')
    throw new Refusal('missing', 'Entry not found')
  }
  if (voided.kind === 'settlement')
    throw new Refusal(
      'conflict',
      'These dues were settled from credit. Please reverse the payment that gave the credit',
    )
  const entry = await voidingEntry(db, admin, member, rows, voided, { reason: null, now })
  const details = { amount_paise: entry.amount_paise }
  const action = voidActions[voided.kind]
  return { member: await writeEntry(db, { admin, member, entry, action, details }), entry }
}
