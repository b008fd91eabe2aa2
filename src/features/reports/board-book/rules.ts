/** The numbers of the board book (contract 13.12), counted from the members and the parts of their dues. */

import { type DuesDays, duesStatusOn, isPaidUntil } from '#features/members/dues-status.ts'
import { compare } from '#shared/compare.ts'
import { type Day, type Instant, type Period, startOfDay } from '#shared/dates.ts'
import {
  type FinancialYear,
  financialStartYear,
  financialYearFrom,
  monthStarts,
  monthsOf,
} from '#shared/financial-year.ts'
import { type StateCode, stateName } from '#shared/india/states.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import type { BoardBook, Sums } from './answers.ts'
import type { MoneyFigure, StateKey } from './contract.ts'

export interface BookMember extends DuesDays {
  id: string
  role: MemberRole
  created_at: Instant
  state: StateCode | undefined
}

/** An amount of a figure. */
export interface BookAmount {
  person_id: string
  figure: MoneyFigure
  /** The index in `bookMonths`. */
  month: number
  paise: Paise
}

/** Older years of joining are one row. */
const shownJoiningYears = 12

/** The months of a year, yyyy-MM, between 'before' and 'later'. */
export const bookMonths = (startYear: number): string[] => [
  'before',
  ...monthsOf(startYear),
  'later',
]

export const stateKeyOf = ({ state }: Pick<BookMember, 'state'>): StateKey => state ?? 'none'

/** The last day that counts: the last one of the year, or today in a year that has not ended. */
const lastDayOf = ({ to }: Pick<FinancialYear, 'to'>, today: Day): Day => (to < today ? to : today)

/** The days of a year, or of a month, on which members may have lapsed; undefined when it has not begun. */
export function lapsedRange(
  { from, to }: Pick<FinancialYear, 'from' | 'to'>,
  today: Day,
): Period | undefined {
  const last = lastDayOf({ to }, today)
  return from <= last ? { from, to: last } : undefined
}

/** Counts a year up to today (yyyy-MM-dd): first add all members, then the amounts, some at a time. */
export function openBoardBook(startYear: number, today: Day) {
  const year = financialYearFrom(startYear)
  const months = bookMonths(startYear)
  const starts = monthStarts(startYear)
  const lapsedIn = lapsedRange(year, today)
  const as_of = lastDayOf(year, today)
  const membersById = new Map<string, Pick<BookMember, 'role' | 'state'>>()
  const table = openTable(months.length)
  const retention = openRetention(startYear, as_of)
  return {
    addMember(member: BookMember): void {
      const { id, role, state, created_at } = member
      membersById.set(id, { role, state })
      const joinedIn = starts.filter((start) => start <= created_at).length
      if (joinedIn > 0 && joinedIn < starts.length) table.add(member, joinedIn, 'joined', 1)
      const { since } = duesStatusOn(member, lapsedIn?.to ?? today)
      if (since && lapsedIn && since >= lapsedIn.from)
        table.add(member, months.indexOf(since.slice(0, 7)), 'lapsed', 1)
      retention.add(member)
    },
    addPart({ person_id, figure, month, paise }: BookAmount): void {
      const member = membersById.get(person_id)
      if (member) table.add(member, month, figure, paise)
    },
    toBook: (): Omit<BoardBook, 'years'> => ({
      year: year.name,
      as_of,
      types: table.types,
      months: months.map((month, index) => ({ month, ...(table.months[index] ?? noSums()) })),
      states: [...table.states]
        .map(([state, sums]) => ({ state, ...sums }))
        .sort((a, b) => compare(sortName(a.state), sortName(b.state))),
      retention: retention.rows(),
    }),
  }
}

const noOne = (): Sums => ({
  joined: 0,
  lapsed: 0,
  raised: 0,
  collected: 0,
  unraised: 0,
  waived: 0,
  other_raised: 0,
  other_collected: 0,
  other_waived: 0,
})
const noSums = () => ({ oem: noOne(), vendor: noOne() })

/** Adds every number to its type, its month and its state. */
function openTable(monthCount: number) {
  const types = noSums()
  const months = Array.from({ length: monthCount }, noSums)
  const states = new Map<StateKey, ReturnType<typeof noSums>>()
  const add = (
    member: Pick<BookMember, 'role' | 'state'>,
    month: number,
    figure: keyof Sums,
    value: number,
  ) => {
    const key = stateKeyOf(member)
    const ofState = states.get(key) ?? noSums()
    states.set(key, ofState)
    for (const sums of [types, months[month], ofState]) if (sums) sums[member.role][figure] += value
  }
  return { types, months, states, add }
}

const sortName = (state: StateKey): string => (state === 'none' ? '~' : stateName(state))

/**
 * Counts, by year of joining until this year, how many of the members have paid for the last day that counts.
 */
function openRetention(startYear: number, asOf: Day) {
  const end = startOfDay(financialYearFrom(startYear + 1).from)
  const first = startYear - shownJoiningYears + 1
  const rows = new Map<number, BoardBook['retention'][number]>()
  return {
    add(member: BookMember): void {
      const { role, created_at } = member
      if (created_at >= end) return
      const joiningYear = Math.max(first - 1, financialStartYear(new Date(created_at)))
      const row = rows.get(joiningYear) ?? emptyCohort(joiningYear, first)
      rows.set(joiningYear, row)
      row[role][isPaidUntil(member, asOf) ? 'retained' : 'left'] += 1
    },
    rows: () => [...rows].sort(([a], [b]) => a - b).map(([, row]) => row),
  }
}

function emptyCohort(joiningYear: number, first: number): BoardBook['retention'][number] {
  const { name, from, to } = financialYearFrom(joiningYear)
  const isEarlier = joiningYear < first
  return {
    name: isEarlier ? 'before' : name,
    from: isEarlier ? null : from,
    to,
    oem: { retained: 0, left: 0 },
    vendor: { retained: 0, left: 0 },
  }
}

/** The years that can be selected, newest first: from the first member or charge to the current or last one. */
export function selectableBookYears(
  current: number,
  selected: number,
  others: readonly number[],
): string[] {
  const starts = [current, selected, ...others]
  const newest = Math.max(...starts)
  const oldest = Math.max(Math.min(...starts), newest - maxYears + 1)
  return Array.from(
    { length: newest - oldest + 1 },
    (_, back) => financialYearFrom(newest - back).name,
  )
}

const maxYears = 40
