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

async function open(user: User) {
  renderPage(<AppLayout user={user}>The screen</AppLayout>)
  await screen.findByText('The screen')
}

test.each([
  ['an administrator', admin],
  ['a job seeker', seeker],
])('a screen of %s does not repeat that there is no mail server', async (_who, user) => {
  updatePortal({ writes_mails_to_files: true })
  await open(user)
  await screen.findByRole('button', { name: /^Search/ })
  expect(screen.queryByText(/no mail server|emails aren't being sent/i)).toBeNull()
})
