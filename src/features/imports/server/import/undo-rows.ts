/**
 * Undoes single rows of an import: deletes new members, restores changed ones. Which rows may be undone
 * is decided in undo-import.ts (`skipReason`).
 */

import { restoreClearedCheque } from '#features/dues/server/cheques.ts'
import { activeEntries } from '#features/ledger/account-entries.ts'
import {
  activeArrears,
  cancelChargesOf,
  undoBringForward,
} from '#features/ledger/server/charges/arrears.ts'
import { refuseClosedVoids } from '#features/ledger/server/payment-day.ts'
import { removeHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import {
  reverseBeforeDelete,
  undoImportedPayment,
  undoWarningsOfMember,
} from '#features/ledger/server/payments/imported-payments.ts'
import { type LedgerRow, listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { namedWarnings } from '#features/ledger/server/receipts/void-warnings.ts'
import { voidCurrentPayment } from '#features/ledger/server/voids/void-payment.ts'
import { derivedColumns } from '#features/members/columns/derived-columns.ts'
import { deletePeopleIfUnchanged } from '#features/members/server/list/bulk-queries.ts'
import { endSessions, findPerson, type PersonRow } from '#features/members/server/queries.ts'
import { changePerson, nextVersion } from '#features/members/server/record/change-person.ts'
import type { EmailChanges } from '#features/members/server/record/email-changes.ts'
import { updateMember } from '#features/members/server/record/member-queries.ts'
import { reserveNumbers } from '#features/members/server/record/reserved-number-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { eraseHistory, recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { BeforeImport } from '../queries.ts'

export interface UndoableRow {
  person: PersonRow
  /** The values that the row replaced; null for a new member. */
  before: BeforeImport | null
}

interface UndoContext {
  emails: EmailChanges
  db: Database
  admin: Caller
  now: Date
}

/**
 * Refuses to undo rows whose undo would change the books of a closed year. A new member leaves the books with all
 * active entries, including those that no entry cancels.
 */
export async function refuseClosedRows(db: Database, rows: readonly UndoableRow[]): Promise<void> {
  const ledgers = await listEntriesOfMembers(
    db,
    rows.map(({ person }) => person.id),
  )
  const undone = rows.flatMap(({ person, before }) =>
    undoneEntries(person, before, ledgers.get(person.id) ?? []),
  )
  await refuseClosedVoids(db, undone, 'import undone')
}

function undoneEntries(
  person: PersonRow,
  before: BeforeImport | null,
  entries: readonly LedgerRow[],
): LedgerRow[] {
  if (before === null || before.seeker) return activeEntries(entries)
  const current = entries.find(({ id }) => id === person.ledger_entry_id)
  const charge = activeArrears(entries)
  return [
    ...(before.paid && current ? [current] : []),
    ...(before.arrears && charge ? [charge] : []),
  ]
}

/** Warnings shown before these rows are undone: sentences with the names of the members. */
export async function undoWarnings(
  db: Database,
  undoable: readonly UndoableRow[],
  now: Date,
): Promise<string[]> {
  const ids = undoable.map(({ person }) => person.id)
  const ledgers = await listEntriesOfMembers(db, ids)
  const warnings: string[] = []
  for (const { person, before } of undoable) {
    const isWhole = before === null || before.seeker === true
    const undone = {
      payment: isWhole || before.paid !== undefined,
      arrears: isWhole || before.arrears === true,
    }
    const entries = ledgers.get(person.id) ?? []
    const own = await undoWarningsOfMember(db, { member: person, entries, undone, now })
    warnings.push(...namedWarnings(person, own))
  }
  return warnings
}

/** Undoes rows whose people are unchanged since the import. Call it in a transaction. */
export async function undoRows(context: UndoContext, rows: readonly UndoableRow[]): Promise<void> {
  await refuseClosedRows(context.db, rows)
  await deleteNewMembers(
    context,
    rows.flatMap(({ person, before }) => (before === null ? [person] : [])),
  )
  for (const { person, before } of rows)
    if (before !== null) await restoreMember(context, person, before)
}

async function deleteNewMembers(
  { db, admin, now }: UndoContext,
  people: readonly PersonRow[],
): Promise<void> {
  await reverseBeforeDelete(db, admin, people, now)
  await deletePeopleIfUnchanged(db, people)
  await reserveNumbers(db, people, now)
  await eraseHistory(
    db,
    people.map(({ id }) => ({
      actor: admin.id,
      subject: 'person',
      subjectId: id,
      action: 'import undone',
    })),
    now,
  )
}

async function restoreMember(
  { emails, db, admin, now }: UndoContext,
  person: PersonRow,
  before: BeforeImport,
): Promise<void> {
  if (before.seeker) return restoreSeeker({ db, admin, now }, person, before.columns)
  const restored = await changePerson(db, {
    actor: admin.id,
    person,
    values: before.columns,
    action: 'import undone',
    now,
    emails,
  })
  const charged = before.arrears ? await undoBringForward(db, admin, restored, now) : restored
  if (!before.paid) return
  await undoImportedPayment(db, { admin, member: charged, before: before.paid.entry, now })
  // The bank may have credited a cheque whose payment the import had recorded.
  if (person.ledger_entry_id) await restoreClearedCheque(db, admin, person.ledger_entry_id, now)
}

async function restoreSeeker(
  { db, admin, now }: Omit<UndoContext, 'emails'>,
  member: PersonRow,
  { id: _id, session_epoch: _epoch, ...columns }: Partial<PersonRow>,
): Promise<void> {
  await removeHeldCheques(db, [member.id])
  const { member: unpaid } = await voidCurrentPayment(db, admin, member, { reason: null, now })
  await cancelChargesOf(db, admin, unpaid, now)
  const current = await findPerson(db, member.id)
  if (!current) return
  await reserveNumbers(db, [member], now)
  await updateMember(db, current, {
    ...columns,
    invited_at: current.invited_at,
    ...derivedColumns({ ...current, ...columns }),
    updated_at: nextVersion(current.updated_at, now),
  })
  await endSessions(db, member.id)
  await recordChange(
    db,
    { actor: admin.id, subject: 'person', subjectId: member.id, action: 'import undone' },
    now,
  )
}
