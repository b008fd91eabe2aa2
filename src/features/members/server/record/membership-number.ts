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
 * Gives people without a number the next free one of their type and year, in their order. The caller
 * issues the numbers when it inserts the people.
 */
export async function makeMembershipNumbers(
  people: readonly PersonRow[],
  stock: NumberStock,
): Promise<PersonRow[]> {
  const numbered: PersonRow[] = []
  for (const person of people) {
    const { role, created_at, membership_number: given } = person
    const memberRole = role === 'vendor' ? 'vendor' : 'oem'
    const membership_number = given || (await stock.next(memberRole, yearInIndia(created_at)))
    numbered.push({ ...person, membership_number })
  }
  return numbered
}

/** The free numbers of an import, which are taken from their series some thousand at once. */
export interface NumberStock {
  next: (role: MemberRole, year: number) => Promise<string>
  /** Returns what was not used to the series; call it at the end of the transaction. */
  returnUnused: () => Promise<void>
}

const stockSize = 2000

interface StockedSeries {
  free: { number: string; serial: number }[]
  lastTaken: number
  lastUsed: number
}

/** Numbers that were never issued and are not `reserved` (keys). Use it in one transaction. */
export function openNumberStock(db: Database, reserved: ReadonlySet<string>): NumberStock {
  const stock = new Map<string, StockedSeries>()
  const refill = async (series: string): Promise<StockedSeries> => {
    const last = await takeSerials(db, series, stockSize)
    const numbers = Array.from({ length: stockSize }, (_, index) => {
      const serial = last - stockSize + 1 + index
      return { number: formatMembershipNumber(series, serial), serial }
    })
    const issued = await findNumberOwners(
      db,
      numbers.map(({ number }) => number),
    )
    const free = numbers.filter(({ number }) => !issued.has(number) && !reserved.has(number))
    const lastUsed = stock.get(series)?.lastUsed ?? last - stockSize
    const refilled = { free: free.reverse(), lastTaken: last, lastUsed }
    stock.set(series, refilled)
    return refilled
  }
  return {
    next: async (role, year) => {
      const series = numberSeries(role, year)
      for (;;) {
        const stocked = stock.get(series) ?? (await refill(series))
        const taken = stocked.free.pop()
        if (taken) {
          stocked.lastUsed = taken.serial
          return taken.number
        }
        await refill(series)
      }
    },
    returnUnused: async () => {
      for (const [series, { lastTaken, lastUsed }] of stock)
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
