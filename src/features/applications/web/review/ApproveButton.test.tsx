// @vitest-environment jsdom

import { useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { historyOfModals, renderPage, startApi } from '#test/support/page/page.tsx'
import { pendingApplication } from '#test/support/page/pending-application.ts'
import type { ApplicationDetails } from '../../answers.ts'
import { ApplicationTable } from './ApplicationTable.tsx'
import { pendingApplications } from './calls.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { useReview } from './use-review.ts'

const pending = pendingApplication({ email_confirmed_at: '2025-01-05T10:00:00.000Z' })
const duplicate: ApplicationDetails['alike'][number] = {
  what: 'member',
  id: '3',
  name: 'A. Patil',
  company_name: 'Teak Works',
  note: 'OEM2025001',
  same: ['company'],
}

let details: ApplicationDetails
let decisions: unknown[]

beforeEach(async () => {
  decisions = []
  await startApi(({ method, url }, body) => {
    if (method === 'PUT') {
      decisions.push(JSON.parse(body))
      if (JSON.parse(body).seen_duplicates.length < details.alike.length)
        return { status: 409, headers: { 'Error-Code': 'duplicates-found' }, body: 'Please check' }
      return { body: { ...details, status: 'approved' } }
    }
    return { body: url?.includes('pending') ? [details] : details }
  })
})
afterEach(async () => {
  // The history entry of a closed dialog is left in a task of its own.
  cleanup()
  await historyOfModals(0)
})

function Screen() {
  const list = useInfiniteQuery(pendingApplications({ sort: undefined }))
  const review = useReview(list)
  return (
    <div ref={review.area}>
      <ApplicationTable caption="Pending" list={list} review={review} />
      <ReviewDialog review={review} />
    </div>
  )
}

/** Waits long: the machine may be busy. */
const found = (text: string) => screen.findByText(text, {}, { timeout: 5000 })
/** The Approve buttons: that of the row, then that of the dialog. */
const approve = async (index: number) =>
  userEvent.click((await screen.findAllByText('Approve'))[index] as HTMLElement)
const updated_at = pending.updated_at

test('asks once before it approves from a row', async () => {
  details = pending
  renderPage(<Screen />)
  await approve(0)
  await found('Approve Asha Patil?')
  screen.getByText(/Asha Patil of Teak Works becomes a member \(Vendor\)/)
  expect(decisions).toEqual([])
  await approve(1)
  await waitFor(() =>
    expect(decisions).toEqual([{ status: 'approved', updated_at, seen_duplicates: [] }]),
  )
  await waitFor(() => expect(screen.queryByText('Approve Asha Patil?')).toBeNull())
})

test('the confirmation shows duplicates and an unconfirmed email address together', async () => {
  details = { ...pending, email_confirmed_at: null, alike: [duplicate] }
  renderPage(<Screen />)
  await approve(0)
  await found('Approve anyway?')
  screen.getByText('Email not confirmed')
  screen.getByText(/Member OEM2025001: A. Patil, Teak Works \(same company\)/)
  await approve(1)
  await waitFor(() => expect(decisions).toMatchObject([{ seen_duplicates: ['3'] }]))
})

test('shows a duplicate that was found after the dialog opened, and asks again', async () => {
  details = pending
  renderPage(<Screen />)
  await approve(0)
  await found('Approve Asha Patil?')
  details = { ...pending, alike: [duplicate] }
  await approve(1)
  await found('Please check')
  await found('Approve anyway?')
  await approve(1)
  await waitFor(() => expect(decisions.at(-1)).toMatchObject({ seen_duplicates: ['3'] }))
})
