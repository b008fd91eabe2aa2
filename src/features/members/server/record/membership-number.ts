/** Assigns and changes membership numbers; a number belongs to one person for ever. */
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
    const number = formatMembershipNumber(series, await takeSerials(db, series, 1))
    if (await issueNumber(db, number, personId, joined)) return number
  }
}

/**
 * Reserves another number for a member. They may return to a number they had before; a number that
 * was ever another person's is refused with 409.
 */
export async function changeMembershipNumber(
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
}

const numberTaken = (number: string): Refusal =>
  new Refusal('conflict', numberTakenMessage(number), {
    code: 'number-taken',
    field: 'membership_number',
  })
