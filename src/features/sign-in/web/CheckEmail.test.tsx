// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { minutes } from '#shared/durations.ts'
import { duration } from '#shared/sentences.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { linkLifetime, linkLifetimeText } from '../rules.ts'
import { LoginScreen } from './LoginScreen.tsx'
import { pendingLink } from './pending-link.ts'

const start = Date.UTC(2025, 0, 5, 9)
let sent: unknown[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  sent = []
  await startApi((_request, body) => {
    sent.push(JSON.parse(body))
    return { body: { message: 'Magic link sent' } }
  })
  note(start)
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

const note = (sentAt: number) =>
  sessionStorage.setItem(
    'sign-in-waiting',
    JSON.stringify({ email: 'asha@teak.example', type: 'member', sentAt }),
  )
const open = () =>
  renderPage(
    <Router hook={memoryLocation({ path: '/login' }).hook}>
      <LoginScreen />
    </Router>,
  )
/** Once the view is ready, with its timer. */
async function field() {
  const input = await screen.findByLabelText<HTMLInputElement>('Six-digit code')
  await act(async () => {})
  return input
}
/** Simulates a device that is opened after it slept. */
const showAgainAfter = (ms: number) => {
  vi.setSystemTime(Date.now() + ms)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('says that emails are delayed when the server has said so', async () => {
  const link = { email: 'asha@teak.example', type: 'member', sentAt: start, isDelayed: true }
  sessionStorage.setItem('sign-in-waiting', JSON.stringify(link))
  open()
  await field()
  screen.getByText(
    `Our emails are delayed at the moment: if nothing has come in ${linkLifetimeText}, please try again later or contact the association.`,
  )
})

test('counts down until the code expires, then offers a new link for the same address', async () => {
  open()
  expect((await field()).disabled).toBe(false)
  screen.getByText(`The link and the code work for another ${duration(linkLifetime)}.`)
  showAgainAfter(linkLifetime - 30_000)
  screen.getByText('The link and the code work for another 30 seconds.')
  vi.setSystemTime(start + linkLifetime)
  await screen.findByText('This code has expired')
  expect((await field()).disabled).toBe(true)
  expect(screen.queryByText('Sign in with code')).toBeNull()
  fireEvent.click(screen.getByText('Send a new link'))
  await screen.findByText(`The link and the code work for another ${duration(linkLifetime)}.`)
  expect(sent).toEqual([{ email: 'asha@teak.example', type: 'member' }])
  expect((await field()).disabled).toBe(false)
})

test('is right after a sleep, when the page is shown again', async () => {
  open()
  await field()
  showAgainAfter(minutes(25))
  screen.getByText('This code has expired')
})

test('says so after a reload too', async () => {
  vi.setSystemTime(start + minutes(12))
  open()
  await screen.findByText('This code has expired')
})

test('shows the login options again an hour later', () => {
  expect(pendingLink(start + minutes(69))).not.toBeNull()
  expect(pendingLink(start + minutes(70))).toBeNull()
})
