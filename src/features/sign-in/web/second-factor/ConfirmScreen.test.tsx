// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ConfirmScreen } from './ConfirmScreen.tsx'

test('a paper that is opened without a session leads to the login', async () => {
  await startApi(() => ({ status: 401, body: 'Please log in' }))
  renderPage(<ConfirmScreen />)
  // A visitor has no user.
  queryClient.setQueryData(userKey, null)
  const login = await screen.findByRole('link', { name: 'Login' })
  expect(login.getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
