// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
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

test('a refused request keeps the address, also for another kind of person', async () => {
  await startApi(() => ({ status: 429, body: 'Please wait' }))
  renderPage(<LoginScreen />)
  await click('Login as OEM / Vendor (Members only)')
  const field = () => screen.findByLabelText<HTMLInputElement>('Email')
  await userEvent.type(await field(), 'asha@teak.example')
  await click('Send Magic Link')
  await waitFor(() => expect(currentToast()?.description).toBe('Please wait'))
  expect((await field()).value).toBe('asha@teak.example')
  await click('Back to login options')
  await click('Login to check job openings')
  expect((await field()).value).toBe('asha@teak.example')
})
