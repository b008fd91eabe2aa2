/** What a payment belongs to outside the ledger. */
import { memberDisplayName } from '#features/members/display-name.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { LedgerRow } from '../queries.ts'

/**
 * Names a payment wherever the void payment that it replaces is named. A new column that names one is added here.
 * Refused for another amount than the bank credited.
 */
export async function handOver(
  db: Database,
  member: PersonRow,
  { from, to }: { from: LedgerRow; to: LedgerRow },
): Promise<void> {
  await refuseOtherAmount(db, member, { from, to })
  await db
    .updateTable('held_cheque')
    .set({ cleared_entry_id: to.id })
    .where('cleared_entry_id', '=', from.id)
    .execute()
  await db
    .updateTable('reported_payment')
    .set({ ledger_entry_id: to.id })
    .where('ledger_entry_id', '=', from.id)
    .execute()
  await db
    .updateTable('bank_line_entry')
    .set({ entry_id: to.id })
    .where('entry_id', '=', from.id)
    .execute()
}

async function refuseOtherAmount(
  db: Database,
  member: PersonRow,
  { from, to }: { from: LedgerRow; to: LedgerRow },
): Promise<void> {
  if (to.amount_paise === from.amount_paise) return
  const credited = await db
    .selectFrom('bank_line_entry')
    .select('entry_id as id')
    .where('entry_id', '=', from.id)
    .unionAll(db.selectFrom('held_cheque').select('id').where('cleared_entry_id', '=', from.id))
    .execute()
  if (credited.length === 0) return
  throw new Refusal(
    'conflict',
    `The bank credited ${formatRupees(from.amount_paise)} for this payment of ${memberDisplayName(member)}. Please reverse it before you record another amount`,
  )
}
