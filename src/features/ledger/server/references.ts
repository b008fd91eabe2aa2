/**
 * Stores the keys of the references of active payments. A unique index keeps each key once: when two payments with one
 * reference are recorded at the same moment, by whichever call, the database refuses the second.
 */
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay, longDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { chequeNumber, lettersAndDigits, paymentKey } from '#shared/values/reference.ts'
import { activeEntries } from '../account-entries.ts'
import { listHeldByKeys, listHeldCheques, listHeldReferences } from './cheques/queries.ts'
import { isNotReversed, type LedgerRow, listLedgerRows, shownReceipt } from './queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    payment_reference: PaymentReferenceRow
  }
}

interface PaymentReferenceRow {
  entry_id: string
  /** `paymentKey`. */
  key: string
  /** 0, and from 1 on for the further payments of one transfer that pays for several members. */
  share: number
  /**
   * Equal for payments that were recorded together, as shares of one transfer; `anotherPayment` for one that an
   * administrator has recorded knowingly beside another member's; null for others.
   */
  batch: string | null
}

type Payment = Pick<LedgerRow, 'id' | 'person_id' | 'mode' | 'reference'>

/** The batch of a payment whose reference another member's payment has, too, as an administrator has said with a reason. */
export const anotherPayment = 'another payment'

/**
 * Claims the reference of a payment. Throws Refusal 'conflict', naming the first payment, when a payment of another
 * batch has the reference; with `anotherPayment`, only when that payment is one of the same member.
 */
export async function claimReference(
  db: Database,
  payment: Payment,
  { key = paymentKey(payment.mode, payment.reference), batch = null, held }: ReferenceClaim = {},
): Promise<void> {
  if (!key) return refuseHeldNumber(db, payment)
  const row = { entry_id: payment.id, key, batch }
  if (held !== undefined && (await transferClaim(db, held, row))) return
  if ((await insertFree(db, [{ ...row, share: 0 }])) === 1) return
  await refuseHeld(db, key, payment.person_id)
  const shares = await db
    .selectFrom('payment_reference')
    .select(['share', 'batch'])
    .where('key', '=', key)
    .execute()
  const isAnother = batch === anotherPayment
  if (batch === null || isAnother || shares.some((share) => share.batch !== batch))
    refuseRecorded(await findByReference(db, [key]), payment.person_id, { isAnother })
  const share = 1 + Math.max(...shares.map((one) => one.share))
  await db
    .insertInto('payment_reference')
    .values({ ...row, share })
    .execute()
}

export interface ReferenceClaim {
  /**
   * The key of the bank line that the payment is matched to, which may name several numbers; '' when none of them is
   * the payment's.
   */
  key?: string | undefined
  batch?: string | null
  /** The id of the cheque that the payment clears: its claim becomes the one of the payment. */
  held?: string | undefined
}

async function transferClaim(
  db: Database,
  held: string,
  { entry_id, key }: Pick<PaymentReferenceRow, 'entry_id' | 'key'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_reference')
    .set({ entry_id })
    .where('entry_id', '=', held)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The reference of a cheque, as that of its payment. */
export const chequeReference = ({ number, bank }: { number: string; bank: string }): string =>
  `${number} ${bank}`

/** Claims the reference of a cheque that is received and not cleared, as a payment would. */
export async function claimCheque(
  db: Database,
  cheque: { id: string; person_id: string; number: string; bank: string },
): Promise<void> {
  await refusePaidNumber(db, cheque)
  await claimReference(db, { ...cheque, mode: 'Cheque', reference: chequeReference(cheque) })
}

const hasBank = (reference: string): boolean => paymentKey('Cheque', reference) !== undefined

/**
 * A payment by cheque without its bank has no key: of one member its number alone names the cheque. Throws Refusal
 * 'conflict' when it is one that is not cleared.
 */
async function refuseHeldNumber(
  db: Database,
  { person_id, mode, reference }: Payment,
): Promise<void> {
  const number = chequeNumber(reference)
  if (mode !== 'Cheque' || number === undefined || hasBank(reference)) return
  const cheques = await listHeldCheques(db, person_id)
  const cheque = cheques.find((one) => chequeNumber(one.number) === number)
  if (cheque) throw notedAlready(cheque, 'this member')
}

/** Throws Refusal 'conflict' when the member has paid by a cheque of this number without its bank. */
async function refusePaidNumber(
  db: Database,
  { person_id, number }: { person_id: string; number: string },
): Promise<void> {
  const paid = activeEntries(await listLedgerRows(db, person_id)).find(
    ({ kind, mode, reference }) =>
      kind === 'payment' &&
      mode === 'Cheque' &&
      !hasBank(reference) &&
      chequeNumber(reference) === chequeNumber(number),
  )
  if (paid) throw alreadyRecorded(paid, person_id)
}

/** Throws Refusal 'conflict' when a cheque that is not cleared has the key. */
async function refuseHeld(db: Database, key: string, personId: string): Promise<void> {
  const [cheque] = await listHeldByKeys(db, [key])
  if (!cheque) return
  const owner =
    cheque.person_id === personId
      ? 'this member'
      : cheque.company_name || cheque.name || 'another member'
  throw notedAlready(cheque, owner)
}

const notedAlready = (
  { amount_paise, received_on }: { amount_paise: number; received_on: string },
  owner: string,
): Refusal =>
  new Refusal(
    'conflict',
    `This cheque of ${formatRupees(amount_paise)} is noted already for ${owner}, received ${longDate(received_on)} and not cleared`,
    { field: 'reference' },
  )

/** The batch of the member's payment with this reference: the one that takes its place is a share of it, too. */
export async function sharedBatch(
  db: Database,
  personId: string,
  { mode, reference }: Pick<Payment, 'mode' | 'reference'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_reference')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'payment_reference.entry_id')
    .select('batch')
    .where('key', '=', paymentKey(mode, reference) ?? '')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.batch ?? null
}

/** Claims the references of imported payments; those that are taken stay with the earlier payment. */
export async function claimFreeReferences(
  db: Database,
  payments: readonly Payment[],
): Promise<void> {
  const rows = payments.flatMap(({ id, mode, reference }) => {
    const key = paymentKey(mode, reference)
    return key ? [{ entry_id: id, key, share: 0, batch: null }] : []
  })
  // In one order, so that no two imports wait for each other.
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const some of chunks(rows, 100)) await insertFree(db, some)
}

async function insertFree(db: Database, rows: readonly PaymentReferenceRow[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_reference')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['key', 'share']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Frees the references of payments that are reversed, and of cheques that are returned or removed. */
export async function freeReferences(db: Database, entryIds: readonly string[]): Promise<void> {
  for (const ids of chunks(entryIds, 100))
    await db.deleteFrom('payment_reference').where('entry_id', 'in', ids).execute()
}

/** The active payments of all members with one of these keys, the oldest first. */
export const findByReference = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('payment_reference')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'payment_reference.entry_id')
    .select(['key', ...ownerColumns, shownReceipt.as('receipt_number')])
    .where('key', 'in', keys.length > 0 ? keys : [''])
    .orderBy('recorded_at')
    .execute()

/** The active payments of a member whose reference has these letters and digits. */
export async function findOwnByReference(
  db: Database,
  personId: string,
  key: string,
): Promise<RecordedPayment[]> {
  const payments = await db
    .selectFrom('ledger_entry')
    .select([...ownerColumns, 'reference', shownReceipt.as('receipt_number')])
    .where('person_id', '=', personId)
    .where('kind', '=', 'payment')
    .where(isNotReversed)
    .orderBy('recorded_at')
    .execute()
  return payments.filter(({ reference }) => lettersAndDigits(reference) === key)
}

const ownerColumns = [
  'ledger_entry.id',
  'person_id',
  'member_name',
  'company_name',
  'amount_paise',
] as const

type RecordedPayment = Omit<Awaited<ReturnType<typeof findByReference>>[number], 'key'>

/**
 * Refuses a further payment for this member with the reference of these; `isAnother` allows it beside payments of
 * other members. Of several, the member's own is named.
 */
export function refuseRecorded(
  payments: readonly RecordedPayment[],
  personId: string,
  { isAnother }: { isAnother: boolean },
): void {
  const own = payments.find((one) => one.person_id === personId)
  const payment = own ?? (isAnother ? undefined : payments[0])
  if (payment) throw alreadyRecorded(payment, personId)
}

function alreadyRecorded(payment: RecordedPayment, personId: string): Refusal {
  const owner =
    payment.person_id === personId
      ? 'this member'
      : payment.company_name || payment.member_name || 'another member'
  const receipt = payment.receipt_number ? ` (receipt ${payment.receipt_number})` : ''
  return new Refusal(
    'conflict',
    `A payment of ${formatRupees(payment.amount_paise)} with this reference is already recorded for ${owner}${receipt}`,
    {
      ...{ field: 'reference', member: payment.person_id },
      ...(payment.person_id !== personId && { code: 'reference-taken' as const }),
    },
  )
}

/**
 * What speaks against a payment that is not refused: one of the same day and amount without a reference, and cash, which
 * has no key, with the reference of another payment.
 */
export async function noticesOf(
  db: Database,
  personId: string,
  {
    amount_paise,
    paid_at,
    mode,
    reference,
  }: Pick<LedgerRow, 'amount_paise' | 'paid_at' | 'mode' | 'reference'>,
  now: Date,
): Promise<string[]> {
  const day = isoDay(paid_at)
  const same =
    reference === '' &&
    activeEntries(await listLedgerRows(db, personId)).findLast(
      (one) =>
        one.kind === 'payment' && one.amount_paise === amount_paise && isoDay(one.paid_at) === day,
    )
  const key = mode === 'Cash' ? paymentKey('Bank', reference) : undefined
  const recorded = key === undefined ? [] : await findByReference(db, [key])
  const other = recorded.find((one) => one.person_id === personId) ?? recorded[0]
  return [
    ...(same
      ? [
          `${same.receipt_number ? `Receipt ${same.receipt_number}` : 'A payment'} of ${day === isoDay(now) ? 'today' : longDate(day)} is of the same amount`,
        ]
      : []),
    ...(other ? [alreadyRecorded(other, personId).message] : []),
  ]
}

/**
 * Makes the keys anew from the active payments, of which the oldest has share 0. Call it in a transaction that
 * holds the ledger exclusively.
 */
export async function rebuildReferences(db: Database): Promise<void> {
  await db.deleteFrom('payment_reference').execute()
  const shares = new Map<string, number>()
  for await (const payments of paymentsWithReferences(db)) {
    const rows = payments.flatMap(({ id, mode, reference }) => {
      const key = paymentKey(mode, reference)
      if (key === undefined) return []
      const share = shares.get(key) ?? 0
      shares.set(key, share + 1)
      return [{ entry_id: id, key, share, batch: null }]
    })
    for (const some of chunks(rows, 100)) await insertFree(db, some)
  }
  for (const cheque of await listHeldReferences(db)) {
    const key = paymentKey('Cheque', chequeReference(cheque))
    if (key !== undefined)
      await insertFree(db, [{ entry_id: cheque.id, key, share: 0, batch: null }])
  }
}

/** The active payments with a reference, by id. */
async function* paymentsWithReferences(db: Database) {
  for (let after = ''; ; ) {
    const payments = await db
      .selectFrom('ledger_entry')
      .select(['id', 'mode', 'reference'])
      .where('kind', '=', 'payment')
      .where('reference', '<>', '')
      .where('id', '>', after)
      .where(isNotReversed)
      .orderBy('id')
      .limit(1000)
      .execute()
    const last = payments.at(-1)
    if (!last) return
    after = last.id
    yield payments
  }
}

/** How many active payments have a reference with a key that no row claims, for them or another payment. */
export async function missingReferences(db: Database): Promise<number> {
  const claimed = new Set(
    (await db.selectFrom('payment_reference').select('key').execute()).map(({ key }) => key),
  )
  let missing = 0
  for await (const payments of paymentsWithReferences(db))
    for (const { mode, reference } of payments) {
      const key = paymentKey(mode, reference)
      if (key !== undefined && !claimed.has(key)) missing += 1
    }
  return missing
}

/** Fills the keys once, in a database that is older than them. Call it before the portal serves. */
export async function fillReferences(db: Database): Promise<void> {
  if (await db.selectFrom('payment_reference').select('key').limit(1).executeTakeFirst()) return
  await db.transaction().execute(async (tx) => {
    await lockLedger(tx, 'exclusive')
    await rebuildReferences(tx)
  })
}
