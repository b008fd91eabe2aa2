// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { LoginScreen } from './LoginScreen.tsx'
import { savePendingLink } from './pending-link.ts'

const now = new Date('2026-11-25T06:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  sessionStorage.clear()
  window.history.replaceState(null, '', '/login')
})

afterEach(() => {
  vi.useRealTimers()
})

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the way back from Check Your Email keeps the address, and asks about a mistyped one', async () => {
  savePendingLink({ email: 'raju@gmial.com', type: 'member', sentAt: now.getTime() })
  renderPage(<LoginScreen />)
  await click('Back to Login')
  await click('Login as OEM / Vendor (Members only)')
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  expect(field.value).toBe('raju@gmial.com')
  await click('Did you mean raju@gmail.com?')
  expect(field.value).toBe('raju@gmail.com')
})
