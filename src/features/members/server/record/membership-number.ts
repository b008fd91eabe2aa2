/**
 * Makes, assigns and changes membership numbers, of a single member (`assignMembershipNumber`) and of
 * the rows of an import (`makeMembershipNumbers`). A number belongs to one person for ever.
 */
import type { Database } from '#platform/server/database/database.ts'
import { yearInIndia } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import {
  formatMembershipNumber,
  numberKey,
  numberSeries,
  numberTakenMessage,
} from '../../membership-number.ts'
import type { PersonRow } from '../queries.ts'
import { findNumberOwners, issueNumber, takeSerials } from './membership-number-queries.ts'
import { endReservation } from './reserved-number-queries.ts'

/**
 * The requested number, refused with 409 when it was ever assigned; without one ('') the next free
 * number of the series.
 */
export async function assignMembershipNumber(
  db: Database,
  { personId, role, requested }: { personId: string; role: MemberRole; requested: string },
  joined: Date,
): Promise<string> {
  if (requested !== '') {
    if (await issueNumber(db, numberKey(requested), personId, joined)) return requested
    throw numberTaken(requested)
  }
  const series = numberSeries(role, yearInIndia(joined))
  for (;;) {
    const [number = ''] = await nextNumbers(db, series, 1)
    if (await issueNumber(db, number, personId, joined)) return number
  }
}

/**
 * Gives people without a number the next free one of their type and year, in their order, except the
 * `reserved` keys. The caller issues the numbers when it inserts the people.
 */
export async function makeMembershipNumbers(
  db: Database,
  people: readonly PersonRow[],
  reserved: ReadonlySet<string>,
): Promise<PersonRow[]> {
  const bySeries = Map.groupBy(
    people.filter((person) => !person.membership_number),
    ({ role, created_at }) =>
      numberSeries(role === 'vendor' ? 'vendor' : 'oem', yearInIndia(created_at)),
  )
  const made = new Map<string, string>()
  for (const [series, members] of bySeries) {
    const numbers = await freeNumbers(db, series, members.length, reserved)
    for (const [index, { id }] of members.entries()) made.set(id, numbers[index] ?? '')
  }
  return people.map((person) => ({
    ...person,
    membership_number: person.membership_number ?? made.get(person.id) ?? null,
  }))
}

/** The next numbers of a series that were never issued and are not reserved. */
async function freeNumbers(
  db: Database,
  series: string,
  count: number,
  reserved: ReadonlySet<string>,
): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const next = await nextNumbers(db, series, count - free.length)
    const issued = await findNumberOwners(db, next)
    free.push(...next.filter((number) => !issued.has(number) && !reserved.has(number)))
  }
  return free
}

/** The next numbers of a series by its counter. An administrator may have assigned some of them already. */
async function nextNumbers(db: Database, series: string, count: number): Promise<string[]> {
  const last = await takeSerials(db, series, count)
  return Array.from({ length: count }, (_, index) =>
    formatMembershipNumber(series, last - count + 1 + index),
  )
}

/**
 * Reserves another number for a member. They may return to a number they had before; a number that
 * was ever another person's is refused with 409.
 */
export async function reserveMembershipNumber(
  db: Database,
  member: PersonRow,
  number: string,
  now: Date,
): Promise<void> {
  if (!isMemberRole(member.role))
    throw new Refusal('invalid', 'An administrator has no membership number')
  const key = numberKey(number)
  const isSame = key === numberKey(member.membership_number ?? '')
  if (isSame || (await issueNumber(db, key, member.id, now))) return
  const owner = (await findNumberOwners(db, [key])).get(key)
  if (owner !== member.id) throw numberTaken(number)
  await endReservation(db, key)
}

const numberTaken = (number: string): Refusal =>
  new Refusal('conflict', numberTakenMessage(number), {
    code: 'number-taken',
    field: 'membership_number',
  })
