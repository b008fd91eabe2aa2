// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { AdminDashboardScreen } from './AdminDashboardScreen.tsx'

let api: Awaited<ReturnType<typeof startApi>>
beforeEach(async () => {
  api = await startApi(() => ({ status: 503, body: 'Away' }))
})
const isList = (request: string) => /jobs|applications/.test(request)
const ofTop = ['GET /api/admin/stats/month', 'GET /api/admin/first-day']

test.each([
  ['/admin', ofTop],
  ['/admin?tab=approved-jobs', []],
])('%s loads its list, and of what is above the tabs %j', async (address, expected) => {
  window.history.replaceState(null, '', address)
  renderPage(<AdminDashboardScreen />)
  await screen.findByRole('tab', { name: 'Approved Jobs' })
  await waitFor(() => expect(api.requests.filter(isList)).not.toEqual([]))
  await waitFor(() =>
    expect(ofTop.filter((request) => api.requests.includes(request))).toEqual(expected),
  )
})

// With the list of what waits, that list says it.
test.each([
  ['/admin', 0],
  ['/admin?tab=approved-jobs', 1],
])('a portal without a mail server says so at %s in banners: %i', async (address, count) => {
  updatePortal({ writes_mails_to_files: true })
  window.history.replaceState(null, '', address)
  renderPage(<AdminDashboardScreen />)
  await screen.findByRole('tab', { name: 'Approved Jobs' })
  await waitFor(() => expect(screen.queryAllByText("Emails aren't being sent")).toHaveLength(count))
})
