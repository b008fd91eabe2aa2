/** Writes what an import has planned: new members in bulk, changed ones one by one. */

import { derivedColumns } from '#features/members/derived-columns.ts'
import {
  formatMembershipNumber,
  numberKey,
  numberSeries,
} from '#features/members/membership-number.ts'
import { becomeMember, type PersonRow } from '#features/members/server/queries.ts'
import type { MemberRow } from '#features/members/server/record/member-queries.ts'
import {
  findNumberOwners,
  issueNumber,
  takeSerials,
} from '#features/members/server/record/membership-number-queries.ts'
import { emptyPerson, withoutDerivedColumns } from '#features/members/server/record/new-person.ts'
import { saveMemberChanges } from '#features/members/server/record/save-changes.ts'
import { insertMembers } from '#features/members/server/register/bulk-queries.ts'
import {
  recordFirstPayments,
  recordImportedPayment,
} from '#features/payments/server/imported-payments.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChanges } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { newId } from '#platform/server/ids.ts'
import { yearInIndia } from '#shared/dates.ts'
import { type ImportRow, insertImportRows } from '../queries.ts'
import { type Cells, isPaymentColumn, paymentFromCells, personColumns } from './cells.ts'
import type { ChangedRow, NewMemberRow } from './plan.ts'

export interface WriteContext {
  db: Database
  admin: Caller
  batch: string
  now: Date
  /** Keys of the numbers the file itself gives, so that none of them is given to somebody else. */
  numbersInFile: ReadonlySet<string>
}

/** Makes members as Add Member does, but for the mail; with their first payments. */
export async function insertNewMembers(
  needs: WriteContext,
  added: readonly NewMemberRow[],
): Promise<void> {
  const { db, admin, batch, now, numbersInFile: wantedNumbers } = needs
  if (added.length === 0) return
  const joined = added.map((row) => personOf(row, now))
  const numbered = await assignNumbers(db, joined, wantedNumbers)
  const paid = await withPayments(needs, added, numbered)
  const people = paid.map((person) => ({ ...person, ...derivedColumns(person) }))
  const fresh = people.filter((_person, index) => !added[index]?.seeker)
  const at = now.toISOString()
  await insertMembers(
    db,
    fresh,
    fresh.map(({ id, membership_number: number }) => ({
      number: numberKey(number ?? ''),
      person_id: id,
      issued_at: at,
    })),
  )
  for (const [index, person] of people.entries())
    if (added[index]?.seeker) await promoteSeeker(db, person, now)
  await recordChanges(
    db,
    people.map((person) => ({
      actor: admin.id,
      subject: 'person',
      subjectId: person.id,
      act: 'imported',
      after: withoutDerivedColumns(person),
    })),
    now,
  )
  await insertImportRows(
    db,
    people.map((person, index) => ({
      batch_id: batch,
      line: added[index]?.line ?? 0,
      person_id: person.id,
      version: person.updated_at,
      before: beforeOf(added[index]?.seeker),
    })),
  )
}

/** A job seeker gets back what they were, should the import be undone. */
const beforeOf = (seeker: PersonRow | null | undefined): string | null =>
  seeker ? JSON.stringify({ columns: { ...seeker, role: null }, seeker: true }) : null

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
  const isGiven = await issueNumber(db, numberKey(number), person.id, now)
  if (isGiven && (await becomeMember(db, person))) return
  throw new Error(`${person.id} could not become a member: somebody was faster`)
}

/** Everybody without a number gets the next one of their type and year, in the order of the file. */
async function assignNumbers(
  db: Database,
  people: readonly PersonRow[],
  wanted: ReadonlySet<string>,
): Promise<PersonRow[]> {
  const bySeries = Map.groupBy(
    people.filter((person) => !person.membership_number),
    ({ role, created_at }) =>
      numberSeries(role === 'vendor' ? 'vendor' : 'oem', yearInIndia(created_at)),
  )
  const given = new Map<string, string>()
  for (const [series, waiting] of bySeries) {
    const numbers = await freeNumbers(db, series, waiting.length, wanted)
    for (const [index, { id }] of waiting.entries()) given.set(id, numbers[index] ?? '')
  }
  return people.map((person) => ({
    ...person,
    membership_number: person.membership_number ?? given.get(person.id) ?? null,
  }))
}

async function freeNumbers(
  db: Database,
  series: string,
  count: number,
  wanted: ReadonlySet<string>,
): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const more = count - free.length
    const last = await takeSerials(db, series, more)
    const next = Array.from({ length: more }, (_, index) =>
      formatMembershipNumber(series, last - more + 1 + index),
    )
    const issued = await findNumberOwners(db, next)
    free.push(...next.filter((number) => !issued.has(number) && !wanted.has(number)))
  }
  return free
}

async function withPayments(
  { db, admin, now }: WriteContext,
  added: readonly NewMemberRow[],
  people: readonly PersonRow[],
): Promise<PersonRow[]> {
  const payments = people.flatMap((member, index) => {
    const payment = paymentFromCells(added[index]?.cells ?? {}, null, now)
    return payment ? [{ member, payment }] : []
  })
  const paid = await recordFirstPayments(db, admin, payments, now)
  const byId = new Map(paid.map((person) => [person.id, person]))
  return people.map((person) => byId.get(person.id) ?? person)
}

/** Changes members as an edit does; a changed payment is a renewal or a correction. */
export async function updateChangedMembers(
  { db, admin, batch, now }: WriteContext,
  changed: readonly ChangedRow[],
): Promise<void> {
  const rows: ImportRow[] = []
  for (const { line, person, cells } of changed) {
    const after = await applyCells(db, admin, person as MemberRow, cells, now)
    const columns = personColumns(cells)
    rows.push({
      batch_id: batch,
      line,
      person_id: person.id,
      version: after.updated_at,
      before: JSON.stringify({
        columns: Object.fromEntries(
          Object.keys(columns).map((name) => [name, Reflect.get(person, name)]),
        ),
        ...(Object.keys(cells).some(isPaymentColumn) && {
          paid: {
            payment: paymentFromCells({}, person, now) ?? null,
            entry: person.ledger_entry_id,
          },
        }),
      }),
    })
  }
  await insertImportRows(db, rows)
}

async function applyCells(
  db: Database,
  admin: Caller,
  person: MemberRow,
  cells: Cells,
  now: Date,
): Promise<PersonRow> {
  const { role: _role, ...columns } = personColumns(cells)
  const number = columns.membership_number
  if (number && numberKey(number) !== numberKey(person.membership_number ?? ''))
    await issueNumber(db, numberKey(number), person.id, now)
  const endsSessions = columns.email !== undefined || columns.is_active === false
  const written =
    Object.keys(columns).length === 0
      ? person
      : await saveMemberChanges(
          db,
          admin.id,
          person,
          { ...columns, ...(endsSessions && { session_epoch: person.session_epoch + 1 }) },
          'imported',
          now,
        )
  if (!Object.keys(cells).some(isPaymentColumn)) return written
  return recordImportedPayment(
    db,
    admin,
    written,
    paymentFromCells(cells, person, now) ?? null,
    now,
  )
}
