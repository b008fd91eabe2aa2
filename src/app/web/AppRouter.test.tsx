// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { AppRouter } from './AppRouter.tsx'

const notice = {
  reference: 'DN2627K7Q4XMWP',
  year: '2026-27',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  charges: [],
  reports: [],
  owed_paise: 0,
  credit_paise: 0,
  association: { name: 'PMA' },
}

/** Opens a dues notice as a user, or as a visitor. */
async function openNotice(user: object | null) {
  await startApi(({ url }) =>
    url === '/api/user' ? (user ? { body: user } : { status: 401 }) : { body: notice },
  )
  window.history.replaceState(null, '', '/dues#token=secret')
  const page = renderPage(<AppRouter />)
  await screen.findByText('Nothing to pay')
  return page
}

test('a dues notice leads those who are signed in back to their first screen, and nobody else', async () => {
  const page = await openNotice({ id: 'asha', role: 'vendor' })
  const back = await screen.findByRole('link', { name: 'Back to portal' })
  expect(back.getAttribute('href')).toBe('/vendor/members')
  page.unmount()
  await openNotice(null)
  expect(screen.queryByRole('link', { name: 'Back to portal' })).toBeNull()
})
