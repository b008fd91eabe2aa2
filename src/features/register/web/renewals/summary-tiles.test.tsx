// @vitest-environment jsdom
import type { UseQueryResult } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import type { RenewalTotals } from '../../renewals/answers.ts'
import { RenewalSummarySection } from './RenewalSummarySection.tsx'

/** In April, of 40 members: 30 have paid the last year in full, and their dues are not raised yet. */
const totals: RenewalTotals = {
  year: '2026-27',
  years: ['2026-27'],
  statuses: [
    { status: 'paid', members: 2, owed_paise: 0, not_raised_paise: 0 },
    { status: 'not due', members: 30, owed_paise: 0, not_raised_paise: 150_000_00 },
    { status: 'due', members: 3, owed_paise: 15_000_00, not_raised_paise: 0 },
    { status: 'grace', members: 1, owed_paise: 5000_00, not_raised_paise: 0 },
    { status: 'lapsed', members: 4, owed_paise: 20_000_00, not_raised_paise: 20_000_00 },
  ],
  dues: [
    { filter: 'owes', members: 38, owed_paise: 210_000_00 },
    { filter: 'lapsed', members: 34, owed_paise: 190_000_00 },
    { filter: 'due', members: 4, owed_paise: 20_000_00 },
    { filter: 'grace', members: 1, owed_paise: 5000_00 },
    { filter: 'not due', members: 30, owed_paise: 150_000_00 },
    { filter: 'paid', members: 2, owed_paise: 0 },
  ],
}

afterEach(() => {
  vi.useRealTimers()
})

test('each member is counted once beside the number of all who owe', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-02T06:00:00.000Z') })
  const page = renderPage(
    <RenewalSummarySection
      totals={{ data: totals, isPending: false } as UseQueryResult<RenewalTotals>}
      filters={{ values: {} as never, setFilter: () => undefined }}
      waiting={null}
    />,
  )
  const tiles = within(screen.getByRole('list', { name: 'Members by status' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(tiles).toEqual([
    'Due or lapsed38₹2,10,000 owed',
    'Lapsed4₹40,000 owed',
    'Due3₹15,000 owed',
    'Due, in grace1₹5,000 owed',
    'Not raised yet30₹1,50,000 owed',
    'Paid2',
  ])
  // The parts of the bar below them are in the same order.
  const parts = [...page.container.querySelectorAll<HTMLElement>('[style*="flex-grow"]')]
  expect(parts.map(({ style }) => style.flexGrow)).toEqual(['4', '3', '1', '30', '2'])
  screen.getByText(
    `Members in 'Not raised yet' owe the dues of 2026-27, which are not raised yet, and nothing else. What the others owe includes dues that are not raised.`,
  )
})

test('without a summary there is its error alone, without a frame', () => {
  const failed = { data: undefined, isPending: false, isError: true, error: null }
  const { container } = renderPage(
    <RenewalSummarySection
      totals={failed as unknown as UseQueryResult<RenewalTotals>}
      filters={{ values: {} as never, setFilter: () => undefined }}
      waiting={null}
    />,
  )
  screen.getByText("Couldn't load the summary")
  expect(container.querySelector('.rounded-lg.border')).toBeNull()
})
