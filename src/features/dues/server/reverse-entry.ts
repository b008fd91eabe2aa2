/** Reverses a payment, a waiver or a charge with a reason, and previews what that does. */
import { accountOf } from '#features/ledger/account.ts'
import type { ReversalReason } from '#features/ledger/contract.ts'
import { bankFeeCharge, otherCharge } from '#features/ledger/server/charges/other-charge.ts'
import type { AccountChange } from '#features/ledger/server/entries.ts'
import { refuseClosedDays, returnedAt } from '#features/ledger/server/payment-day.ts'
import { type LedgerRow, listEntriesOf } from '#features/ledger/server/queries.ts'
import { countReceiptMails } from '#features/ledger/server/receipts/receipt-mail-queries.ts'
import { voidWarnings } from '#features/ledger/server/receipts/void-warnings.ts'
import { cancelEntry, entryToCancel } from '#features/ledger/server/voids/cancel-entry.ts'
import { plannedVoids } from '#features/ledger/server/voids/void-entries.ts'
import type { YearRate } from '#features/ledger/year-charges.ts'
import type { MemberRow, PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Mail, queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { longDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { ReversalPreview } from '../answers.ts'
import type { EntryCancellation } from '../contract.ts'
import type { Dues } from '../dues.ts'
import { duesOfAccount, readRateOf } from './read-dues.ts'

type Reversal = EntryCancellation & { personId: string; entryId: string }

/** Reverses an entry of a member. Call it in a transaction. */
export async function reverseEntry(
  world: World,
  db: Database,
  admin: Caller,
  { personId, entryId, bank_fee, email_member, ...values }: Reversal,
): Promise<AccountChange & { isMailQueued?: boolean }> {
  const now = world.now()
  const change = await cancelEntry(db, {
    admin,
    personId,
    ...values,
    entry_id: entryId,
    bank_fee_paise: bank_fee ?? 0,
    now,
  })
  if (!email_member) return change
  const payment = (await listEntriesOf(db, personId)).find(({ id }) => id === entryId)
  const reversed = payment && { member: change.member, payment, bank_fee, ...values }
  return {
    ...change,
    isMailQueued: reversed !== undefined && (await queueReversalMail(world, db, reversed)),
  }
}

/** Queues the mail about a payment that is reversed; false for a member without an address. */
export async function queueReversalMail(
  world: World,
  db: Database,
  { member, ...reversed }: Omit<ReversedPayment, 'member' | 'dues'> & { member: PersonRow },
): Promise<boolean> {
  const now = world.now()
  const entries = await listEntriesOf(db, member.id)
  const dues = duesAfter(member, entries, await readCurrentRate(db, member, now), now)
  const mail = reversalMail(world, { member, dues, ...reversed })
  if (mail) await queueMail(db, mail, now)
  return mail !== null
}

/** Previews `reverseEntry`, without a change. */
export async function previewReversal(
  world: World,
  member: MemberRow,
  { entryId, bank_fee = 0, returned_on, ...values }: Omit<Reversal, 'personId'>,
): Promise<ReversalPreview> {
  const { db } = world
  const now = world.now()
  const entries = await listEntriesOf(db, member.id)
  const { reason } = values
  const entry = await entryToCancel(db, entries, {
    entry_id: entryId,
    reason,
    bank_fee_paise: bank_fee,
  })
  if (returned_on) await returnedAt(db, entry, returned_on, now)
  const options = { reason: reason ?? null, now }
  const voidingEntries: LedgerRow[] = plannedVoids(member, entries, [entry], options)
  if (bank_fee > 0) {
    const context = { admin: { id: '' }, member, entries: [...entries, ...voidingEntries], now }
    const charge = bankFeeCharge(bank_fee, now)
    voidingEntries.push(await otherCharge(db, { ...context, charge }))
  }
  await refuseClosedDays(db, voidingEntries)
  const after = [...entries, ...voidingEntries]
  const rate = await readCurrentRate(db, member, now)
  const dues = duesAfter(member, after, rate, now)
  const mail = reversalMail(world, { member, payment: entry, dues, bank_fee, ...values })
  return {
    receipt_number: entry.receipt_number,
    is_emailed: (await countReceiptMails(db, [entry.id])) > 0,
    before: duesAfter(member, entries, rate, now),
    after: dues,
    credit_paise: accountOf(after).credit_paise,
    notices: await voidWarnings(db, entries, { voided: [entry], voidingEntries }, now),
    mail: mail && { to: mail.to, subject: mail.subject, text: mail.text },
  }
}

const readCurrentRate = (db: Database, member: PersonRow, now: Date) =>
  readRateOf(db, member, financialYear(now).name)

/**
 * Returns what the member owes by these entries; null for a person who is no longer a member and has no rate.
 */
function duesAfter(
  member: PersonRow,
  entries: readonly LedgerRow[],
  rate: YearRate | undefined,
  now: Date,
): Dues | null {
  return rate ? duesOfAccount(member, accountOf(entries), rate, now) : null
}

const reasonTexts: Record<Exclude<ReversalReason, 'other'>, string> = {
  bounced: 'The bank has returned it.',
  'wrong member': 'It was recorded for you by mistake.',
  'typed twice': 'It was recorded twice.',
}

interface ReversedPayment {
  member: Pick<PersonRow, 'name' | 'company_name' | 'email'>
  payment: Pick<LedgerRow, 'kind' | 'amount_paise' | 'paid_at' | 'receipt_number'>
  dues: Dues | null
  reason?: ReversalReason | undefined
  note?: string | undefined
  /** The fee of the bank in paise, which is added to what the member owes. */
  bank_fee?: number | undefined
}

/** The mail about a reversed payment; null for a member without an address, and for another entry. */
export function reversalMail(
  world: World,
  { member, payment, dues, reason = 'other', note = '', bank_fee = 0 }: ReversedPayment,
): Mail | null {
  if (payment.kind !== 'payment' || member.email === '') return null
  const owed = dues?.owed_paise ?? 0
  return world.composeMail('payment-reversed', {
    to: member.email,
    name: member.name,
    values: {
      company_name: member.company_name,
      amount: formatRupees(payment.amount_paise),
      paid_on: longDate(payment.paid_at),
      receipt_number: payment.receipt_number ?? '',
      reason: reason === 'other' ? note : reasonTexts[reason],
      bank_fee: bank_fee > 0 ? formatRupees(bank_fee) : '',
      owed: dues && owed > 0 ? `${formatRupees(owed)} (${dues.owed_name})` : '',
    },
    button: { label: 'View my payments', href: `${world.publicUrl}/profile` },
  })
}
