// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '#features/members/answers.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { canOpen, routes } from './routes.tsx'
import { Sidebar } from './Sidebar.tsx'

test.each(['admin', 'oem', 'vendor', undefined] as const)(
  'the sidebar of %s links only to screens that this role may open',
  (role) => {
    render(
      <QueryClientProvider client={queryClient}>
        <Sidebar role={role} />
      </QueryClientProvider>,
    )
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    const user = { role } as User
    const open = routes.filter((route) => canOpen(route, user)).map(({ path }) => path)
    expect(links.length).toBeGreaterThan(2)
    expect(open).toEqual(expect.arrayContaining(links))
  },
)

test('the screens below Renewals are marked as such in the sidebar', () => {
  window.history.replaceState(null, '', '/admin/renewals/bank-statements')
  const role = 'admin'
  render(
    <QueryClientProvider client={queryClient}>
      <Sidebar role={role} />
    </QueryClientProvider>,
  )
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => link.textContent)).toEqual(['Renewals'])
})
