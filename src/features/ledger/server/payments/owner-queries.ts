/** Records outside the ledger that refer to a payment. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

/** The columns that refer to a payment. A new one must be added here. */
const paymentOwners = [
  { table: 'held_cheque', column: 'cleared_entry_id' },
  { table: 'reported_payment', column: 'ledger_entry_id' },
  { table: 'bank_line_entry', column: 'entry_id' },
] as const

/** Makes all records that refer to a void payment refer to the payment that replaces it. */
export async function handOver(db: Database, voidId: string, paymentId: string): Promise<void> {
  for (const { table, column } of paymentOwners)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${paymentId}
      where ${sql.ref(column)} = ${voidId}`.execute(db)
}
