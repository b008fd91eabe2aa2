/** Payments of dues: they count in the account of the member, and pay for a year once nothing is owed. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear, nextFinancialYear } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { accountOf, settledBy } from '../account.ts'
import type { DuesPaymentPreview } from '../answers.ts'
import type { PaymentMode } from '../contract.ts'
import {
  type AccountColumns,
  amountEntry,
  appendEntry,
  currentFieldsOf,
  entryHeader,
  paymentEntry,
  paymentFieldsOf,
} from './entries.ts'
import { hasCharges, lockForPayment } from './ledger.ts'
import { type LedgerRow, listLedgerRows, readLedgerSettings, withoutDues } from './queries.ts'
import { receiptColumns } from './receipt-numbers.ts'
import { claimReference } from './references.ts'

/** A payment of dues; its validity follows from what it settles. */
export interface DuesPayment {
  /** Whole paise. */
  amount_paise: number
  mode: PaymentMode | null
  reference: string
  /** ISO UTC. */
  paid_at: string
  /** By default that of `reference`. */
  reference_key?: string | undefined
}

/** A change of the ledger: the member with the new version, and the entry that was added. */
export interface AccountChange {
  member: PersonRow
  entry: LedgerRow
}

/** `updated_at`, the version of the member that was read, refuses a change of a member who has changed since. */
type Versioned<Values> = Values & { updated_at?: string | undefined }

/**
 * Records a payment of dues, with the next receipt number, in the transaction of the caller. It is on account
 * and, once it settles everything that is owed, becomes the member's current payment. A member who
 * was never charged pays for the financial year instead, as Mark Paid does. Throws Refusal 'conflict' when its
 * reference is one of an earlier payment.
 */
export async function recordDuesPayment(
  db: Database,
  admin: Caller,
  personId: string,
  { updated_at, amount_paise, mode, reference, paid_at, reference_key }: Versioned<DuesPayment>,
  now: Date,
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const rows = await listLedgerRows(db, member.id)
  const columns = await columnsOfPayment(db, member, rows, { amount_paise, paid_at })
  const payment = { amount_paise, mode, reference, paid_at, valid_from: null, valid_to: null }
  const receipt = await receiptColumns(db, 'series', now)
  const entry: LedgerRow = {
    ...paymentEntry(admin, member, payment, receipt, now),
    ...entryHeader(admin, member, now, rows.at(-1)?.recorded_at),
    ...columns,
  }
  await claimReference(db, entry, { key: reference_key })
  return append(db, admin, member, entry, entry.valid_to ? 'marked paid' : 'part payment recorded')
}

/** What `recordDuesPayment` would do, with the days that the payment would pay for. */
export async function previewDuesPayment(
  db: Database,
  member: PersonRow,
  payment: Pick<DuesPayment, 'amount_paise' | 'paid_at'>,
  now: Date,
): Promise<DuesPaymentPreview> {
  const rows = await listLedgerRows(db, member.id)
  const columns = await columnsOfPayment(db, member, rows, payment)
  const { balance_paise, owed_paise } = accountOf(rows, isoDay(now))
  const after = columns.on_account ? balance_paise + payment.amount_paise : balance_paise
  return {
    owed_paise,
    remaining_paise: Math.max(-after, 0),
    credit_paise: Math.max(after, 0),
    year: columns.year,
    valid_from: columns.valid_from,
    valid_to: columns.valid_to,
  }
}

type PaymentColumns = AccountColumns & Pick<LedgerRow, 'valid_from' | 'valid_to'>

async function columnsOfPayment(
  db: Database,
  member: PersonRow,
  rows: readonly LedgerRow[],
  { amount_paise, paid_at }: Pick<DuesPayment, 'amount_paise' | 'paid_at'>,
): Promise<PaymentColumns> {
  if (hasCharges(rows)) return settlingColumns(db, rows, amount_paise, new Date(paid_at))
  const year = financialYear(new Date(paid_at))
  const { from, to } = member.paid_until >= year.to ? nextFinancialYear(member.paid_until) : year
  return { ...withoutDues, valid_from: from, valid_to: to }
}

/** The columns of an entry on account: with year and validity when it settles everything that is owed. */
async function settlingColumns(
  db: Database,
  rows: readonly LedgerRow[],
  amount: number,
  paidAt: Date,
): Promise<PaymentColumns> {
  const { late_renewal } = await readLedgerSettings(db)
  const settled = settledBy(rows, amount, isoDay(paidAt), late_renewal)
  return {
    ...withoutDues,
    on_account: true,
    item: 'dues',
    year: settled?.year ?? null,
    valid_from: settled?.valid_from ?? null,
    valid_to: settled?.valid_to ?? null,
  }
}

interface Waiver {
  amount_paise: number
  reason: string
}

/** Waives what a member owes, or a part of it. Call it in a transaction. */
export async function recordWaiver(
  db: Database,
  admin: Caller,
  personId: string,
  { updated_at, amount_paise, reason }: Versioned<Waiver>,
  now: Date,
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const rows = await listLedgerRows(db, member.id)
  const { owed_paise: owed } = accountOf(rows, isoDay(now))
  if (amount_paise > owed)
    throw new Refusal(
      'conflict',
      owed === 0
        ? 'This member owes no dues, so there is nothing to waive'
        : `This member owes ${formatRupees(owed)}; please waive no more than that`,
    )
  const entry: LedgerRow = {
    ...amountEntry(admin, member, rows, now),
    kind: 'waiver',
    amount_paise,
    reference: reason,
    ...(await settlingColumns(db, rows, amount_paise, now)),
  }
  return append(db, admin, member, entry, 'dues waived')
}

/** Adds an entry, which becomes the current one if it pays for days. */
async function append(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow,
  action: string,
): Promise<AccountChange> {
  const fields = entry.valid_to === null ? currentFieldsOf(member) : paymentFieldsOf(entry)
  const details = { amount_paise: entry.amount_paise }
  const change = { action, fields, details }
  return { member: await appendEntry(db, admin, member, entry, change), entry }
}
