/**
 * Records payments of dues from every source: Record payment, a confirmed report, a bank line, a cleared cheque or a
 * correction.
 *
 * A payment pays the open charges first. A member owes 1,180 for a stall, and the dues of 5,900 are not raised yet. A
 * payment of 7,080 pays the stall, and the payment implies the charge of the dues, which the other 5,900 pay. A payment
 * of 3,000 also pays the stall, but the other 1,820 do not pay the dues in full: they are credit until the dues are
 * raised.
 *
 * When the member deducted tax, the portal raises the dues before it records the payment, because tax can only be
 * deducted from a charge that is open.
 */
import { type Account, accountOf } from '#features/ledger/account.ts'
import type { PlannedCharge } from '#features/ledger/account-entries.ts'
import type { DuesPaymentPreview } from '#features/ledger/answers.ts'
import { plannedChargeEntry, raiseChargesOf } from '#features/ledger/server/charges/charges.ts'
import type { AccountChange, Versioned } from '#features/ledger/server/entries.ts'
import { lockForPayment } from '#features/ledger/server/lock-for-payment.ts'
import {
  type Deduction,
  deductionEntry,
  recordDeduction,
  refuseMoreTax,
} from '#features/ledger/server/manual-entries.ts'
import {
  type DuesPayment,
  planDuesPayment,
  writeDuesPayment,
} from '#features/ledger/server/payments/dues-payments.ts'
import { paymentOutcome } from '#features/ledger/server/payments/payment-outcome.ts'
import {
  type PaymentContext,
  type PlannedPayment,
  plannedEntries,
} from '#features/ledger/server/payments/write-payment.ts'
import { type LedgerRow, listEntriesOf } from '#features/ledger/server/queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Instant, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { plannedCharges } from '../rules.ts'
import { duesOfAccount, readPlannedCharges, readRateOf } from './read-dues.ts'

type ReceivedPayment = Omit<DuesPayment, 'planned_charges'>

/** Records a payment of dues with the tax that the member deducted, if any. Call it in a transaction. */
export async function payDues(
  db: Database,
  {
    admin,
    personId,
    payment: { updated_at, ...payment },
    now,
  }: { admin: Caller; personId: string; payment: Versioned<ReceivedPayment>; now: Date },
): Promise<AccountChange> {
  const locked = await lockForPayment(db, personId, updated_at)
  const { paid_at } = payment
  const paise = payment.amount_paise + (payment.tds?.amount_paise ?? 0)
  const member = payment.tds
    ? await raiseDuesOfYear(db, admin, locked, { paise, paid_at, now })
    : locked
  const entries = await listEntriesOf(db, member.id)
  const planned_charges = await plannedChargesOn(db, member, {
    entries,
    paidAt: paid_at,
    now,
  })
  return writeDuesPayment(db, {
    admin,
    member,
    entries,
    payment: { ...payment, planned_charges },
    now,
  })
}

/** Records tax that was deducted from an earlier payment. Call it in a transaction. */
export async function recordDeductionWithoutPayment(
  db: Database,
  {
    admin,
    personId,
    deduction: { updated_at, ...deduction },
    now,
  }: { admin: Caller; personId: string; deduction: Versioned<Deduction>; now: Date },
): Promise<AccountChange> {
  const locked = await lockForPayment(db, personId, updated_at)
  const { amount_paise: paise, paid_at } = deduction
  const member = await raiseDuesOfYear(db, admin, locked, { paise, paid_at, now })
  const entries = await listEntriesOf(db, member.id)
  return recordDeduction(db, { admin, member, entries, deduction, now })
}

/** Previews `payDues`. `recorded` are all of the member's entries before the payment. */
export async function previewDuesPayment(
  db: Database,
  member: PersonRow,
  recorded: readonly LedgerRow[],
  { payment, now }: { payment: ReceivedPayment; now: Date },
): Promise<DuesPaymentPreview> {
  const { paid_at, tds } = payment
  const paise = payment.amount_paise + (tds?.amount_paise ?? 0)
  const raised = tds ? await previewDuesOfYear(db, member, recorded, { paise, paid_at, now }) : []
  const entries = [...recorded, ...raised]
  const planned_charges = await plannedChargesOn(db, member, { entries, paidAt: paid_at, now })
  const context = { admin: { id: '' }, member, entries, now }
  return outcomeOf(db, context, await planDuesPayment(db, context, { ...payment, planned_charges }))
}

/** Previews `recordDeductionWithoutPayment`. */
export async function previewDeductionWithoutPayment(
  db: Database,
  member: PersonRow,
  deduction: Deduction,
  now: Date,
): Promise<DuesPaymentPreview> {
  const recorded = await listEntriesOf(db, member.id)
  const { amount_paise: paise, paid_at } = deduction
  const raised = await previewDuesOfYear(db, member, recorded, { paise, paid_at, now })
  const entries = [...recorded, ...raised]
  refuseMoreTax(entries, paise, 'amount')
  const context = { admin: { id: '' }, member, entries, now }
  return outcomeOf(db, context, { payment: deductionEntry({ ...context, deduction }) })
}

/** What the planned money would settle after the entries, and what the member would still owe. */
async function outcomeOf(
  db: Database,
  { member, entries, now }: PaymentContext,
  planned: PlannedPayment,
): Promise<DuesPaymentPreview> {
  const added = plannedEntries(planned)
  const account = accountOf([...entries, ...added])
  const { charge_id, year, valid_from, valid_to } = planned.payment
  const rate = await readRateOf(db, member, financialYear(now).name)
  return {
    ...paymentOutcome(account, added),
    owed_paise: accountOf(entries).open_paise,
    not_raised_paise: rate ? duesOfAccount(member, account, rate, now).not_raised_paise : 0,
    charge_id,
    year,
    valid_from,
    valid_to,
  }
}

/** The charges that a payment on this day would create, because the dues are not raised. */
const plannedChargesOn = (
  db: Database,
  member: PersonRow,
  { entries, paidAt, now }: { entries: readonly LedgerRow[]; paidAt: Instant; now: Date },
) => readPlannedCharges(db, member, { entries, year: financialYear(new Date(paidAt)), now })

interface Deducted {
  /** The amount that is paid, with the tax. */
  paise: Paise
  paid_at: Instant
  now: Date
}

async function raiseDuesOfYear(
  db: Database,
  admin: Caller,
  member: PersonRow,
  deducted: Deducted,
): Promise<PersonRow> {
  const charges = await chargesToRaise(db, member, await listEntriesOf(db, member.id), deducted)
  return raiseChargesOf(db, { admin, member, charges, now: deducted.now })
}

/** The charges that `raiseDuesOfYear` would add, as a preview reads them. */
async function previewDuesOfYear(
  db: Database,
  member: PersonRow,
  entries: readonly LedgerRow[],
  deducted: Deducted,
): Promise<LedgerRow[]> {
  const raised: LedgerRow[] = []
  for (const charge of await chargesToRaise(db, member, entries, deducted))
    raised.push(
      await plannedChargeEntry(db, {
        admin: { id: '' },
        member,
        entries: [...entries, ...raised],
        charge,
        now: deducted.now,
      }),
    )
  return raised
}

/**
 * The charges that raising the dues of the year would create: the year in which it was paid, or the year of today when
 * nothing of that one is left to raise. None if open charges use up the whole payment.
 */
async function chargesToRaise(
  db: Database,
  member: PersonRow,
  entries: readonly LedgerRow[],
  { paise, paid_at, now }: Deducted,
): Promise<PlannedCharge[]> {
  const account = accountOf(entries)
  if (paise <= account.open_paise) return []
  const charges = await duesNotRaisedAt(db, member, account, { at: new Date(paid_at), now })
  return charges.length > 0 ? charges : duesNotRaisedAt(db, member, account, { at: now, now })
}

async function duesNotRaisedAt(
  db: Database,
  member: PersonRow,
  account: Account,
  { at, now }: { at: Date; now: Date },
): Promise<PlannedCharge[]> {
  const year = financialYear(at)
  const rate = await readRateOf(db, member, year.name)
  if (!rate) return []
  const { is_raised, not_raised_paise } = duesOfAccount(member, account, rate, at)
  if (is_raised ? rate.due_on === null : not_raised_paise === 0) return []
  return plannedCharges(member, { account, year, rate, today: isoDay(now) })
}
