// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { OwnDues } from './OwnDues.tsx'

const paid = { token: 'id.secret', notice: { owed_paise: 0, reports: [], charges: [] } }

let api: Awaited<ReturnType<typeof startApi>>
let own: typeof paid | null

beforeEach(async () => {
  own = paid
  api = await startApi(() => ({ body: own }))
})

test('says that nothing is owed, with the last day that is paid', async () => {
  renderPage(<OwnDues paidUntil="2027-03-31" />)
  await screen.findByText('Nothing owed')
  screen.getByText('Your membership is paid until 31 March 2027.')
})

test('says it without a day where dues were waived, and nothing where there never were any', async () => {
  const { unmount } = renderPage(<OwnDues paidUntil={null} />)
  await screen.findByText('Nothing owed')
  expect(screen.queryByText(/paid until/)).toBeNull()
  unmount()
  own = null
  const { container } = renderPage(<OwnDues paidUntil={null} />)
  await waitFor(() => expect(api.requests).toHaveLength(2))
  expect(container.textContent).toBe('')
})
