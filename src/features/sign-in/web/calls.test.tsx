// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { queryClient } from '#platform/web/api/query-client.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { currentUser, useVerify } from './calls.ts'

const user = { id: 'a1', role: 'admin', email: 'asha@teak.example' }
function SignIn() {
  const verify = useVerify()
  const handleClick = () => verify.mutate({ token: 'x'.repeat(43) })
  return (
    <button type="button" onClick={handleClick}>
      {verify.isSuccess ? 'Signed in' : 'Sign in'}
    </button>
  )
}

test('reloads the user after a sign-in on a page that was loaded by a visitor', async () => {
  await startApi(() => ({ body: user }))
  document.head.innerHTML = '<meta name="visitor" content="yes">'
  renderPage(<SignIn />)
  await userEvent.click(screen.getByText('Sign in'))
  await screen.findByText('Signed in')
  expect(await queryClient.fetchQuery({ ...currentUser, staleTime: 0 })).toEqual(user)
})
