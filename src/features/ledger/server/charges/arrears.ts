/** Arrears from the time before the portal: an import charges them, and its undo cancels the charge. */

import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { financialYearFrom, startYearOf } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { activeEntries, type ChargeEntry, type PlannedCharge } from '../../account-entries.ts'
import { type LedgerRow, listEntriesOf, listEntriesOfMembers } from '../queries.ts'
import { writeVoid } from '../voids/void-payment.ts'
import { raiseCharge } from './charges.ts'

export interface BroughtForward {
  amount_paise: Paise
  year: string
}

/** Due on the last day of their year: they are owed from then on, without grace. */
export function arrearsCharge({ amount_paise, year }: BroughtForward): PlannedCharge {
  const { from, to } = financialYearFrom(startYearOf(year))
  const days = { due_on: to, grace_until: to, valid_from: from, valid_to: to }
  return { year, item: 'arrears', amount_paise, ...days }
}

/** The charge of arrears among the entries of a member; a member has one at most. */
export const activeArrears = (entries: readonly LedgerRow[]): LedgerRow<ChargeEntry> | undefined =>
  activeEntries(entries)
    .filter((entry) => entry.kind === 'charge')
    .find(({ item }) => item === 'arrears')

/** Reads the arrears of members, by their ids. Members whose arrears are paid are included. */
export async function readArrears(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, BroughtForward>> {
  const ledgers = await listEntriesOfMembers(db, personIds)
  return new Map(
    [...ledgers].flatMap(([id, ledger]) => {
      const charge = activeArrears(ledger)
      return charge ? [[id, { amount_paise: -charge.amount_paise, year: charge.year }]] : []
    }),
  )
}

/** Charges arrears in the transaction of an import. */
export const bringForward = (
  db: Database,
  {
    admin,
    member,
    arrears,
    now,
  }: { admin: Caller; member: PersonRow; arrears: BroughtForward; now: Date },
): Promise<PersonRow> => raiseCharge(db, { admin, member, charge: arrearsCharge(arrears), now })

export async function undoBringForward(
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> {
  const charge = activeArrears(await listEntriesOf(db, member.id))
  return charge ? cancelUndone(db, { admin, member, charge, now }) : member
}

/** Cancels every charge of a person whom the undo of an import makes a job seeker again. */
export async function cancelChargesOf(
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<void> {
  let current = member
  for (const charge of activeEntries(await listEntriesOf(db, member.id)))
    if (charge.kind === 'charge')
      current = await cancelUndone(db, { admin, member: current, charge, now })
}

async function cancelUndone(
  db: Database,
  {
    admin,
    member,
    charge,
    now,
  }: { admin: Caller; member: PersonRow; charge: LedgerRow<ChargeEntry>; now: Date },
): Promise<PersonRow> {
  const { member: changed } = await writeVoid(db, {
    admin,
    member,
    entries: await listEntriesOf(db, member.id),
    voided: charge,
    reason: 'import undone',
    now,
    details: { amount_paise: negative(charge.amount_paise) },
  })
  return changed
}
