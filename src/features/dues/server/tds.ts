/** Tax that members deduct from what they pay. Dues that are not raised yet are raised first, at the member's rate. */
import { accountOf } from '#features/ledger/account.ts'
import { plannedChargeEntry, raiseCharge } from '#features/ledger/server/charges.ts'
import {
  type DuesPayment,
  previewDuesPayment,
  recordDuesPayment,
} from '#features/ledger/server/dues-payments.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import {
  type Deduction,
  previewDeduction,
  recordDeduction,
} from '#features/ledger/server/hand-entries.ts'
import { lockForPayment } from '#features/ledger/server/ledger.ts'
import { type LedgerRow, listLedgerRows } from '#features/ledger/server/queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { financialYear } from '#shared/financial-year.ts'
import { chargeNotRaised } from '../rules.ts'
import { readDues, readRateOf } from './read-dues.ts'

type Versioned<Values> = Values & { updated_at?: string | undefined }

/** A payment of dues, of which the member may have deducted tax. In the transaction of the caller. */
export async function recordPaymentWithTax(
  db: Database,
  admin: Caller,
  personId: string,
  payment: Versioned<DuesPayment>,
  now: Date,
): Promise<AccountChange> {
  if (!payment.tds) return recordDuesPayment(db, admin, personId, payment, now)
  const { updated_at, ...values } = payment
  await raiseYear(db, admin, await lockForPayment(db, personId, updated_at), now)
  return recordDuesPayment(db, admin, personId, values, now)
}

/** Tax that was deducted from an earlier payment. In the transaction of the caller. */
export async function recordTaxAlone(
  db: Database,
  admin: Caller,
  personId: string,
  { updated_at, ...deduction }: Versioned<Deduction>,
  now: Date,
): Promise<AccountChange> {
  await raiseYear(db, admin, await lockForPayment(db, personId, updated_at), now)
  return recordDeduction(db, admin, personId, deduction, now)
}

export const previewPaymentWithTax = async (
  db: Database,
  member: PersonRow,
  payment: Parameters<typeof previewDuesPayment>[2],
  now: Date,
) =>
  previewDuesPayment(db, member, payment, now, payment.tds ? await raisedYear(db, member, now) : [])

export const previewTaxAlone = async (
  db: Database,
  member: PersonRow,
  deduction: Deduction,
  now: Date,
) => previewDeduction(db, member, deduction, now, await raisedYear(db, member, now))

async function raiseYear(db: Database, admin: Caller, member: PersonRow, now: Date): Promise<void> {
  const charge = await chargeOfYear(db, member, now)
  if (charge) await raiseCharge(db, admin, member, charge, now)
}

/** The charge that `raiseYear` would add, as a preview reads it. */
async function raisedYear(db: Database, member: PersonRow, now: Date): Promise<LedgerRow[]> {
  const charge = await chargeOfYear(db, member, now)
  if (!charge) return []
  return [plannedChargeEntry(member, await listLedgerRows(db, member.id), charge, now)]
}

/** The dues of the year where the member owes them and they are not raised. */
async function chargeOfYear(db: Database, member: PersonRow, now: Date) {
  const dues = (await readDues(db, [member.id], now)).get(member.id)
  const year = financialYear(now)
  const rate = await readRateOf(db, member, year.name)
  if (!dues || dues.is_raised || dues.owed_paise === 0 || !rate) return undefined
  const { credit_paise } = accountOf(await listLedgerRows(db, member.id))
  return { ...chargeNotRaised(member, year, rate), amount_paise: dues.owed_paise + credit_paise }
}
