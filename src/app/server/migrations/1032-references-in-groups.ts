import type { Kysely } from 'kysely'
import { paymentKey } from '#shared/values/reference.ts'

interface Tables {
  payment_reference: { entry_id: string; key: string; share: number }
  ledger_entry: { id: string; mode: string | null; reference: string }
}

/**
 * The key of a UTR that is written in groups has all its letters and digits: before, 'AXISN 52026080300123' had the key
 * '52026080300123'. A key that another payment has already is shared with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>
  const rows = await tables
    .selectFrom('payment_reference')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'payment_reference.entry_id')
    .select(['entry_id', 'key', 'mode', 'reference'])
    .orderBy('entry_id')
    .execute()
  for (const { entry_id, key: before, mode, reference } of rows) {
    const key = paymentKey(mode, reference)
    // The key of a bank line may be another number than that of the reference.
    if (key === undefined || key === before || !key.endsWith(before)) continue
    const shares = await tables
      .selectFrom('payment_reference')
      .select('share')
      .where('key', '=', key)
      .execute()
    const share = Math.max(-1, ...shares.map((one) => one.share)) + 1
    await tables
      .updateTable('payment_reference')
      .set({ key, share })
      .where('entry_id', '=', entry_id)
      .execute()
  }
}
