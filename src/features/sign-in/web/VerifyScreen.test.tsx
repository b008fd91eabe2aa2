// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { RefusalCode } from '#shared/refusal.ts'
import { duration } from '#shared/sentences.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { linkLifetime } from '../rules.ts'
import { VerifyScreen } from './VerifyScreen.tsx'

let code: RefusalCode | undefined
let status: number

beforeEach(async () => {
  await startApi(({ method }) =>
    method === 'GET'
      ? { status: 401 }
      : { status, headers: code ? { 'Error-Code': code } : {}, body: 'The sentence of the server' },
  )
})

async function openLink(refusedAs: { status: number; code?: RefusalCode }) {
  ;({ status, code } = { code: undefined, ...refusedAs })
  window.history.replaceState(null, '', `/login/verify#token=${'x'.repeat(43)}`)
  renderPage(<VerifyScreen />)
  await screen.findByText('Request a new link')
}

test('asks for the code of a link that was opened in another browser', async () => {
  await openLink({ status: 403, code: 'code-needed' })
  expect(screen.getByLabelText<HTMLInputElement>('Six-digit code').inputMode).toBe('numeric')
})

test('asks for the code of an administrator with a keyboard of letters', async () => {
  await openLink({ status: 403, code: 'code-needed-letters' })
  const field = screen.getByLabelText<HTMLInputElement>('Eight-character code')
  expect([field.inputMode, field.autocomplete]).toEqual(['text', 'one-time-code'])
})

test('shows why an account is off, and asks for no code', async () => {
  await openLink({ status: 403, code: 'account-off' })
  screen.getByText('The sentence of the server')
  expect(screen.queryByLabelText('Six-digit code')).toBeNull()
})

test.each<[number, RefusalCode, string]>([
  [404, 'link-unknown', 'This link is invalid'],
  [409, 'link-used', 'This link has already been used'],
  [409, 'link-replaced', 'This link has already been used'],
  [410, 'link-expired', 'This link has expired'],
  [410, 'link-blocked', 'Too many incorrect codes'],
])('offers a new link, and no other try, after %i %s', async (refusedWith, reason, title) => {
  await openLink({ status: refusedWith, code: reason })
  screen.getByText(title)
  expect(screen.queryByText('Try again')).toBeNull()
})

test('says how long links work', async () => {
  await openLink({ status: 410, code: 'link-expired' })
  const lifetime = duration(linkLifetime)
  screen.getByText(`For your security, links work for ${lifetime}. Request a new one.`)
})

test.each<[number, RefusalCode | undefined, string]>([
  [429, 'too-many-tries', 'Too many attempts'],
  [503, undefined, "That didn't work"],
])('offers another try after %i %s', async (refusedWith, reason, title) => {
  await openLink({ status: refusedWith, ...(reason && { code: reason }) })
  screen.getByText(title)
  screen.getByText('Try again')
  screen.getByText('The sentence of the server')
})
