/** What a payment belongs to outside the ledger. */
import type { Database } from '#platform/server/database/database.ts'

/** Names a payment wherever the void payment that it replaces is named. A new column that names one is added here. */
export async function handOver(db: Database, voidId: string, paymentId: string): Promise<void> {
  await db
    .updateTable('held_cheque')
    .set({ cleared_entry_id: paymentId })
    .where('cleared_entry_id', '=', voidId)
    .execute()
  await db
    .updateTable('reported_payment')
    .set({ ledger_entry_id: paymentId })
    .where('ledger_entry_id', '=', voidId)
    .execute()
  await db
    .updateTable('bank_line_entry')
    .set({ entry_id: paymentId })
    .where('entry_id', '=', voidId)
    .execute()
}
