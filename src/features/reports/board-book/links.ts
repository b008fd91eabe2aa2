/** The link from each number of the board book to its list. */
import { addDays, type Day, firstOfMonth, isoDay, type Period } from '#shared/dates.ts'
import { financialYearFrom, startYearOf } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { BoardBook } from './answers.ts'
import {
  type BookFigure,
  type BookMembersQuery,
  isMoneyFigure,
  moneyFigures,
  type StateKey,
  stateKeys,
} from './contract.ts'
import { lapsedRange } from './rules.ts'

/** What a number counts: all of the year unless a month, a state or a type is given. */
export interface Cell {
  /** yyyy-MM, 'before' or 'later'. */
  month?: string | undefined
  state?: StateKey | undefined
  role?: MemberRole | undefined
}

type Book = Pick<BoardBook, 'year' | 'as_of'>

const boardBookPath = '/admin/board-book'

/** The filtered list of members; for amounts the list of their parts, opened over the board book. */
export function figurePath(book: Book, figure: BookFigure, cell: Cell): string {
  if (isMoneyFigure(figure))
    return `${boardBookPath}?${new URLSearchParams({ year: book.year, rows: amountParam(figure, cell) })}`
  const range = figure === 'joined' ? joinedRange(book, cell) : lapsedDays(book, cell)
  return membersPath({ ...range, state: cell.state }, cell.role)
}

/** All years of joining as one. */
export function allCohorts({ retention }: BoardBook): { from: null; to: Day } | undefined {
  const last = retention.at(-1)
  return last && { from: null, to: last.to }
}

/**
 * The path of the members who joined in a year and have, or have not, paid for the last day that counts.
 */
export function retentionPath(
  { as_of }: Book,
  cohort: { from: Day | null; to: Day } | undefined,
  { group, role }: { group: 'retained' | 'left' | undefined; role?: MemberRole | undefined },
): string {
  return membersPath(
    {
      joined_from: cohort?.from ?? undefined,
      joined_to: cohort?.to,
      paid_from: group === 'retained' ? as_of : undefined,
      paid_to: group === 'left' ? addDays(as_of, -1) : undefined,
    },
    role,
  )
}

function membersPath(
  filters: Record<string, string | undefined>,
  role: MemberRole | undefined,
): string {
  const params = Object.entries({ type: role, ...filters }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
  )
  return `/admin/members?${new URLSearchParams(params)}`
}

function joinedRange({ year }: Book, { month }: Cell) {
  const { from, to } = daysIn(year, month)
  return { joined_from: from, joined_to: to }
}

function lapsedDays({ year, as_of }: Book, { month }: Cell) {
  const range = daysIn(year, month)
  const days = lapsedRange(range, as_of)
  return { lapsed_from: days?.from, lapsed_to: days?.to }
}

/** The first and the last day of a month, or of the year without one. */
function daysIn(yearOfBook: string, month: string | undefined): Period {
  if (month === undefined) return financialYearFrom(startYearOf(yearOfBook))
  const [year = 0, number = 0] = month.split('-').map(Number)
  const to = isoDay(new Date(Date.UTC(year, number, 0)))
  return { from: firstOfMonth(to), to }
}

/** 'collected.2026-06.oem', 'raised.27', 'waived'. */
const amountParam = (figure: BookFigure, { month, state, role }: Cell): string =>
  [figure, month, state, role].filter(Boolean).join('.')

type AmountFilter = Pick<BookMembersQuery, 'figure' | 'month' | 'state' | 'role'>

/** The amount that a parameter of the address names; undefined for any other text. */
export function parseAmount(param: string | null): AmountFilter | undefined {
  const [name, ...rest] = param?.split('.') ?? []
  const figure = moneyFigures.find((one) => one === name)
  if (!figure) return undefined
  const find = <Value extends string>(values: readonly Value[]) =>
    values.find((value) => rest.includes(value))
  return {
    figure,
    month: rest.find((text) => /^(before|later|\d{4}-\d{2})$/.test(text)),
    state: find(stateKeys),
    role: find(['oem', 'vendor']),
  }
}
