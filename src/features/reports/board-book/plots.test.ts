import { expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { boardBook } from '#test/support/board-book.ts'
import { columnText, figureText, plotsOf, totalOf, typeRows } from './plots.ts'
import type { BookMember } from './rules.ts'

const member = (
  id: string,
  created_at: Day,
  paid_until: Day | '',
  state?: '27' | '24',
): BookMember => ({
  id,
  role: id.startsWith('v') ? 'vendor' : 'oem',
  created_at: `${created_at}T09:00:00.000Z`,
  paid_until,
  waived_until: '',
  counts_from: '',
  due_on: '',
  grace_until: '',
  dues_open_from: '',
  dues_open_to: '',
  state,
})
const book = {
  ...boardBook(2026, {
    members: [
      member('1', '2024-06-01', '2027-03-31', '27'),
      member('2', '2024-06-01', '2026-03-31', '27'),
      member('v3', '2026-05-01', '2027-03-31', '24'),
      member('v4', '2012-05-01', ''),
    ],
    parts: [
      { person_id: '1', figure: 'raised', month: 0, paise: 500_000 },
      { person_id: '1', figure: 'collected', month: 3, paise: 200_050 },
      { person_id: 'v4', figure: 'raised', month: 1, paise: 900_000 },
    ],
    today: '2026-11-22',
  }),
  years: ['2026-27'],
}

test('a table shows a dash for no money, and a number for no members', () => {
  expect(figureText({ isMoney: true }, 0)).toBe('–')
  expect(figureText({ isMoney: true }, 750_000)).toBe('₹7,500')
  expect(figureText({ isMoney: false }, 0)).toBe('0')
})

test('an amount above a column has its currency, a number and an empty column none', () => {
  const plot = plotsOf(book, 'en').find(({ key }) => key === 'raised-by-month')
  if (!plot) throw new Error('There is no plot')
  const row = (value: number) => ({ key: 'a', label: 'A', shortLabel: 'A', values: [value] })
  expect([750_000, 0].map((value) => columnText(plot, row(value)))).toEqual(['₹8K', ''])
  expect(columnText({ ...plot, isMoney: false }, row(12))).toBe('12')
})

test('plots have the total of their rows', () => {
  for (const plot of plotsOf(book, 'en'))
    for (const [index, total] of plot.total.values.entries())
      expect(totalOf({ values: plot.rows.map((row) => row.values[index] ?? 0) })).toBe(total)
})

test('plots by month have the twelve months, and others only with amounts', () => {
  const plot = (key: string) => plotsOf(book, 'en').find((one) => one.key === key)
  expect(
    plot('raised-by-month')
      ?.rows.slice(0, 2)
      .map(({ label }) => label),
  ).toEqual(['Before April', 'Apr 2026'])
  expect(plot('collected-by-month')?.rows).toHaveLength(12)
})

test('plots by state begin with the largest, and end with what is not recorded', () => {
  const plot = plotsOf(book, 'hi').find(({ key }) => key === 'raised-by-state')
  expect(plot?.rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['महाराष्ट्र', 500_000, 0],
    ['दर्ज नहीं', 0, 900_000],
  ])
})

test('retention has the share of those who stayed', () => {
  const plot = plotsOf(book, 'en').find(({ key }) => key === 'retention')
  expect(plot?.rows.map(({ label, values, share }) => [label, ...values, share])).toEqual([
    ['Before 2024-25', 0, 1, '0 %'],
    ['2024-25', 1, 1, '50 %'],
    ['2026-27', 1, 0, '100 %'],
  ])
  expect(plot?.total.share).toBe('50 %')
})

test('the table by type adds up', () => {
  expect(typeRows(book, 'en').map(({ label, paid, sums }) => [label, paid, sums.raised])).toEqual([
    ['OEM', 1, 500_000],
    ['Vendors', 1, 900_000],
    ['Total', 2, 1_400_000],
  ])
})
