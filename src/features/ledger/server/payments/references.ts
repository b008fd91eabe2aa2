/**
 * Stores the keys of the references of active payments. A unique index keeps each key once: when two calls record
 * payments with one reference at the same moment, the database refuses the second.
 */

import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { compare } from '#shared/compare.ts'
import { type Day, type Instant, isoDay, longDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { chequeNumber, lettersAndDigits, paymentKey } from '#shared/values/reference.ts'
import { activeEntries } from '../../account-entries.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { listHeldByKeys, listHeldCheques, listHeldReferences } from './cheque-queries.ts'
import {
  addReferences,
  anotherPayment,
  claimAllReferences,
  findByReference,
  freeAllReferences,
  insertFreeReferences,
  listKeys,
  listShares,
  type PaymentWithReference,
  paymentsWithReferences,
  readKeys,
  transferReference,
} from './reference-queries.ts'

type Payment = Pick<LedgerRow, 'id' | 'person_id' | 'mode' | 'reference'>

export interface ReferenceClaim {
  /** The keys of the bank line that the payment is matched to, which may name several numbers of its transfer. */
  keys?: readonly string[] | undefined
  /** The id that the parts of one transfer share, which may have the same keys. */
  batch?: string | null
  /** An administrator's reason why it is not the payment of another member with the same reference. */
  another_payment?: string | undefined
  /** The id of the cheque that the payment clears: its claim becomes the one of the payment. */
  chequeId?: string | undefined
  /**
   * The void payment that it replaces. It takes over the keys of that payment, except the key of a changed reference.
   */
  replaced?: Payment | undefined
  /** When another payment has a key, it keeps the key and nothing is refused: the plan of an import lists it. */
  isOptional?: boolean
}

/**
 * Claims the references of a payment. Throws Refusal 'conflict', naming the first payment, when a payment of another
 * batch has one; with a reason, only when that payment is one of the same member.
 */
export async function claimReference(
  db: Database,
  payment: Payment,
  claim: ReferenceClaim = {},
): Promise<void> {
  const { chequeId, isOptional = false } = claim
  const claims = await keysToClaim(db, payment, claim)
  if ((claim.keys ?? keysOf(payment)).length === 0 && !isOptional)
    await refuseHeldNumber(db, payment)
  for (const { key, batch } of claims) {
    const isTransferred =
      chequeId !== undefined &&
      (await transferReference(db, chequeId, { entry_id: payment.id, key }))
    if (!isTransferred) await claimKey(db, payment, { key, batch, isOptional })
  }
}

/** In one order, so that no two payments wait for each other. */
async function keysToClaim(
  db: Database,
  payment: Payment,
  { keys = keysOf(payment), batch = null, another_payment, replaced }: ReferenceClaim,
) {
  const isAnother = another_payment !== undefined
  const claims = new Map(keys.map((key) => [key, isAnother ? anotherPayment : batch]))
  for (const { key, batch: before } of replaced ? await listKeys(db, replaced.id) : [])
    if (claims.has(key) || !keysOf(replaced).includes(key))
      claims.set(key, isAnother ? anotherPayment : (before ?? batch))
  return Array.from(claims, ([key, own]) => ({ key, batch: own })).sort((a, b) =>
    compare(a.key, b.key),
  )
}

/**
 * Equal for two payments of a member that say that they are the same money: with the same number (of a cheque also
 * without its bank) or, without one, the same words, mode, amount and day.
 */
export function moneyKey({ mode, reference, amount_paise, paid_at }: Money): string {
  const cheque = mode === 'Cheque' ? chequeNumber(reference) : undefined
  return (
    paymentKey(mode, reference) ??
    (cheque === undefined
      ? JSON.stringify([mode, lettersAndDigits(reference), amount_paise, isoDay(paid_at)])
      : `Cheque ${cheque}`)
  )
}

export const isSameMoney = (one: Money, other: Money): boolean => moneyKey(one) === moneyKey(other)

/** The payments with the number of this one, of all members; without a number those of the member. */
export async function findRecordedMoney(
  db: Database,
  personId: string,
  money: Money,
): Promise<PaymentWithReference[]> {
  const keys = keysOf(money)
  if (keys.length > 0) return findByReference(db, keys)
  return activeEntries(await listEntriesOf(db, personId)).filter(
    (entry) => entry.kind === 'payment' && isSameMoney(entry, money),
  )
}

type PaidBy = Pick<Payment, 'mode' | 'reference'>
type Money = PaidBy & Pick<LedgerRow, 'amount_paise'> & { paid_at: Day | Instant }

const keysOf = (payment: PaidBy | undefined): string[] => {
  const key = payment && paymentKey(payment.mode, payment.reference)
  return key === undefined ? [] : [key]
}

async function claimKey(
  db: Database,
  payment: Payment,
  { key, batch, isOptional }: { key: string; batch: string | null; isOptional: boolean },
): Promise<void> {
  let isClaimed = false
  // Another transaction may take the share after the shares were read: they are read again then.
  while (!isClaimed) {
    const shares = await listShares(db, key)
    if (shares.length > 0 && !isOptional) await refuseHeld(db, key, payment.person_id)
    if (shares.length > 0 && !areOfBatch(shares, batch)) {
      if (isOptional) return
      refuseRecorded(await findByReference(db, [key]), payment.person_id, {
        isAnother: batch === anotherPayment,
      })
    }
    const share = 1 + Math.max(-1, ...shares.map((other) => other.share))
    const claim = { entry_id: payment.id, key, batch, share }
    isClaimed = (await insertFreeReferences(db, [claim])) > 0
  }
}

const areOfBatch = (shares: readonly { batch: string | null }[], own: string | null): boolean =>
  own !== null && own !== anotherPayment && shares.every(({ batch }) => batch === own)

/** The reference that the payment of a cheque has. */
export const chequeReference = ({ number, bank }: { number: string; bank: string }): string =>
  `${number} ${bank}`

/** Claims the reference of a cheque that is received and not cleared, as a payment would. */
export async function claimCheque(db: Database, cheque: Cheque & { id: string }): Promise<void> {
  const paid = await findPaymentByCheque(db, cheque)
  if (paid) throw alreadyRecorded(paid, cheque.person_id)
  await claimReference(db, { ...cheque, mode: 'Cheque', reference: chequeReference(cheque) })
}

const hasBank = (reference: string): boolean => paymentKey('Cheque', reference) !== undefined

/**
 * A payment by cheque without a bank has no key; among the payments of one member the number alone identifies the
 * cheque. Throws Refusal 'conflict' when that cheque is not cleared.
 */
async function refuseHeldNumber(
  db: Database,
  { person_id, mode, reference }: Payment,
): Promise<void> {
  const number = chequeNumber(reference)
  if (mode !== 'Cheque' || number === undefined || hasBank(reference)) return
  const cheques = await listHeldCheques(db, { personId: person_id })
  const cheque = cheques.find((held) => chequeNumber(held.number) === number)
  if (cheque) throw notedAlready(cheque, 'this member')
}

interface Cheque {
  person_id: string
  number: string
  bank: string
}

/**
 * The member's active payment by this cheque. Its reference has the cheque's number, with or without the bank. An
 * import may have recorded the payment while the cheque was held.
 */
async function findPaymentByCheque(
  db: Database,
  { person_id, ...cheque }: Cheque,
): Promise<LedgerRow | undefined> {
  const key = paymentKey('Cheque', chequeReference(cheque))
  const number = chequeNumber(cheque.number)
  return activeEntries(await listEntriesOf(db, person_id)).find(({ kind, mode, reference }) => {
    if (kind !== 'payment' || mode !== 'Cheque') return false
    const paidKey = paymentKey(mode, reference)
    return paidKey === undefined ? chequeNumber(reference) === number : paidKey === key
  })
}

/**
 * The member's payment by a cheque that is held, if it was recorded in another way: it takes over the reference of the
 * cheque. Throws Refusal 'conflict' when that payment has another amount.
 */
export async function takeRecordedPayment(
  db: Database,
  cheque: Cheque & { id: string; amount_paise: Paise },
): Promise<LedgerRow | undefined> {
  const paid = await findPaymentByCheque(db, cheque)
  if (!paid) return undefined
  if (paid.amount_paise !== cheque.amount_paise) throw alreadyRecorded(paid, cheque.person_id)
  const key = paymentKey('Cheque', chequeReference(cheque))
  if (key !== undefined) await transferReference(db, cheque.id, { entry_id: paid.id, key })
  return paid
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
  { amount_paise, received_on }: { amount_paise: number; received_on: Day },
  owner: string,
): Refusal =>
  new Refusal(
    'conflict',
    `This cheque of ${formatRupees(amount_paise)} is noted already for ${owner}, received ${longDate(received_on)} and not cleared`,
    { field: 'reference' },
  )

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
  rows.sort((a, b) => compare(a.key, b.key))
  for (const batch of chunks(rows, 100)) await insertFreeReferences(db, batch)
}

/**
 * Refuses a further payment for this member with the reference of these; `isAnother` allows it beside payments of other
 * members. The message names the member's own payment, if there is one.
 */
export function refuseRecorded(
  payments: readonly PaymentWithReference[],
  personId: string,
  { isAnother }: { isAnother: boolean },
): void {
  const own = payments.find((recorded) => recorded.person_id === personId)
  const payment = own ?? (isAnother ? undefined : payments[0])
  if (payment) throw alreadyRecorded(payment, personId)
}

function alreadyRecorded(payment: PaymentWithReference, personId: string): Refusal {
  const owner =
    payment.person_id === personId
      ? 'this member'
      : payment.company_name || payment.member_name || 'another member'
  const receipt = payment.receipt_number ? ` (receipt ${payment.receipt_number})` : ''
  return new Refusal(
    'conflict',
    `A payment of ${formatRupees(payment.amount_paise)} with this reference is already recorded for ${owner}${receipt}`,
    {
      field: 'reference',
      member: payment.person_id,
      ...(payment.person_id !== personId && { code: 'reference-taken' as const }),
    },
  )
}

/**
 * Warnings about a payment that is not refused: another payment of the same day and amount, if both have no reference,
 * and cash (which has no key) with the reference of another payment.
 */
export async function referenceWarnings(
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
    activeEntries(await listEntriesOf(db, personId)).findLast(
      (payment) =>
        payment.kind === 'payment' &&
        payment.amount_paise === amount_paise &&
        isoDay(payment.paid_at) === day,
    )
  const key = mode === 'Cash' ? paymentKey('Bank', reference) : undefined
  const recorded = key === undefined ? [] : await findByReference(db, [key])
  const other = recorded.find((payment) => payment.person_id === personId) ?? recorded[0]
  const shownDay = day === isoDay(now) ? 'today' : longDate(day)
  const warnings: string[] = []
  if (same)
    warnings.push(
      same.receipt_number
        ? `Receipt ${same.receipt_number} of ${shownDay} is of the same amount`
        : `A payment of ${shownDay} is of the same amount`,
    )
  if (other) warnings.push(alreadyRecorded(other, personId).message)
  return warnings
}

/**
 * Claims the keys of active payments again; the oldest payment with a key has share 0. Call it in a transaction that
 * holds the ledger exclusively.
 */
export async function rebuildReferences(db: Database): Promise<void> {
  await freeAllReferences(db)
  for await (const payments of paymentsWithReferences(db))
    await addReferences(
      db,
      payments.flatMap((payment) => keysOf(payment).map((key) => ({ entry_id: payment.id, key }))),
    )
  await claimAllReferences(db)
  for (const cheque of await listHeldReferences(db)) {
    const key = paymentKey('Cheque', chequeReference(cheque))
    if (key !== undefined)
      await insertFreeReferences(db, [{ entry_id: cheque.id, key, share: 0, batch: null }])
  }
}

/** How many keys of active payments nobody claims. */
export async function countMissingReferences(db: Database): Promise<number> {
  const { claimed, lost } = await readKeys(db)
  const missing = new Set(lost)
  for await (const payments of paymentsWithReferences(db))
    for (const key of payments.flatMap(keysOf)) if (!claimed.has(key)) missing.add(key)
  return missing.size
}
