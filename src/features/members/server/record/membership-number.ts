/**
 * Makes, assigns and changes membership numbers, of a single member (`assignMembershipNumber`) and of
 * the rows of an import (`makeMembershipNumbers`). A number belongs to one person permanently.
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
 * Gives people without a number the next free one of their type and year, in their order. The caller
 * issues the numbers when it inserts the people.
 */
export async function makeMembershipNumbers(
  people: readonly PersonRow[],
  allocator: NumberAllocator,
): Promise<PersonRow[]> {
  const numbered: PersonRow[] = []
  for (const person of people) {
    const { role, created_at, membership_number: given } = person
    const memberRole = role === 'vendor' ? 'vendor' : 'oem'
    const membership_number = given || (await allocator.next(memberRole, yearInIndia(created_at)))
    numbered.push({ ...person, membership_number })
  }
  return numbered
}

/** Allocates membership numbers for an import, taking blocks of `blockSize` serials from each series. */
export interface NumberAllocator {
  next: (role: MemberRole, year: number) => Promise<string>
  /** Returns unused serials to their series; call it at the end of the transaction. */
  returnUnused: () => Promise<void>
}

const blockSize = 2000

interface SeriesBlock {
  free: { number: string; serial: number }[]
  lastTaken: number
  lastUsed: number
}

/** Allocates numbers that were never issued and are not `reserved` (keys). Use it within one transaction. */
export function createNumberAllocator(
  db: Database,
  reserved: ReadonlySet<string>,
): NumberAllocator {
  const blocks = new Map<string, SeriesBlock>()
  const refill = async (series: string): Promise<SeriesBlock> => {
    const last = await takeSerials(db, series, blockSize)
    const numbers = Array.from({ length: blockSize }, (_, index) => {
      const serial = last - blockSize + 1 + index
      return { number: formatMembershipNumber(series, serial), serial }
    })
    const issued = await findNumberOwners(
      db,
      numbers.map(({ number }) => number),
    )
    const free = numbers.filter(({ number }) => !issued.has(number) && !reserved.has(number))
    const lastUsed = blocks.get(series)?.lastUsed ?? last - blockSize
    const refilled = { free: free.reverse(), lastTaken: last, lastUsed }
    blocks.set(series, refilled)
    return refilled
  }
  return {
    next: async (role, year) => {
      const series = numberSeries(role, year)
      for (;;) {
        const block = blocks.get(series) ?? (await refill(series))
        const next = block.free.pop()
        if (next) {
          block.lastUsed = next.serial
          return next.number
        }
        await refill(series)
      }
    },
    returnUnused: async () => {
      for (const [series, { lastTaken, lastUsed }] of blocks)
        if (lastTaken > lastUsed) await takeSerials(db, series, lastUsed - lastTaken)
    },
  }
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
