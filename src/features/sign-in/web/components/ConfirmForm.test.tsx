// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'

const bodies: unknown[] = []
let refusal: { status: number; headers?: Record<string, string>; body: string } | undefined

beforeEach(async () => {
  bodies.length = 0
  refusal = undefined
  await startApi((_request, body) => {
    bodies.push(JSON.parse(body))
    return refusal ?? { body: { id: '1' } }
  })
})

const show = (methods: Parameters<typeof ConfirmForm>[0]['methods']) => {
  const onConfirmed = vi.fn()
  renderPage(<ConfirmForm methods={methods} onConfirmed={onConfirmed} />)
  return onConfirmed
}

test('focuses the code field, which phones fill in, and sends the code', async () => {
  const onConfirmed = show(['app', 'recovery'])
  const field = screen.getByLabelText('Six-digit code')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.type(field, '123 456{Enter}')
  await waitFor(() => expect(onConfirmed.mock.calls.length).toBe(1))
  expect(bodies).toEqual([{ app_code: '123 456' }])
})

test('asks for six digits before it calls the server', async () => {
  show(['app'])
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123{Enter}')
  await screen.findByText('Please enter the six digits of the code')
  expect(bodies).toEqual([])
})

test('shows a refusal at the field and selects the code', async () => {
  const body = 'That code is incorrect or was already used.'
  refusal = { status: 400, headers: { 'Error-Code': 'code-wrong' }, body }
  show(['app'])
  const field = screen.getByLabelText<HTMLInputElement>('Six-digit code')
  await userEvent.type(field, '123456{Enter}')
  await screen.findByText(body)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
})

test('offers the other methods, without the last error', async () => {
  refusal = { status: 400, body: 'That code is incorrect' }
  show(['app', 'recovery'])
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456{Enter}')
  await screen.findByText('That code is incorrect')
  await userEvent.click(screen.getByText('Use a recovery code'))
  expect(screen.queryByText('That code is incorrect')).toBeNull()
  refusal = undefined
  await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk{Enter}')
  await waitFor(() => expect(bodies.at(-1)).toEqual({ recovery_code: 'abcde-fghjk' }))
})

test('offers no passkey in a browser without them', () => {
  show(['passkey', 'recovery'])
  expect(screen.queryByText('Use a passkey')).toBeNull()
  screen.getByLabelText('Recovery code')
})
