/** Finds the payments of the ledger by the reference of the bank, so that none is recorded twice. */
import { sql } from 'kysely'
import { lockByName } from '#platform/server/database/advisory-lock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isNotReversed, shownReceipt } from './queries.ts'

/**
 * The active payments of all members whose reference has the letters and digits of one of these keys in
 * this order: those with the reference are among them. Call it with the member locked. Until the
 * transaction ends no other one gets an answer, so that of two that look for one reference the second
 * sees the payment of the first.
 */
export async function findPaymentsByReference(db: Database, keys: readonly string[]) {
  await lockByName(db, 'members-portal payment references', 'exclusive')
  const patterns = keys.map((key) => `%${[...key.replace(/[^A-Z0-9]/g, '')].join('%')}%`)
  if (patterns.length === 0) return []
  return db
    .selectFrom('ledger_entry')
    .select([
      'ledger_entry.id',
      'person_id',
      'member_name',
      'company_name',
      'reference',
      'amount_paise',
      shownReceipt.as('receipt_number'),
    ])
    .where('kind', '=', 'payment')
    .where('reference', '<>', '')
    .where((eb) =>
      eb.or(patterns.map((pattern) => eb(sql<string>`upper(reference)`, 'like', pattern))),
    )
    .where(isNotReversed)
    .orderBy('recorded_at')
    .execute()
}

type RecordedPayment = Awaited<ReturnType<typeof findPaymentsByReference>>[number]

/** 'this member (receipt R2026-27/0001)', or the member by name when the payment is of another one. */
export function ownerOf(payment: RecordedPayment, personId: string): string {
  const owner =
    payment.person_id === personId
      ? 'this member'
      : payment.company_name || payment.member_name || 'another member'
  return payment.receipt_number ? `${owner} (receipt ${payment.receipt_number})` : owner
}
