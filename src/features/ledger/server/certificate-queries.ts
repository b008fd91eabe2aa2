/** The certificates of tax that members deducted, which often come months after the payment. */
import type { Database } from '#platform/server/database/database.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    tds_certificate: CertificateRow
  }
}

interface CertificateRow {
  /** The tax in the ledger; its own reference counts while there is no row. */
  entry_id: string
  number: string
  recorded_at: string
  recorded_by: string
}

export async function saveCertificate(db: Database, row: CertificateRow): Promise<void> {
  await db
    .insertInto('tds_certificate')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
    .execute()
}
