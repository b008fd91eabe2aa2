/** The certificates of tax that members deducted, which often come months after the payment. */
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    tds_certificate: CertificateRow
  }
}

interface CertificateRow {
  /** The tax in the ledger; its own reference counts while there is no row. */
  entry_id: string
  number: string
  recorded_at: Instant
  recorded_by: string
}

/** The number that came later; undefined for none. */
export async function readCertificate(db: Database, entryId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tds_certificate')
    .select('number')
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return row?.number
}

export async function saveCertificate(db: Database, row: CertificateRow): Promise<void> {
  await db
    .insertInto('tds_certificate')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
    .execute()
}
