// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ConfirmLoaded } from './ConfirmLoaded.tsx'

test('says that there is no second factor, and where to add one', async () => {
  const body = {
    limitation: null,
    methods: [],
    is_required: false,
    allows_passkeys: true,
    factors: [],
    recovery_codes_left: 0,
  }
  await startApi(() => ({ body }))
  renderPage(<ConfirmLoaded onConfirmed={() => {}} />)
  await screen.findByText(/Your account has no second factor/)
  const link = screen.getByRole('link', { name: 'your profile' })
  expect(link.getAttribute('href')).toBe('/profile')
  expect(screen.queryByLabelText('Recovery code')).toBeNull()
})
