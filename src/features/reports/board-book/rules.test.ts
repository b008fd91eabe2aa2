import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duesStatusOn } from '#features/members/dues-status.ts'
import { addDays, type Day, startOfDay } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import { boardBook } from '#test/support/board-book.ts'
import type { Sums } from './answers.ts'
import { bookFigures, moneyFigures } from './contract.ts'
import { figurePath, parseAmount, retentionPath } from './links.ts'
import { type BookAmount, type BookMember, lapsedRange, selectableBookYears } from './rules.ts'

const day = fc.integer({ min: 0, max: 6000 }).map((days) => addDays('2012-01-01', days))
const member = fc.record({
  role: fc.constantFrom('oem' as const, 'vendor' as const),
  created_at: day.map(startOfDay),
  paid_until: fc.oneof(day, fc.constant('' as const)),
  waived_until: fc.constant('' as const),
  counts_from: fc.oneof(day, fc.constant('' as const)),
  dues_open_from: fc.oneof(day, fc.constant('' as const)),
  dues_open_to: fc.oneof(day, fc.constant('' as const)),
  due_on: fc.constant('' as const),
  grace_until: day,
  state: fc.constantFrom('27' as const, '24' as const, undefined),
})
const part = fc.record({
  member: fc.nat({ max: 12 }),
  figure: fc.constantFrom(...moneyFigures),
  month: fc.nat({ max: 13 }),
  paise: fc.integer({ min: 1, max: 10 ** 9 }),
})

function add(a: Sums, b: Sums): Sums {
  const sums = { ...a }
  for (const figure of bookFigures) sums[figure] += b[figure]
  return sums
}
const sumsOf = (rows: readonly { oem: Sums; vendor: Sums }[]) =>
  rows.reduce(
    (sum, { oem, vendor }) => ({ oem: add(sum.oem, oem), vendor: add(sum.vendor, vendor) }),
    { oem: nothing, vendor: nothing },
  )
const nothing: Sums = {
  joined: 0,
  lapsed: 0,
  raised: 0,
  collected: 0,
  unraised: 0,
  waived: 0,
  other_raised: 0,
  other_collected: 0,
  other_waived: 0,
}

describe('the board book', () => {
  test('has the same sums by type, by month and by state, and counts every member once', () => {
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 12 }),
        fc.array(part, { maxLength: 20 }),
        fc.integer({ min: 2012, max: 2029 }),
        (drawn, amounts, year) => {
          const members: BookMember[] = drawn.map((one, index) => ({ ...one, id: String(index) }))
          const parts: BookAmount[] = amounts.map(({ member: id, ...one }) => ({
            ...one,
            person_id: String(id),
          }))
          const today: Day = '2026-11-22'
          const book = boardBook(year, { members, parts, today })
          expect(sumsOf(book.months)).toEqual(book.types)
          expect(sumsOf(book.states)).toEqual(book.types)
          const total = add(book.types.oem, book.types.vendor)
          const { from } = financialYearFrom(year)
          const { from: to } = financialYearFrom(year + 1)
          const joined = members.filter(
            ({ created_at: at }) => startOfDay(from) <= at && at < startOfDay(to),
          )
          expect(total.joined).toBe(joined.length)
          const lastDay = addDays(to, -1) < today ? addDays(to, -1) : today
          const lapsed = members
            .map((one) => duesStatusOn(one, lastDay))
            .filter(({ status, since }) => status === 'lapsed' && (since ?? '') >= from)
          expect(total.lapsed).toBe(lapsed.length)
          const cohorts = book.retention.flatMap(({ oem, vendor }) => [oem, vendor])
          expect(sum(cohorts, ({ retained, left }) => retained + left)).toBe(
            members.filter(({ created_at: at }) => at < startOfDay(to)).length,
          )
        },
      ),
    )
  })

  const of = (one: Partial<BookMember>): BookMember => ({
    id: '1',
    role: 'oem',
    created_at: '2020-06-01T00:00:00.000Z',
    paid_until: '',
    waived_until: '',
    counts_from: '',
    due_on: '',
    grace_until: '',
    dues_open_from: '',
    dues_open_to: '',
    state: undefined,
    ...one,
  })

  test('counts a lapse on the day after the last day paid for', () => {
    const members = [of({ paid_until: '2026-03-31' }), of({ id: '2', paid_until: '2026-11-22' })]
    const { months } = boardBook(2026, { members, parts: [], today: '2026-11-22' })
    const lapsed = months.filter(({ oem }) => oem.lapsed > 0)
    expect(lapsed.map(({ month }) => month)).toEqual(['2026-04'])
  })

  test('counts who owes raised dues as lapsed after the days of grace, whatever was paid later', () => {
    const open: Partial<BookMember> = {
      counts_from: '2026-04-01',
      due_on: '2026-06-30',
      grace_until: '2026-07-30',
      dues_open_from: '2026-04-01',
      dues_open_to: '2027-03-31',
    }
    const members = [
      of({ ...open, paid_until: '2026-03-31' }),
      of({ ...open, id: '2', paid_until: '2027-03-31' }),
    ]
    const { months } = boardBook(2026, { members, parts: [], today: '2026-11-22' })
    const lapsed = months.filter(({ oem }) => oem.lapsed > 0)
    expect(lapsed.map(({ month, oem }) => [month, oem.lapsed])).toEqual([['2026-07', 2]])
  })

  test('keeps a member who has paid for the last day that counts', () => {
    const retained = (paid_until: Day, today: Day) =>
      boardBook(2025, { members: [of({ paid_until })], parts: [], today }).retention[0]?.oem
        .retained
    expect(retained('2026-03-31', '2026-11-22')).toBe(1)
    expect(retained('2026-03-30', '2026-11-22')).toBe(0)
    expect(retained('2025-11-22', '2025-11-22')).toBe(1)
    expect(retained('2025-11-21', '2025-11-22')).toBe(0)
  })

  test('has one row for the years of joining before the last twelve', () => {
    const members = [2010, 2012, 2020].map((year) =>
      of({ id: String(year), created_at: `${year}-06-01T00:00:00.000Z` }),
    )
    const { retention } = boardBook(2026, { members, parts: [], today: '2026-11-22' })
    expect(retention.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['before', null, '2015-03-31'],
      ['2020-21', '2020-04-01', '2021-03-31'],
    ])
  })

  test('has no lapses in a year that has not begun', () => {
    expect(lapsedRange({ from: '2027-04-01', to: '2028-03-31' }, '2026-11-22')).toBeUndefined()
  })

  test('offers the years from the first to the last, at most forty', () => {
    expect(selectableBookYears(2026, 2026, [2024, 2027])).toEqual([
      '2027-28',
      '2026-27',
      '2025-26',
      '2024-25',
    ])
    expect(selectableBookYears(2026, 2026, [1800])).toHaveLength(40)
  })
})

describe('the links of the board book', () => {
  const book = { year: '2026-27', as_of: '2026-11-22' } as const

  test('lead to the members who joined and lapsed', () => {
    expect(figurePath(book, 'joined', { month: '2027-02', role: 'oem' })).toBe(
      '/admin/members?type=oem&joined_from=2027-02-01&joined_to=2027-02-28',
    )
    expect(figurePath(book, 'lapsed', { state: '27' })).toBe(
      '/admin/members?lapsed_from=2026-04-01&lapsed_to=2026-11-22&state=27',
    )
    expect(figurePath(book, 'lapsed', { month: '2026-04' })).toBe(
      '/admin/members?lapsed_from=2026-04-01&lapsed_to=2026-04-30',
    )
  })

  test('lead to the members who stayed and who left', () => {
    const cohort = { from: '2024-04-01', to: '2025-03-31' } as const
    expect(retentionPath(book, cohort, { group: 'retained' })).toBe(
      '/admin/members?joined_from=2024-04-01&joined_to=2025-03-31&paid_from=2026-11-22',
    )
    expect(retentionPath(book, { ...cohort, from: null }, { group: 'left', role: 'vendor' })).toBe(
      '/admin/members?type=vendor&joined_to=2025-03-31&paid_to=2026-11-21',
    )
  })

  test('name an amount in the address', () => {
    const path = figurePath(book, 'collected', { month: '2026-06', role: 'oem' })
    expect(path).toBe('/admin/board-book?year=2026-27&rows=collected.2026-06.oem')
    expect(parseAmount('collected.2026-06.oem')).toEqual({
      figure: 'collected',
      month: '2026-06',
      role: 'oem',
    })
    expect(parseAmount('raised.27')).toEqual({ figure: 'raised', state: '27' })
    expect(parseAmount('joined.27')).toBeUndefined()
    expect(parseAmount(null)).toBeUndefined()
  })
})
