/** What the parts of the sample association's season share: who acts, on whom, and when. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, type Day, firstOfMonth, isoDay, startOfDay } from '#shared/dates.ts'
import { days, hours } from '#shared/durations.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'

export interface Season {
  world: World
  admin: Caller
  /** The active members in the order of joining. */
  members: readonly PersonRow[]
}

/** The members at these indexes of the order of joining. */
export const pick = ({ members }: Season, indexes: readonly number[]): PersonRow[] =>
  indexes.flatMap((index) => members[index] ?? [])

/**
 * In each group of five members, the fourth has paid for the last year only, and the fifth has never paid
 * (ledger/server/sample.ts).
 */
export const membersToCharge = ({ members }: Season): PersonRow[] =>
  members.filter((_member, index) => index % 5 > 2)

export const idsOf = (members: readonly PersonRow[]): string[] => members.map(({ id }) => id)

/** The dues of a year, in paise. */
export const fees = { oem: 10_000_00, vendor: 7_500_00 }
export const feeOf = ({ role }: PersonRow): number => (role === 'oem' ? fees.oem : fees.vendor)

/** The indexes of members whose payments are recorded by hand and are also lines of the statement. */
export const memberIndexes = { partPayment: 9, clearedCheque: 23, bouncedCheque: 28, stall: 10 }
export const partPayment = { paise: 4_000_00, mode: 'GPay', reference: '610482077315' } as const
export const cheques = { cleared: '416208', bounced: '000731', held: '552094' }

/**
 * Sets the due days so that the grace period is over for some members and not for others: OEM members are due at the
 * end of the month before the last one, vendors at the end of the last month, neither before 30 April. In the first
 * weeks of a year nothing is due yet. Dues are raised 45 days before, at least 16 days ago.
 */
export function calendarAt(now: Date) {
  const start = financialStartYear(now)
  const tomorrow = addDays(isoDay(now), 1)
  const lastEnd = addDays(firstOfMonth(tomorrow), -1)
  const endBefore = addDays(firstOfMonth(lastEnd), -1)
  const firstDue: Day = `${start}-04-30`
  const due = {
    oem: endBefore < firstDue ? firstDue : endBefore,
    vendor: lastEnd < firstDue ? firstDue : lastEnd,
  }
  return {
    year: financialYearFrom(start),
    lastYear: financialYearFrom(start - 1),
    due,
    raised: addDays(due.oem, -45),
  }
}

/** The world at half past eleven on a day. */
export const onDay = (world: World, day: Day): World =>
  at(world, Date.parse(startOfDay(day)) + hours(11.5))

/** The world this number of days before now. */
export const daysAgo = (world: World, count: number): World =>
  at(world, world.now().getTime() - days(count))

const at = (world: World, time: number): World => ({ ...world, now: () => new Date(time) })
