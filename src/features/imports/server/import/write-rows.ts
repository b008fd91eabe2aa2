/** Writes the planned rows of an import: new members in bulk, changed members one by one. */

import { bringForward } from '#features/ledger/server/charges/arrears.ts'
import {
  firstPayments,
  recordImportedPayment,
  writeFirstPayments,
} from '#features/ledger/server/payments/imported-payments.ts'
import { derivedColumns } from '#features/members/columns/derived-columns.ts'
import { numberKey } from '#features/members/membership-number.ts'
import { insertMembers } from '#features/members/server/list/bulk-queries.ts'
import { becomeMember, type PersonRow } from '#features/members/server/queries.ts'
import { changePerson } from '#features/members/server/record/change-person.ts'
import type { EmailChanges } from '#features/members/server/record/email-changes.ts'
import {
  makeMembershipNumbers,
  type NumberAllocator,
} from '#features/members/server/record/membership-number.ts'
import { issueNumber } from '#features/members/server/record/membership-number-queries.ts'
import { emptyPerson, recordedColumns } from '#features/members/server/record/new-person.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChanges } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { keysOf, pickKeys } from '#shared/records.ts'
import { type BeforeImport, type ImportRow, insertImportRows } from '../queries.ts'
import {
  type Cells,
  isPaymentColumn,
  paymentFromCells,
  personColumns,
  renewsMembership,
} from './cells.ts'
import { arrearsOf } from './plan-arrears.ts'
import type { ChangedRow, NewMemberRow } from './plan-rows.ts'
import { releaseReserved, reuseReservedNumbers } from './reuse-reserved-numbers.ts'

interface WriteContext {
  db: Database
  admin: Caller
  batch: string
  now: Date
  /** Keys of the membership numbers in the file: they are not assigned to other members. */
  numbersInFile: ReadonlySet<string>
  emailsInFile: ReadonlySet<string>
  numbers: NumberAllocator
  /** Whether an undone import has left numbers that may be given back. */
  hasReserved: boolean
}

/** Adds members as Add Member does, without the mail, records their first payments, and returns the members. */
export async function insertNewMembers(
  context: WriteContext,
  added: readonly NewMemberRow[],
): Promise<PersonRow[]> {
  const { db, admin, batch, now, numbers, hasReserved } = context
  if (added.length === 0) return []
  const people = added.map((row) => personOf(row, now))
  const returned = hasReserved ? await reuseReservedNumbers(context, people) : people
  const numbered = await makeMembershipNumbers(returned, numbers)
  if (hasReserved) await releaseReserved(db, numbered)
  const paid = paymentsOf(context, added, numbered)
  const paidById = new Map(paid.map(({ member }) => [member.id, member]))
  const complete = numbered.map((person) => {
    const member = paidById.get(person.id) ?? person
    return { ...member, ...derivedColumns(member) }
  })
  const newPeople = complete.filter((_person, index) => !added[index]?.seeker)
  const at = now.toISOString()
  await insertMembers(
    db,
    newPeople,
    newPeople.map(({ id, membership_number: number }) => ({
      number: numberKey(number ?? ''),
      person_id: id,
      issued_at: at,
    })),
  )
  for (const [index, person] of complete.entries())
    if (added[index]?.seeker) await promoteSeeker(db, person, now)
  await writeFirstPayments(db, paid)
  await recordChanges(
    db,
    complete.map((person) => ({
      actor: admin.id,
      subject: 'person',
      subjectId: person.id,
      action: 'imported',
      after: recordedColumns(person),
    })),
    now,
  )
  await insertImportRows(
    db,
    complete.map((person, index) => ({
      batch_id: batch,
      line: added[index]?.line ?? 0,
      person_id: person.id,
      version: person.updated_at,
      before: beforeNewMember(added[index]?.seeker),
    })),
  )
  return complete
}

/** What undoing the import restores, as JSON: the row of a job seeker; null for a new person. */
function beforeNewMember(seeker: PersonRow | null | undefined): string | null {
  if (!seeker) return null
  const before: BeforeImport = { columns: { ...seeker, role: null }, seeker: true }
  return JSON.stringify(before)
}

function personOf({ role, cells, seeker }: NewMemberRow, now: Date): PersonRow {
  const person = seeker ?? emptyPerson('', now)
  const fields = personColumns(cells)
  return {
    ...person,
    id: seeker?.id ?? newId(now),
    is_visible: true,
    created_at: now.toISOString(),
    ...fields,
    email: seeker?.email ?? cells.email ?? '',
    role,
    ...(role === 'oem' && { materials: '[]', materials_other: '' }),
    updated_at: now.toISOString(),
  }
}

async function promoteSeeker(db: Database, person: PersonRow, now: Date): Promise<void> {
  const number = person.membership_number ?? ''
  const isIssued = await issueNumber(db, numberKey(number), person.id, now)
  if (isIssued && (await becomeMember(db, person))) return
  throw new Error(`${person.id} could not become a member: changed concurrently`)
}

/** The first payments of the people who have paid, and what they owe from before. */
function paymentsOf(
  { admin, now }: WriteContext,
  added: readonly NewMemberRow[],
  people: readonly PersonRow[],
) {
  const payments = people.flatMap((member, index) => {
    const cells = added[index]?.cells ?? {}
    const payment = paymentFromCells(cells, null, now) ?? null
    const arrears = arrearsOf(cells)
    const receipt = cells.receipt_number ?? null
    return payment || arrears ? [{ member, payment, receipt, arrears }] : []
  })
  return firstPayments(admin, payments, now)
}

/** Changes members as an edit does; a changed payment is recorded as a renewal or a correction. */
export async function updateChangedMembers(
  context: WriteContext,
  changed: readonly ChangedRow[],
  emails: EmailChanges,
): Promise<void> {
  const { db, batch } = context
  const rows: ImportRow[] = []
  for (const { line, person, cells } of changed) {
    const updated = await applyCells(context, person, cells, emails)
    rows.push({
      batch_id: batch,
      line,
      person_id: person.id,
      version: updated.updated_at,
      before: JSON.stringify(beforeChange(person, cells)),
    })
  }
  await insertImportRows(db, rows)
}

const beforeChange = (person: PersonRow, cells: Cells): BeforeImport => ({
  columns: pickKeys(person, keysOf(personColumns(cells))),
  ...(Object.keys(cells).some(isPaymentColumn) && {
    paid: { entry: person.ledger_entry_id },
  }),
  ...(arrearsOf(cells) && { arrears: true }),
})

async function applyCells(
  { db, admin, now }: WriteContext,
  person: PersonRow,
  cells: Cells,
  emails: EmailChanges,
): Promise<PersonRow> {
  const updated = await changePerson(db, {
    actor: admin.id,
    person,
    values: personColumns(cells),
    action: 'imported',
    now,
    emails,
  })
  const payment = paymentFromCells(cells, person, now) ?? null
  const { member } = Object.keys(cells).some(isPaymentColumn)
    ? await recordImportedPayment(db, {
        admin,
        member: updated,
        imported: {
          payment,
          receipt: cells.receipt_number,
          isRenewal: renewsMembership(cells, person),
        },
        now,
      })
    : { member: updated }
  const arrears = arrearsOf(cells)
  return arrears ? bringForward(db, { admin, member, arrears, now }) : member
}
