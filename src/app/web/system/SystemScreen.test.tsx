// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { renderPage, setPageWidth, startApi } from '#test/support/page/page.tsx'
import type { FailedMails, SystemState } from '../../answers.ts'
import { SystemScreen } from './SystemScreen.tsx'

let state: SystemState
let failed: FailedMails
let api: Awaited<ReturnType<typeof startApi>>
const waiting = 'Emails have been waiting for 40 minutes. Check the mail server and SMTP_URL.'

beforeEach(async () => {
  failed = { total: 0, mails: [] }
  state = {
    checked_at: '2026-01-05T09:00:00.000Z',
    sections: [
      {
        id: 'mail',
        title: 'Email queue',
        problems: [waiting],
        is_off: false,
        facts: [{ name: 'Waiting', value: '3' }],
      },
      {
        id: 'portal',
        title: 'Portal',
        problems: [],
        is_off: false,
        facts: [{ name: 'Version', value: '0.1.0' }],
      },
    ],
  }
  api = await startApi(({ method, url }, body) => {
    if (method === 'GET') return { body: url?.endsWith('/failed') ? failed : state }
    if (url?.endsWith('/resend')) {
      const { id }: { id?: string } = JSON.parse(body)
      const mails = failed.mails.filter((mail) => id !== undefined && mail.id !== id)
      failed = { total: mails.length, mails }
      return { body: { message: id ? 'Sending 1 email again' : 'Sending all again' } }
    }
    state = {
      ...state,
      sections: state.sections.map((section) => ({ ...section, problems: [] })),
    }
    return { body: { message: `Done ${url}` } }
  })
})

afterEach(() => {
  setPageWidth(1024)
  dismissToast()
})

test('shows problems first, and sends waiting emails on request', async () => {
  renderPage(<SystemScreen />)
  await screen.findByText('1 thing needs attention')
  screen.getByText(waiting)
  expect(screen.getByText('Needs attention')).toBeTruthy()
  expect(screen.getAllByText('OK')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again now' }))
  await screen.findByText('All systems OK')
  expect(screen.queryByRole('button', { name: 'Try again now' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send a test email to me' }))
  await waitFor(() => expect(currentToast()?.description).toBe('Done /api/admin/system/mails/test'))
})

test('on a phone the test email is in a menu, and one row has all buttons', async () => {
  setPageWidth(390)
  renderPage(<SystemScreen />)
  await screen.findByText('1 thing needs attention')
  expect(screen.queryByRole('button', { name: 'Send a test email to me' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send a test email to me' }))
  await waitFor(() => expect(currentToast()?.description).toBe('Done /api/admin/system/mails/test'))
})

test('says that the state could not be loaded, and loads it again', async () => {
  const answer = api.handle
  api.handle = () => ({ status: 503, body: 'The portal cannot reach its database' })
  renderPage(<SystemScreen />)
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
  api.handle = answer
  await userEvent.click(again)
  await screen.findByText('1 thing needs attention')
})

test('lists failed emails, and sends one or all of them again', async () => {
  const mails = ['a', 'b', 'c'].map((id) => ({
    id,
    text: `Asha ${id}: Your receipt`,
    failed_at: '2026-01-05T08:00:00.000Z' as const,
    reason: '550 No such user',
  }))
  failed = { total: 3, mails }
  renderPage(<SystemScreen />)
  await screen.findByText('3 failed emails')
  expect(screen.getAllByText(/550 No such user/)).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Resend: Asha b: Your receipt' }))
  await screen.findByText('2 failed emails')
  expect(screen.queryByText('Asha b: Your receipt')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Resend all' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed emails' })).toBeNull())
})

test('what is off on purpose is neither right nor wrong', async () => {
  state.sections = [
    {
      id: 'backups',
      title: 'Backups',
      problems: [],
      is_off: true,
      facts: [{ name: 'Nightly backups', value: 'Off' }],
    },
  ]
  renderPage(<SystemScreen />)
  const backups = within(await screen.findByRole('region', { name: 'Backups' }))
  expect(backups.queryByText('OK')).toBeNull()
  expect(backups.getAllByText('Off')).toHaveLength(2)
})
