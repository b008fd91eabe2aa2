// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#features/members/answers.ts'
import { updatePortal } from '#platform/web/api/portal-info.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { AppLayout } from './AppLayout.tsx'

beforeEach(async () => {
  await startApi(() => ({ body: [] }))
})

const admin = { id: 'a', role: 'admin', name: 'Asha', email: 'a@fpma.example' } as User
const { role: _, ...seeker } = admin
const title = "Emails aren't being sent"

async function open(user: User) {
  renderPage(<AppLayout user={user}>The screen</AppLayout>)
  await screen.findByText('The screen')
}

test('administrators of a portal without a mail server see that on every screen', async () => {
  updatePortal({ writes_mails_to_files: true })
  await open(admin)
  await screen.findByText(title)
  expect(screen.getByRole('link', { name: 'Open System' }).getAttribute('href')).toBe(
    '/admin/system',
  )
})

test.each([
  ['with a mail server', {}, admin],
  ['in the sample association', { writes_mails_to_files: true, sample: true }, admin],
  ['of a job seeker', { writes_mails_to_files: true }, seeker],
])('a screen %s has no such banner', async (_what, info, user) => {
  updatePortal(info)
  await open(user)
  await screen.findByRole('button', { name: /^Search/ })
  expect(screen.queryByText(title)).toBeNull()
})
