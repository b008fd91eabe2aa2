/** The keys of the references of payments and cheques (references.ts). */
import type { ExpressionBuilder } from 'kysely'
import { chunks, inSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { isNotReversed, shownReceipt } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    payment_reference: PaymentReferenceRow
  }
}

interface PaymentReferenceRow {
  entry_id: string
  /** `paymentKey`. The payment of a bank line may have several. */
  key: string
  /**
   * 0 for the first payment with the key. A transfer that pays for several members has one payment for each, with the
   * shares 0, 1, 2… A void payment has null, and another payment may claim the key.
   */
  share: number | null
  /**
   * Why other payments may have the key too: the id that the parts of one transfer share, or `anotherPayment`; null if
   * they may not.
   */
  batch: string | null
}

/** An administrator has said why a payment with the reference of another one is another payment; no id of a batch. */
export const anotherPayment = 'another payment'

/** The claim of a key for a payment or a cheque. */
interface Claim extends PaymentReferenceRow {
  share: number
}

/** Who has claimed a key: the shares of one transfer. */
export async function listShares(
  db: Database,
  key: string,
): Promise<Pick<Claim, 'share' | 'batch'>[]> {
  const rows = await db
    .selectFrom('payment_reference')
    .select(['share', 'batch'])
    .where('key', '=', key)
    .where('share', 'is not', null)
    .execute()
  return rows.map(({ share, batch }) => ({ share: share ?? 0, batch }))
}

/** The keys that a payment has, or had until it became void. */
export const listKeys = (db: Database, entryId: string): Promise<Pick<Claim, 'key' | 'batch'>[]> =>
  db
    .selectFrom('payment_reference')
    .select(['key', 'batch'])
    .where('entry_id', '=', entryId)
    .execute()

/** Claims the references that are free, and returns how many these are. */
export async function insertFreeReferences(
  db: Database,
  claims: readonly Claim[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_reference')
    .values(claims)
    .onConflict((conflict) => conflict.columns(['key', 'share']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Transfers the reference of a held cheque to the payment that clears it; false when the cheque does not have the key.
 */
export async function transferReference(
  db: Database,
  chequeId: string,
  { entry_id, key }: Pick<PaymentReferenceRow, 'entry_id' | 'key'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_reference')
    .set({ entry_id })
    .where('entry_id', '=', chequeId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Frees the references of payments that are reversed. */
export async function freeReferences(db: Database, entryIds: readonly string[]): Promise<void> {
  for (const ids of chunks(entryIds, 100))
    await db
      .updateTable('payment_reference')
      .set({ share: null })
      .where('entry_id', 'in', ids)
      .execute()
}

/** Deletes the reference of a cheque that is returned or removed. */
export async function deleteReference(db: Database, chequeId: string): Promise<void> {
  await db.deleteFrom('payment_reference').where('entry_id', '=', chequeId).execute()
}

/** The active payments of all members with one of these keys, the oldest first. */
export const findByReference = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('payment_reference')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'payment_reference.entry_id')
    .select(['key', ...ownerColumns, shownReceipt.as('receipt_number')])
    .where('key', 'in', keys.length > 0 ? keys : [''])
    .where('share', 'is not', null)
    .orderBy('recorded_at')
    .execute()

const ownerColumns = [
  'ledger_entry.id',
  'person_id',
  'member_name',
  'company_name',
  'amount_paise',
] as const

export type PaymentWithReference = Omit<Awaited<ReturnType<typeof findByReference>>[number], 'key'>

/** The active payments with a reference, by id, some at a time. */
export const paymentsWithReferences = (db: Database) =>
  inSteps<Pick<Tables['ledger_entry'], 'id' | 'mode' | 'reference'>>((after) =>
    db
      .selectFrom('ledger_entry')
      .select(['id', 'mode', 'reference'])
      .where('kind', '=', 'payment')
      .where('reference', '<>', '')
      .where('id', '>', after?.id ?? '')
      .where(isNotReversed)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute(),
  )

/** The keys that are claimed, and those of active payments that nobody claims. */
export async function readKeys(
  db: Database,
): Promise<{ claimed: ReadonlySet<string>; lost: ReadonlySet<string> }> {
  const rows = await db
    .selectFrom('payment_reference')
    .select('key')
    .select((eb) => eb.fn.max('share').as('share'))
    .where((eb) => eb.or([eb('share', 'is not', null), eb('entry_id', 'in', activePayments(eb))]))
    .groupBy('key')
    .execute()
  const [claimed, lost] = [new Set<string>(), new Set<string>()]
  for (const { key, share } of rows) (share === null ? lost : claimed).add(key)
  return { claimed, lost }
}

const activePayments = (eb: ExpressionBuilder<Tables, 'payment_reference'>) =>
  eb.selectFrom('ledger_entry').select('id').where('kind', '=', 'payment').where(isNotReversed)

export async function hasReferences(db: Database): Promise<boolean> {
  const row = await db.selectFrom('payment_reference').select('key').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Stores keys of payments without claiming them; `claimAllReferences` claims them. */
export async function addReferences(
  db: Database,
  keys: readonly Pick<Claim, 'entry_id' | 'key'>[],
): Promise<void> {
  for (const batch of chunks(keys, 100))
    await db
      .insertInto('payment_reference')
      .values(batch.map((row) => ({ ...row, share: null, batch: null })))
      .onConflict((conflict) => conflict.columns(['entry_id', 'key']).doNothing())
      .execute()
}

/** Frees all keys of payments, and deletes those of cheques. */
export async function freeAllReferences(db: Database): Promise<void> {
  await db.updateTable('payment_reference').set({ share: null }).execute()
  await db
    .deleteFrom('payment_reference')
    .where('entry_id', 'not in', (eb) => eb.selectFrom('ledger_entry').select('id'))
    .execute()
}

/** Claims all keys that active payments have; the oldest payment with a key gets share 0. */
export async function claimAllReferences(db: Database): Promise<void> {
  await db
    .updateTable('payment_reference')
    .set((eb) => ({
      share: eb
        .selectFrom('payment_reference as earlier')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('earlier.key', '=', 'payment_reference.key')
        .whereRef('earlier.entry_id', '<', 'payment_reference.entry_id')
        .where('earlier.entry_id', 'in', activePayments(eb)),
    }))
    .where('entry_id', 'in', activePayments)
    .execute()
}
