// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { DashboardTop } from './DashboardTop.tsx'

test('what waits stays, with a dialog that is open in it, when the first member comes', async () => {
  await startApi(() => ({ status: 503, body: 'Away' }))
  const page = renderPage(<DashboardTop isEmpty />)
  const list = await screen.findByRole('heading', { name: 'To do' })
  page.rerender(<DashboardTop isEmpty={false} />)
  expect(screen.getByRole('heading', { name: 'To do' })).toBe(list)
})
