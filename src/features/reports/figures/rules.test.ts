import { describe, expect, test } from 'vitest'
import type { Instant } from '#shared/dates.ts'
import {
  duesOfYear,
  endingPeriod,
  endingWeeks,
  joinedYearStarts,
  joinedYears,
  offeredMaterials,
  selectableYears,
} from './rules.ts'

/** 5 January 2025, 14:30 in India: the current financial year is 2024-25. */
const now = new Date('2025-01-05T09:00:00.000Z')

describe('members over time', () => {
  test('counts to the end of each financial year in India', () => {
    const starts = joinedYearStarts(now)
    expect(starts).toHaveLength(7)
    expect([starts[0], starts.at(-1)]).toEqual([
      '2018-03-31T18:30:00.000Z',
      '2024-03-31T18:30:00.000Z',
    ])
  })

  test('cumulates by year, from the year of the first member', () => {
    const counts = [
      { role: 'oem', period: 5, members: 3 },
      { role: 'vendor', period: 6, members: 2 },
      { role: 'oem', period: 7, members: 1 },
    ] as const
    expect(joinedYears(counts, now)).toEqual([
      { name: '2022-23', to: '2023-03-31', oem: 3, vendor: 0 },
      { name: '2023-24', to: '2024-03-31', oem: 3, vendor: 2 },
      { name: '2024-25', to: null, oem: 4, vendor: 2 },
    ])
  })

  test('is empty without members', () => {
    expect(joinedYears([], now)).toEqual([])
  })
})

describe('the dues of a financial year', () => {
  test('are sums by month and mode, beside those of the year before', () => {
    const cash = { mode: 'Cash', payments: 1 } as const
    const { months, before } = duesOfYear(2024, [
      { ...cash, month: '2023-05', paise: 250_001 },
      { ...cash, month: '2024-05', paise: 250_000 },
      { month: '2024-05', mode: null, paise: 7, payments: 2 },
    ])
    expect(before).toEqual([0, 250_001, ...Array(10).fill(0)])
    expect(months[1]).toEqual({
      month: '2024-05',
      modes: [
        { mode: 'Cash', paise: 250_000, payments: 1 },
        { mode: null, paise: 7, payments: 2 },
      ],
    })
    expect(months[2]).toEqual({ month: '2024-06', modes: [] })
  })

  test.each<[first: Instant | undefined, years: number[]]>([
    [undefined, [2024]],
    ['2024-04-01T00:00:00.000Z', [2024]],
    ['2024-03-31T18:29:59.999Z', [2024, 2023]],
    ['2022-01-01T00:00:00.000Z', [2024, 2023, 2022, 2021]],
    ['2026-01-01T00:00:00.000Z', [2024]],
  ])('offers the years back to the oldest payment (%s)', (first, years) => {
    expect(selectableYears(first, now)).toEqual(years)
  })
})

describe('memberships that end soon', () => {
  test('counts today and the next 89 days by weeks', () => {
    expect(endingPeriod(now)).toEqual({ from: '2025-01-05', to: '2025-04-04' })
    const weeks = endingWeeks(
      [
        { role: 'oem', day: '2025-01-05', members: 2 },
        { role: 'vendor', day: '2025-01-11', members: 1 },
        { role: 'vendor', day: '2025-01-12', members: 4 },
        { role: 'oem', day: '2025-04-04', members: 8 },
      ],
      now,
    )
    expect(weeks).toHaveLength(13)
    expect(weeks[0]).toEqual({ from: '2025-01-05', to: '2025-01-11', oem: 2, vendor: 1 })
    expect(weeks[1]).toEqual({ from: '2025-01-12', to: '2025-01-18', oem: 0, vendor: 4 })
    expect(weeks.at(-1)).toEqual({ from: '2025-03-30', to: '2025-04-04', oem: 8, vendor: 0 })
  })

  test('starts with today in India', () => {
    expect(endingPeriod(new Date('2025-01-05T18:30:00.000Z')).from).toBe('2025-01-06')
  })
})

test('counts each material once for each vendor, most offered first', () => {
  expect(
    offeredMaterials([
      { materials: ['plywood', 'veneer', 'plywood'], vendors: 2 },
      { materials: ['veneer'], vendors: 3 },
      { materials: ['tools', 'of-old'], vendors: 2 },
      { materials: [], vendors: 9 },
    ]),
  ).toEqual([
    { material: 'veneer', vendors: 5 },
    { material: 'tools', vendors: 2 },
    { material: 'plywood', vendors: 2 },
  ])
})
