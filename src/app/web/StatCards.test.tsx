// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { quietDashboard } from '#test/support/page/dashboard.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Dashboard, Stats } from '../answers.ts'
import { StatCards } from './StatCards.tsx'

const stats: Stats = { totalMembers: 58, pendingOEMs: 0, pendingVendors: 0, pendingJobs: 0 }

/** A year in which nothing was raised or paid, and for which no rates are set. */
const dashboardOf = (owing: number): Dashboard => ({
  ...quietDashboard,
  members: 58,
  types: { oem: 58, vendor: 0 },
  dues: { ...quietDashboard.dues, owing },
})

let owing = 0
beforeEach(async () => {
  await startApi(({ url }) => ({
    headers: { 'Content-Type': 'application/json' },
    body: url?.endsWith('/month') ? dashboardOf(owing) : stats,
  }))
})

test.each([
  [0, 'Nothing is owed and nothing is paid yet'],
  [58, 'The amount is not set yet'],
])(
  'while nothing is to be collected and %i members owe, the dues say %s',
  async (members, text) => {
    owing = members
    renderPage(<StatCards />)
    await expect(screen.findByText(text)).resolves.toBeDefined()
  },
)
