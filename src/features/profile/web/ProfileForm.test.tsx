// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '#features/members/answers.ts'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import { dismissToast } from '#platform/web/toast/toast.ts'
import type { Instant } from '#shared/dates.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ProfileForm } from './ProfileForm.tsx'

const updated_at: Instant = '2025-01-05T09:00:00.000Z'
// A job seeker: the form has only the basic fields.
const user = {
  id: 'asha',
  name: 'Asha Patil',
  email: 'asha@teak.example',
  whatsapp_number: '98765 43210',
  is_member: false,
  show_phone: true,
  show_email: true,
  show_address: true,
  updated_at,
} as User

let api: Awaited<ReturnType<typeof startApi>>
beforeEach(async () => {
  sessionStorage.clear()
  api = await startApi((_request, body) => ({ body: { ...user, ...JSON.parse(body || '{}') } }))
})
afterEach(() => {
  dismissToast()
})

function open(shown = user) {
  const page = renderPage(null)
  queryClient.setQueryData(userKey, shown)
  page.rerender(<ProfileForm user={shown} />)
  return page
}
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const restored = () => screen.queryByText('Your unsaved changes were restored.')

test('restores unsaved changes after leaving the screen, until they are discarded', async () => {
  const { unmount } = open()
  expect(screen.queryByText('Discard')).toBeNull()
  await userEvent.type(name(), ' Rao')
  unmount()
  open()
  expect(name().value).toBe('Asha Patil Rao')
  expect(restored()).not.toBeNull()
  screen.getByText('You have unsaved changes.')
  await userEvent.click(screen.getByText('Discard'))
  expect(name().value).toBe('Asha Patil')
  expect(restored()).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

test('forgets the draft once it is saved', async () => {
  open()
  await userEvent.type(name(), ' Rao')
  await userEvent.click(screen.getByText('Save Changes'))
  await waitFor(() => expect(screen.queryByText('You have unsaved changes.')).toBeNull())
  expect(name().value).toBe('Asha Patil Rao')
  expect(sessionStorage.length).toBe(0)
})

test('keeps what was typed when too many saves were made', async () => {
  open()
  api.handle = () => ({ status: 429, body: 'You have saved your profile 60 times within an hour.' })
  await userEvent.type(name(), ' Rao')
  await userEvent.click(screen.getByText('Save Changes'))
  await waitFor(() => expect(api.requests).toContain('PUT /api/profile'))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(
      false,
    ),
  )
  expect(name().value).toBe('Asha Patil Rao')
  screen.getByText('You have unsaved changes.')
})

test('the hint to ask an administrator is not for administrators', () => {
  const { rerender } = open()
  const hint = 'Only an administrator can change this.'
  expect(screen.getByText(hint)).toBeDefined()
  rerender(<ProfileForm user={{ ...user, role: 'admin' }} />)
  expect(screen.queryByText(hint)).toBeNull()
})

test.each([true, false])(
  'of a person who is a member: %s, a note says what a number without all its digits cannot do',
  async (isMember) => {
    const note = 'Not a complete number: members cannot call or WhatsApp you.'
    open({ ...user, is_member: isMember })
    const number = screen.getByLabelText('Mobile No.')
    await userEvent.clear(number)
    await userEvent.type(number, '98290123')
    expect(screen.queryByText(note)).toBeNull()
    await userEvent.tab()
    expect(screen.queryByText(note) !== null).toBe(isMember)
    await userEvent.type(number, '45')
    expect(screen.queryByText(note)).toBeNull()
  },
)
