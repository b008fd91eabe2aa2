/** What a payment belongs to outside the ledger. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

/** The columns that name a payment, in the order of the features. A new one is added here. */
const paymentOwners = [
  { table: 'held_cheque', column: 'cleared_entry_id' },
  { table: 'reported_payment', column: 'ledger_entry_id' },
  { table: 'bank_line_entry', column: 'entry_id' },
] as const

/** Names a payment wherever the void one is named whose place it takes. */
export async function handOver(db: Database, voidId: string, paymentId: string): Promise<void> {
  for (const { table, column } of paymentOwners)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${paymentId}
      where ${sql.ref(column)} = ${voidId}`.execute(db)
}
