import type { Kysely } from 'kysely'

interface Tables {
  payment_reference: { entry_id: string; key: string; share: number }
  ledger_entry: { id: string; reference: string }
}

const utr = /^[A-Z]{5}(?:[23]\d(?:[0-2]\d\d|3[0-6]\d)\d{6}|\d20\d\d(?:0[1-9]|1[0-2])[0-3]\d{5,9})$/
const bank = /^(?!(?:NEFT|RTGS|IMPS|GPAY|DATE|TRANS)$)[A-Z]{4}(?:[A-Z]\d*)?$/
const maxGroups = 7

/** The UTR in a reference that is written in groups; undefined where there is none. */
function utrInGroups(reference: string): string | undefined {
  const groups = reference.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  if (groups.some((group) => utr.test(group))) return undefined
  for (const [start, first] of groups.entries()) {
    if (!bank.test(first)) continue
    const others = groups.slice(start + 1, start + maxGroups)
    const long = others.findIndex((group) => group.length > 6)
    for (let count = long < 0 ? others.length : long + 1; count > 0; count -= 1) {
      const key = first + others.slice(0, count).join('')
      if (utr.test(key)) return key
    }
  }
  return undefined
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
    .select(['entry_id', 'key', 'reference'])
    .orderBy('entry_id')
    .execute()
  for (const { entry_id, key: before, reference } of rows) {
    const key = utrInGroups(reference)
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
