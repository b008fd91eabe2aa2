/** Records the payments and arrears that an import of members brings, and undoes them. */

import type { PersonRow } from '#features/members/server/queries.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Change, recordChanges } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { addToList } from '#shared/add-to-list.ts'
import { isoDay } from '#shared/dates.ts'
import { isSameReference, paymentKey } from '#shared/values/reference.ts'
import { accountOf } from '../../account.ts'
import { activeEntries, type ChargeEntry, type MoneyEntry } from '../../account-entries.ts'
import { activeArrears, arrearsCharge, type BroughtForward } from '../charges/arrears.ts'
import { chargeEntry } from '../charges/charges.ts'
import {
  type AccountChange,
  entryHeader,
  entryWithoutMoney,
  type Payment,
  type PossibleChange,
  paymentEntry,
} from '../entries.ts'
import { type LedgerRow, listEntriesOf, listEntriesOfMembers } from '../queries.ts'
import { officeReceipt } from '../receipt-numbers.ts'
import { voidWarnings } from '../receipts/void-warnings.ts'
import { plannedVoids, voidingEntry, voidsWith } from '../voids/void-entries.ts'
import { voidActions, voidCurrentPayment } from '../voids/void-payment.ts'
import {
  currentFieldsOf,
  type FirstEntries,
  firstEntries,
  writeEntry,
  writeFirstEntries,
  writeLastEntries,
} from '../write.ts'
import { removeHeldCheques } from './cheque-queries.ts'
import { recordPaymentForDays, replacePayment } from './payment-for-days.ts'
import { findByReference } from './reference-queries.ts'
import { claimFreeReferences } from './references.ts'
import { receiptInstead, restorePayment } from './write-payment.ts'

/**
 * The first payments and the arrears of people who are not inserted yet, to be written with `writeFirstPayments`.
 * `receipt` is the office's own number, or null: an import takes none of the portal's series.
 */
export const firstPayments = (
  admin: Caller,
  people: readonly FirstMoney[],
  now: Date,
): FirstEntries[] =>
  people.map(({ member, payment, receipt, arrears }) => {
    const paid = payment
      ? [paymentEntry({ admin, member, payment, receipt: officeReceipt(receipt), now })]
      : []
    if (!arrears) return firstEntries(member, paid)
    // Recorded after the payment, so that it does not pay them: the arrears in a sheet are what is owed after payments.
    const header = entryWithoutMoney(admin, member, paid, now)
    return firstEntries(member, [
      ...paid,
      chargeEntry(arrearsCharge(arrears), header, null, 'continues'),
    ])
  })

interface FirstMoney {
  member: PersonRow
  payment: Payment | null
  receipt: string | null
  arrears: BroughtForward | null
}

/** Call it after the people were inserted, in the same transaction. */
export async function writeFirstPayments(
  db: Database,
  people: readonly FirstEntries[],
): Promise<void> {
  await writeFirstEntries(db, people)
  await claimFreeReferences(
    db,
    people.flatMap(({ entries }) => entries),
  )
}

/**
 * Records the payment of a changed row: a renewal leaves the current payment
 * active, anything else replaces it. A payment with a receipt of the portal's series is replaced by one with the next
 * number of it; any other keeps the office's number where the row has no `receipt`. Call it in a transaction.
 */
export async function recordImportedPayment(
  db: Database,
  {
    admin,
    member,
    imported: { payment, receipt, isRenewal },
    now,
  }: {
    admin: Caller
    member: PersonRow
    imported: { payment: Payment | null; receipt: string | undefined; isRenewal: boolean }
    now: Date
  },
): Promise<PossibleChange> {
  if (payment && isRenewal)
    return recordPaymentForDays(db, {
      admin,
      member,
      payment,
      now,
      receipt: { number: receipt ?? null },
      isImported: true,
      reference: { isOptional: true },
    })
  return replacePayment(db, {
    admin,
    member,
    payment,
    now,
    isOptional: true,
    receiptOf: (replaced) => {
      const kept = replaced ? receiptInstead(replaced) : { number: null }
      return kept === 'series' || receipt === undefined ? kept : { number: receipt }
    },
  })
}

/** A payment that a sheet has for a member, and whether its row names the day of payment, and the validity. */
interface SheetPayment {
  member: PersonRow
  payment: Payment
  named: { day: boolean; validity: boolean }
}

/** The ids of the members who already have the payment, besides their current payment. */
export async function listMembersWithPayment(
  db: Database,
  payments: readonly SheetPayment[],
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set()
  const keys = payments.flatMap(({ payment }) => paymentKey(payment.mode, payment.reference) ?? [])
  const ids = payments.map(({ member }) => member.id)
  const ledgers = await listEntriesOfMembers(db, ids)
  // The payment of a bank line may have claimed other keys than the one of its reference.
  const claimed = new Map<string, string[]>()
  for (const batch of chunks(keys, 100))
    for (const { id, key } of await findByReference(db, batch)) addToList(claimed, id, key)
  const recorded = payments.filter((sheetPayment) =>
    activeEntries(ledgers.get(sheetPayment.member.id) ?? []).some(
      (entry) =>
        entry.kind === 'payment' &&
        entry.id !== sheetPayment.member.ledger_entry_id &&
        isPaymentOfSheet(entry, claimed.get(entry.id) ?? [], sheetPayment),
    ),
  )
  return new Set(recorded.map(({ member }) => member.id))
}

/**
 * Whether an entry is this payment: of the same amount, with the same number of a bank or, where the sheet has no such
 * number, with the same mode and day. A row without the day must name the same end of the membership.
 */
function isPaymentOfSheet(
  entry: LedgerRow,
  claimedKeys: readonly string[],
  { payment, named }: SheetPayment,
): boolean {
  if (entry.amount_paise !== payment.amount_paise) return false
  const key = paymentKey(payment.mode, payment.reference)
  if (key !== undefined)
    return claimedKeys.includes(key) || key === paymentKey(entry.mode, entry.reference)
  const isSameMode = !payment.mode || !entry.mode || entry.mode === payment.mode
  const hasOtherReference =
    payment.reference !== '' &&
    entry.reference !== '' &&
    !isSameReference(payment.reference, entry.reference)
  if (!isSameMode || hasOtherReference) return false
  if (named.day) return isoDay(entry.paid_at) === isoDay(payment.paid_at)
  return named.validity && entry.valid_to === payment.valid_to
}

/**
 * Voids the current entries and the arrears of members who are deleted in the same transaction, and removes their
 * cheques: their payment fields stay as they are.
 */
export async function reverseBeforeDelete(
  db: Database,
  admin: Caller,
  members: readonly PersonRow[],
  now: Date,
): Promise<void> {
  await removeHeldCheques(
    db,
    members.map(({ id }) => id),
  )
  const ledgers = await listEntriesOfMembers(
    db,
    members.map(({ id }) => id),
  )
  const entries: LedgerRow[] = []
  const changes: Change[] = []
  for (const member of members) {
    const ledger = ledgers.get(member.id) ?? []
    const current = ledger.find(({ id }) => id === member.ledger_entry_id)
    if (!current && member.ledger_entry_id !== null)
      throw new Error(`The ledger has no entry ${member.ledger_entry_id}`)
    for (const voided of [activeArrears(ledger), current]) {
      if (!voided) continue
      const own = { admin, member, entries: ledger, voided, reason: null, now }
      const voiding = await voidingEntry(db, own)
      entries.push(voiding, ...voidsWith(ledger, voiding))
    }
    if (!current) continue
    changes.push({
      actor: admin.id,
      subject: 'person',
      subjectId: member.id,
      action: voidActions[current.kind],
      before: currentFieldsOf(member),
      after: noPayment,
    })
  }
  await writeLastEntries(db, entries)
  await recordChanges(db, changes, now)
}

/** Warnings shown before the undo of an import voids the current entry of a member or their arrears. */
export function undoWarningsOfMember(
  db: Database,
  {
    member,
    entries,
    undone,
    now,
  }: {
    member: PersonRow
    entries: readonly LedgerRow[]
    undone: { payment: boolean; arrears: boolean }
    now: Date
  },
): Promise<string[]> {
  const current = entries.find(({ id }) => undone.payment && id === member.ledger_entry_id)
  const arrears = undone.arrears ? activeArrears(entries) : undefined
  const voided = [arrears, current].filter((entry) => entry !== undefined)
  const options = { reason: 'import undone', now } as const
  const voidingEntries = plannedVoids(member, entries, voided, options)
  return voidWarnings(db, entries, { voided, voidingEntries }, now)
}

/** Undoes `recordImportedPayment`: the entry that was current before it (its id) is current again. */
export async function undoImportedPayment(
  db: Database,
  {
    admin,
    member,
    before,
    now,
  }: { admin: Caller; member: PersonRow; before: string | null; now: Date },
): Promise<PossibleChange> {
  const undone = await voidCurrentPayment(db, admin, member, { reason: 'import undone', now })
  const entries = await listEntriesOf(db, member.id)
  const entry = entries.find(({ id }) => id === before)
  if (!entry || activeEntries(entries).includes(entry)) return undone
  const restoration = { admin, member: undone.member, now }
  if (entry.kind === 'waiver' || entry.kind === 'charge')
    return restoreEntry(db, { ...restoration, entry })
  const replacements = entries.filter(({ id }) => id === member.ledger_entry_id)
  const payment = { ...restoration, restored: entry, replacements }
  return restorePayment(db, payment, { isOptional: true })
}

async function restoreEntry(
  db: Database,
  {
    admin,
    member,
    entry,
    now,
  }: { admin: Caller; member: PersonRow; entry: LedgerRow<ChargeEntry | MoneyEntry>; now: Date },
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const open = accountOf(entries).charges.find(({ id }) => id === entry.charge_id)?.open_paise ?? 0
  const restored = {
    ...entry,
    ...entryHeader(admin, member, now, entries.at(-1)?.recorded_at),
    // Its charge may have been paid or cancelled in the meantime.
    charge_id: open < entry.amount_paise ? null : entry.charge_id,
  }
  const details = { amount_paise: entry.amount_paise }
  const action = entry.kind === 'charge' ? 'dues charged' : 'dues waived'
  return {
    member: await writeEntry(db, { admin, member, entry: restored, action, details }),
    entry: restored,
  }
}
