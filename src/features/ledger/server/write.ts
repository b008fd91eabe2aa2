/**
 * Writes entries of the ledger; the only code that inserts any. With them it saves, in the caller's transaction,
 * what a receipt says, the payment fields and the member's version, what lists and sums read (the days of the
 * member, `open_charge`, `settlement`, all computed by `accountOf`), and the history. The key of the reference is
 * claimed before (references.ts).
 */

import {
  type PaymentColumns,
  type PersonRow,
  updatePayment,
} from '#features/members/server/queries.ts'
import { memberConflict, nextVersion } from '#features/members/server/record/change-person.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import { keysOf, pickKeys } from '#shared/records.ts'
import { type Account, accountOf, duesDaysOf } from '../account.ts'
import { isVoid } from '../account-entries.ts'
import { hasJoiningFee } from '../year-charges.ts'
import { insertAccountRows, type SavedAccount, saveAccounts } from './accounts/account-queries.ts'
import { refuseClosedDays } from './payment-day.ts'
import { freeReferences } from './payments/reference-queries.ts'
import { insertEntries, type LedgerRow, listEntriesOf, listEntriesOfMembers } from './queries.ts'
import { papersAfter, withPaperNumbers } from './receipts/credit-papers.ts'
import { recordReceipt } from './receipts/receipt-content.ts'
import { voidsWith } from './voids/void-entries.ts'

export interface LedgerChange {
  admin: Pick<Caller, 'id'>
  /** Locked, as read in this transaction. */
  member: PersonRow
  entry: LedgerRow
  /** The action in the history. */
  action: string
  /** Values for the history besides the payment fields, used when the payment fields change. */
  details?: Record<string, unknown>
}

/**
 * Adds an entry of a member and returns the member with the new payment fields and version (`recorded_at` of the
 * entry). Refused with 409 when the member has changed since they were read.
 */
export async function writeEntry(
  db: Database,
  { admin, member, entry, action, details }: LedgerChange,
): Promise<PersonRow> {
  const dependents = isVoid(entry) ? voidsWith(await listEntriesOf(db, member.id), entry) : []
  await insertWithPapers(db, [entry, ...dependents])
  const entries = await listEntriesOf(db, member.id)
  const change = { admin: admin.id, member, entries, action, details, entry }
  return saveMemberAccount(db, { ...change, at: entry.recorded_at })
}

async function insertWithPapers(db: Database, planned: readonly LedgerRow[]): Promise<void> {
  await refuseClosedDays(db, planned)
  const entries = await withPaperNumbers(db, planned)
  await insertWithReceipts(db, entries)
  // Papers for credit that the voids among these entries moved to another charge.
  await insertWithReceipts(db, await papersAfter(db, entries))
}

async function insertWithReceipts(db: Database, entries: readonly LedgerRow[]): Promise<void> {
  await insertEntries(db, entries)
  await freeReferences(
    db,
    entries.flatMap((entry) => (entry.kind === 'reversal' ? [entry.reverses_id] : [])),
  )
  for (const { id, receipt_number } of entries)
    if (receipt_number !== null) await recordReceipt(db, id)
}

interface AccountToSave {
  admin: string
  member: PersonRow
  /** All of the member's entries. */
  entries: readonly LedgerRow[]
  action: string
  at: Instant
  entry?: LedgerRow
  details?: Record<string, unknown> | undefined
}

/** Saves the account with the payment fields at the version `at`, with a history entry. */
async function saveMemberAccount(
  db: Database,
  { admin, member, entries, action, at, entry, details }: AccountToSave,
): Promise<PersonRow> {
  const { fields, saved } = computeAccount(member, entries)
  if (!(await updatePayment(db, member, fields, at)))
    throw await memberConflict(db, member, member.updated_at)
  await saveAccounts(db, [saved])
  const isSame = entry !== undefined && fields.ledger_entry_id === member.ledger_entry_id
  await recordChange(
    db,
    {
      actor: admin,
      subject: 'person',
      subjectId: member.id,
      action,
      before: isSame ? {} : currentFieldsOf(member),
      after: {
        ...(isSame ? entryValues(entry) : { ...fields, ...details }),
        ...earlierDay(entry, at),
      },
    },
    new Date(at),
  )
  return { ...member, ...fields, ...saved.days, updated_at: at }
}

/** The history's values of an entry that does not change the payment fields. */
const entryValues = ({ amount_paise, reference, reverses_id }: LedgerRow) =>
  reverses_id === null ? { amount_paise, reference } : { amount_paise }

/** The day of money that was recorded later, for the sentence of the history. */
function earlierDay(entry: LedgerRow | undefined, at: Instant): { paid_on?: Day } {
  if (!entry || !['payment', 'refund', 'tds'].includes(entry.kind)) return {}
  const paid_on = isoDay(entry.paid_at)
  return paid_on === isoDay(at) ? {} : { paid_on }
}

/**
 * Adds entries of many members, such as a run of dues. A member gets a new version only if the payment fields change.
 * Call it in a transaction that holds the ledger exclusively.
 */
export async function writeEntriesOfMany(
  db: Database,
  admin: Caller,
  changes: readonly { member: PersonRow; entries: readonly LedgerRow[] }[],
  { action, now }: { action: string; now: Date },
): Promise<void> {
  for (const batch of chunks(changes, 250)) {
    await insertWithPapers(
      db,
      batch.flatMap(({ entries }) => entries),
    )
    const ledgers = await listEntriesOfMembers(
      db,
      batch.map(({ member }) => member.id),
    )
    const unchanged: SavedAccount[] = []
    for (const { member } of batch) {
      const ledger = ledgers.get(member.id) ?? []
      const { fields, saved } = computeAccount(member, ledger)
      if (hasSamePaymentFields(fields, member)) unchanged.push(saved)
      else
        await saveMemberAccount(db, {
          admin: admin.id,
          member,
          entries: ledger,
          action,
          at: nextVersion(member.updated_at, now),
        })
    }
    await saveAccounts(db, unchanged)
  }
}

/** Adds entries of members who are deleted in the same transaction: nothing is saved with them. */
export const writeLastEntries = (db: Database, entries: readonly LedgerRow[]): Promise<void> =>
  insertWithPapers(db, entries)

/** The first entries of a person who is not inserted yet. */
export interface FirstEntries {
  /** The member with the payment fields and the days that follow from the entries. */
  member: PersonRow
  entries: LedgerRow[]
  saved: SavedAccount
}

export function firstEntries(member: PersonRow, entries: LedgerRow[]): FirstEntries {
  const { fields, saved } = computeAccount(member, entries)
  return { member: { ...member, ...fields, ...saved.days }, entries, saved }
}

/** Call it after the people were inserted, in the same transaction. */
export async function writeFirstEntries(
  db: Database,
  people: readonly FirstEntries[],
): Promise<void> {
  await insertWithPapers(
    db,
    people.flatMap(({ entries }) => entries),
  )
  await insertAccountRows(
    db,
    people.map(({ saved }) => saved),
  )
}

/** Computes the payment fields and the saved account from all entries of a member. */
function computeAccount({ id }: Pick<PersonRow, 'id'>, entries: readonly LedgerRow[]) {
  const account = accountOf(entries)
  return { fields: paymentFieldsOf(entries, account), saved: savedAccount(id, account) }
}

/** The payment fields of the account's current entry; only a payment has an amount. */
function paymentFieldsOf(entries: readonly LedgerRow[], { current }: Account): PaymentColumns {
  const entry = entries.find(({ id }) => id === current?.id)
  if (!entry || !current) return noPayment
  return {
    ...noPayment,
    ledger_entry_id: entry.id,
    membership_valid_from: current.valid_from,
    membership_valid_to: current.valid_to,
    ...(entry.kind === 'payment' && {
      payment_amount: entry.amount_paise,
      payment_mode: entry.mode,
      payment_reference: entry.reference,
      receipt_number: entry.receipt_number ?? entry.office_receipt_number,
      payment_date: entry.paid_at,
    }),
  }
}

/** The payment fields as they are. */
export const currentFieldsOf = (member: PersonRow): PaymentColumns =>
  pickKeys(member, keysOf(noPayment))

const hasSamePaymentFields = (fields: PaymentColumns, member: PersonRow): boolean =>
  keysOf(fields).every((name) => member[name] === fields[name])

/** The values of an account that are saved for lists and sums. */
export const savedAccount = (personId: string, account: Account): SavedAccount => ({
  personId,
  days: {
    ...duesDaysOf(account),
    credit_paise: account.credit_paise,
    has_joining_fee: hasJoiningFee(account),
  },
  open: account.charges.filter(({ open_paise }) => open_paise > 0),
  settlements: account.settlements,
})

/** Saves the accounts of these people again; returns the ids of those whose payment fields have changed. */
export async function rebuildAccountsOf(
  db: Database,
  members: readonly PersonRow[],
): Promise<string[]> {
  const ids = members.map(({ id }) => id)
  const ledgers = await listEntriesOfMembers(db, ids)
  const changed: string[] = []
  const accounts: SavedAccount[] = []
  for (const member of members) {
    const { fields, saved } = computeAccount(member, ledgers.get(member.id) ?? [])
    accounts.push(saved)
    if (hasSamePaymentFields(fields, member)) continue
    changed.push(member.id)
    await updatePayment(db, member, fields, member.updated_at)
  }
  await saveAccounts(db, accounts)
  return changed
}
