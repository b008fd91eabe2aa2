// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

const jobs = () => screen.findByLabelText<HTMLSelectElement>('Job to review')

describe('the notifications of an administrator', () => {
  test('saves a choice as soon as it is made', async () => {
    renderPage(<NotificationsTab />)
    expect((await jobs()).value).toBe('digest')
    await userEvent.selectOptions(await jobs(), 'Off')
    await waitFor(() => expect(currentToast()?.description).toBe('Saved: Job to review'))
    expect(sent).toEqual([{ kind: 'job', delivery: 'off' }])
    expect((await jobs()).value).toBe('off')
  })

  test('shows the stored choice again after a failure', async () => {
    isFailing = true
    renderPage(<NotificationsTab />)
    await userEvent.selectOptions(await jobs(), 'Off')
    await waitFor(() => expect(currentToast()?.description).toBe('The database does not answer'))
    expect((await jobs()).value).toBe('digest')
  })

  test('saves the last of several choices', async () => {
    renderPage(<NotificationsTab />)
    const field = await jobs()
    // One after the other in the same task; two calls of userEvent at once would turn off `act`.
    fireEvent.change(field, { target: { value: 'immediate' } })
    fireEvent.change(field, { target: { value: 'off' } })
    await waitFor(() => expect(sent.at(-1)).toEqual({ kind: 'job', delivery: 'off' }))
    const choice = await jobs()
    await waitFor(() => expect(choice.value).toBe('off'))
  })

  test('lists undelivered mails', async () => {
    renderPage(<NotificationsTab />)
    await screen.findByText('Asha Patil, Teak & Co: Welcome to a new member')
    await screen.findByText(/550 no such user/)
  })
})
