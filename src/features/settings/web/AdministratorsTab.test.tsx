// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { AdministratorsTab } from './AdministratorsTab.tsx'

let api: Awaited<ReturnType<typeof startApi>>
let refusal: { status: number; headers?: Record<string, string>; body: string } | undefined

beforeEach(async () => {
  refusal = undefined
  api = await startApi(({ method }) => {
    if (method === 'GET') return { body: [] }
    return refusal ?? { status: 201, body: { message: 'Administrator added' } }
  })
})

afterEach(() => {
  dismissToast()
})

async function add() {
  renderPage(<AdministratorsTab />)
  await userEvent.type(screen.getByLabelText('Name'), 'Asha Patil')
  await userEvent.type(screen.getByLabelText('Email'), 'asha@teak.example')
  await userEvent.click(screen.getByText('Add Administrator'))
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')

describe('adding an administrator', () => {
  test('empties the form', async () => {
    await add()
    await waitFor(() => expect(currentToast()?.description).toBe('Administrator added'))
    await waitFor(() => expect(email().value).toBe(''))
  })

  test('asks about a mistyped address', async () => {
    renderPage(<AdministratorsTab />)
    await userEvent.type(screen.getByLabelText('Email'), 'asha@gmial.com')
    await userEvent.click(await screen.findByText('Did you mean asha@gmail.com?'))
    expect(email().value).toBe('asha@gmail.com')
  })

  test('shows a refusal of the address in its field', async () => {
    const body = 'This person is already an administrator'
    refusal = { status: 409, headers: { 'Error-Field': 'email' }, body }
    await add()
    await screen.findByText(body)
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(currentToast()?.open).toBeFalsy()
  })

  test('shows any other failure in a toast, and keeps what was typed', async () => {
    refusal = { status: 503, body: 'The portal cannot reach its database' }
    await add()
    await waitFor(() => expect(currentToast()?.description).toBe(refusal?.body))
    expect(email().getAttribute('aria-invalid')).not.toBe('true')
    expect(email().value).toBe('asha@teak.example')
  })
})

test('signing out another administrator asks first, and is not offered for oneself', async () => {
  const people = [
    { id: 'a1', name: 'Asha Patil', email: 'asha@teak.example' },
    { id: 'a2', name: 'Ravi Shah', email: 'ravi@teak.example' },
  ]
  api = await startApi(({ method, url }) => {
    if (method === 'DELETE') return { body: { message: 'Signed out everywhere' } }
    if (url === '/api/user') return { body: people[0] }
    return { body: url?.startsWith('/api/admin/members') ? people : [] }
  })
  renderPage(<AdministratorsTab />)
  await userEvent.click(await screen.findByLabelText('Sign out Ravi Shah everywhere'))
  expect(screen.queryByLabelText('Sign out Asha Patil everywhere')).toBeNull()
  await screen.findByText('Sign out Ravi Shah everywhere?')
  expect(api.requests).not.toContain('DELETE /api/admin/members/a2/sessions')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(currentToast()?.description).toBe('Signed out everywhere'))
  expect(api.requests).toContain('DELETE /api/admin/members/a2/sessions')
})
