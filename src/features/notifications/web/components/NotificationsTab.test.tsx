// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { NotificationChoices } from '../../answers.ts'
import { defaultDeliveries } from '../../contract.ts'
import { NotificationsTab } from './NotificationsTab.tsx'

let sent: unknown[]
let isFailing: boolean
let stored: NotificationChoices

beforeEach(async () => {
  sent = []
  isFailing = false
  stored = defaultDeliveries
  await startApi(({ method, url }, body) => {
    if (url?.endsWith('/problems'))
      return {
        body: [
          {
            id: '1',
            at: '2025-01-05T09:00:00.000Z',
            kind: 'bounce',
            text: 'Asha Patil, Teak & Co: Welcome to a new member',
            detail: '550 no such user',
          },
        ],
      }
    if (method === 'GET') return { body: stored }
    const choice = JSON.parse(body)
    sent.push(choice)
    if (isFailing) return { status: 503, body: 'The database does not answer' }
    stored = { ...stored, [choice.kind]: choice.delivery }
    return { body: stored }
  })
})

afterEach(() => {
  dismissToast()
})

const jobs = async () => within(await screen.findByRole('group', { name: 'Job to review' }))
const choice = async (label: string) => (await jobs()).getByLabelText<HTMLInputElement>(label)
const chosen = async () =>
  (await jobs()).getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value

describe('the notifications of an administrator', () => {
  test('saves a choice as soon as it is made', async () => {
    renderPage(<NotificationsTab />)
    expect(await chosen()).toBe('digest')
    await userEvent.click(await choice('Off'))
    await waitFor(() => expect(currentToast()?.description).toBe('Saved: Job to review'))
    expect(sent).toEqual([{ kind: 'job', delivery: 'off' }])
    expect(await chosen()).toBe('off')
  })

  test('shows the stored choice again after a failure', async () => {
    isFailing = true
    renderPage(<NotificationsTab />)
    await userEvent.click(await choice('Off'))
    await waitFor(() => expect(currentToast()?.description).toBe('The database does not answer'))
    expect(await chosen()).toBe('digest')
  })

  test('saves the last of several choices', async () => {
    renderPage(<NotificationsTab />)
    const [atOnce, off] = [await choice('At once'), await choice('Off')]
    // One after the other in the same task; two calls of userEvent at once would turn off `act`.
    fireEvent.click(atOnce)
    fireEvent.click(off)
    await waitFor(() => expect(sent.at(-1)).toEqual({ kind: 'job', delivery: 'off' }))
    await waitFor(() => expect(off.checked).toBe(true))
  })

  test('lists undelivered mails', async () => {
    renderPage(<NotificationsTab />)
    await screen.findByText('Asha Patil, Teak & Co: Welcome to a new member')
    await screen.findByText(/550 no such user/)
  })
})
