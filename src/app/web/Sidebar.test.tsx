// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { Sidebar } from './Sidebar.tsx'

test('how many wait is the description of an entry: its name and text are the label alone', async () => {
  await startApi(() => ({ body: { applications: 5, jobs: 3 } }))
  renderPage(<Sidebar {...{ role: 'admin' }} />)
  const entry = (name: string) => screen.getByRole('link', { name })
  const description = (name: string) => entry(name).getAttribute('aria-description')
  await waitFor(() => expect(description('Dashboard')).toBe('8 waiting'))
  expect(description('Applications')).toBe('5 waiting')
  expect(description('Members')).toBeNull()
  expect(entry('Dashboard').textContent).toBe('Dashboard')
})
