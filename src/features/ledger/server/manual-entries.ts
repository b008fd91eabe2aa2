/**
 * What an administrator adds to the account of one member: another charge, a refund of credit, tax that was deducted.
 */

import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import { updateMember } from '#features/members/server/record/member-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Instant, isoDay, longDate } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { accountOf } from '../account.ts'
import type { MoneyEntry } from '../account-entries.ts'
import type { PaymentMode } from '../payment-modes.ts'
import { creditSources } from '../settlements.ts'
import { saveCertificate } from './certificate-queries.ts'
import { type OtherCharge, otherCharge } from './charges/other-charge.ts'
import {
  type AccountChange,
  entryWithoutMoney,
  type LockedMember,
  type Versioned,
} from './entries.ts'
import { lockForPayment } from './lock-for-payment.ts'
import { refuseClosedYear, refuseFuturePayment, refusePaymentDay } from './payment-day.ts'
import { type LedgerRow, listEntriesOf, withoutDues } from './queries.ts'
import { receiptColumns, refundColumns } from './receipt-numbers.ts'
import { type RefundPart, refundParts } from './receipts/refunded-papers.ts'
import { requirePaperSettings } from './receipts/treatments.ts'
import { requireActiveEntry } from './voids/cancel-entry.ts'
import { writeEntry } from './write.ts'

/** In the caller's transaction. */
export async function recordCharge(
  db: Database,
  {
    admin,
    personId,
    charge: { updated_at, ...charge },
    now,
  }: { admin: Caller; personId: string; charge: Versioned<OtherCharge>; now: Date },
): Promise<AccountChange> {
  if (charge.tax) await requirePaperSettings(db, charge.tax)
  const member = await lockForPayment(db, personId, updated_at)
  const entries = await listEntriesOf(db, member.id)
  const entry = await otherCharge(db, { admin, member, entries, charge, now })
  await refuseClosedYear(db, entry.year, 'due_on')
  const details = { amount_paise: entry.amount_paise, reference: charge.label }
  return {
    member: await writeEntry(db, { admin, member, entry, action: 'charge added', details }),
    entry,
  }
}

export interface Refund {
  amount_paise: Paise
  mode: PaymentMode | null
  reference: string
  paid_at: Instant
}

/**
 * Pays credit back, never more than there is, in the caller's transaction. Credit that is on a tax invoice gets a
 * credit note; of several invoices there is an entry for each. The last one is returned, with the numbers of all.
 */
export async function recordRefund(
  db: Database,
  {
    admin,
    personId,
    refund: { updated_at, amount_paise, ...values },
    now,
  }: { admin: Caller; personId: string; refund: Versioned<Refund>; now: Date },
): Promise<AccountChange> {
  await refusePaymentDay(db, values.paid_at, now, 'paid_at')
  const member = await lockForPayment(db, personId, updated_at)
  const entries = await listEntriesOf(db, member.id)
  refuseRefund(entries, { amount_paise, paid_at: values.paid_at })
  const parts = await refundParts(db, entries, amount_paise)
  const refund = { ...values, admin }
  const [first, ...others] = parts
  if (!first) throw new Error('there is credit, so there is money that it is from')
  let change = await writeRefund(db, { member, refund, part: first, now })
  const numbers = [change.entry.receipt_number]
  for (const part of others) {
    change = await writeRefund(db, { member: change.member, refund, part, now })
    numbers.push(change.entry.receipt_number)
  }
  const receipt_number = numbers.filter((number) => number !== null).join(', ') || null
  return { ...change, entry: { ...change.entry, receipt_number } }
}

/**
 * Throws Refusal for more than the credit, or more than the credit from money of the day of the refund or earlier:
 * money is not paid back before it was paid. `entries` are all of the member's entries.
 */
export function refuseRefund(
  entries: readonly LedgerRow[],
  { amount_paise, paid_at }: Pick<Refund, 'amount_paise' | 'paid_at'>,
): void {
  const sources = creditSources(entries)
  const credit = sum(sources, ({ paise }) => paise)
  if (amount_paise > credit)
    throw new Refusal(
      'conflict',
      credit === 0
        ? 'This member has no credit to pay back'
        : `This member has a credit of ${formatRupees(credit)}; please pay back no more than that`,
      { field: 'amount' },
    )
  const day = isoDay(paid_at)
  const creditOnDay = sum(
    sources.filter(({ paid_on }) => paid_on <= day),
    ({ paise }) => paise,
  )
  if (amount_paise > creditOnDay)
    throw new Refusal(
      'conflict',
      `This member had ${creditOnDay === 0 ? 'no credit' : `a credit of only ${formatRupees(creditOnDay)}`} on ${longDate(day)}; please choose the day on which it was paid back`,
      { field: 'paid_at' },
    )
}

async function writeRefund(
  db: Database,
  {
    member,
    refund: { admin, ...values },
    part: { paise, invoice },
    now,
  }: {
    member: PersonRow
    refund: Omit<Refund, 'amount_paise'> & { admin: Caller }
    part: RefundPart
    now: Date
  },
): Promise<AccountChange> {
  const entry: LedgerRow = {
    ...entryWithoutMoney(admin, member, await listEntriesOf(db, member.id), now),
    ...withoutDues,
    ...values,
    ...(await refundColumns(db, invoice, now)),
    kind: 'refund',
    dues_at: values.paid_at,
    amount_paise: -paise,
    valid_from: null,
    valid_to: null,
  }
  const details = { amount_paise: paise }
  return {
    member: await writeEntry(db, { admin, member, entry, action: 'credit paid back', details }),
    entry,
  }
}

/** Tax that a member deducted from what they paid. */
export interface Deduction {
  amount_paise: Paise
  /** '' while the member has not sent the certificate. */
  certificate_number: string
  paid_at: Instant
}

/** An entry of deducted tax, without a number. `entries` are all of the member's entries. */
export const deductionEntry = ({
  admin,
  member,
  entries,
  deduction: { amount_paise, certificate_number, paid_at },
  now,
}: {
  admin: Pick<Caller, 'id'>
  member: PersonRow
  entries: readonly LedgerRow[]
  deduction: Deduction
  now: Date
}): LedgerRow<MoneyEntry> => ({
  ...entryWithoutMoney(admin, member, entries, now),
  ...withoutDues,
  kind: 'tds',
  amount_paise,
  reference: certificate_number,
  paid_at,
  dues_at: paid_at,
  valid_from: null,
  valid_to: null,
})

/** Throws Refusal for more tax than is open. `entries` are all of the member's entries. */
export function refuseMoreTax(entries: readonly LedgerRow[], paise: Paise, field: string): void {
  const { open_paise: open } = accountOf(entries)
  if (paise > open)
    throw new Refusal(
      'conflict',
      open === 0
        ? 'This member owes nothing that tax could be deducted from'
        : `This member owes ${formatRupees(open)}; no more tax than that can be deducted`,
      { field },
    )
}

/** Tax that was deducted earlier than it is recorded; it gets a receipt of its own. Call it in a transaction. */
export async function recordDeduction(
  db: Database,
  {
    admin,
    member,
    entries,
    deduction,
    now,
  }: LockedMember & { admin: Caller; deduction: Deduction; now: Date },
): Promise<AccountChange> {
  refuseFuturePayment(deduction.paid_at, now, 'paid_at')
  refuseMoreTax(entries, deduction.amount_paise, 'amount')
  const entry = {
    ...deductionEntry({ admin, member, entries, deduction, now }),
    ...(await receiptColumns(db, 'series', now)),
  }
  return writeDeduction(db, admin, member, entry)
}

export async function writeDeduction(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow,
): Promise<AccountChange> {
  const details = { amount_paise: entry.amount_paise }
  return {
    member: await writeEntry(db, { admin, member, entry, action: 'tax deducted', details }),
    entry,
  }
}

/** Records the number of a certificate that was received after the tax was recorded. Call it in a transaction. */
export async function recordCertificate(
  db: Database,
  admin: Caller,
  {
    personId,
    entryId,
    certificate_number,
    updated_at,
  }: Versioned<{ personId: string; entryId: string; certificate_number: string }>,
  now: Date,
): Promise<AccountChange> {
  const member = await lockForPayment(db, personId, updated_at)
  const entry = requireActiveEntry(await listEntriesOf(db, member.id), entryId)
  if (entry.kind !== 'tds')
    throw new Refusal('conflict', 'Only deducted tax has the number of a certificate')
  const at = nextVersion(member.updated_at, now)
  await saveCertificate(db, {
    entry_id: entryId,
    number: certificate_number,
    recorded_at: at,
    recorded_by: admin.id,
  })
  await saveNewVersion(db, admin, member, {
    at,
    action: 'tax certificate added',
    after: { certificate_number },
  })
  return { member: { ...member, updated_at: at }, entry }
}

/** Saves a new version of a locked member with a history entry, for changes that are stored outside the ledger. */
export async function saveNewVersion(
  db: Database,
  admin: Caller,
  member: PersonRow,
  { at, action, after }: { at: Instant; action: string; after: Record<string, unknown> },
): Promise<void> {
  await updateMember(db, member, { updated_at: at })
  await recordChange(
    db,
    { actor: admin.id, subject: 'person', subjectId: member.id, action, before: {}, after },
    new Date(at),
  )
}
