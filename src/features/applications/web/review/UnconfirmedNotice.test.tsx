// @vitest-environment jsdom

import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { pendingApplication } from '#test/support/page/pending-application.ts'
import type { ApplicationDetails } from '../../answers.ts'
import { StatusCell } from './application-badges.tsx'
import { applicationDetails } from './calls.ts'
import { KeepNotice } from './UnconfirmedNotice.tsx'

let application: ApplicationDetails
let sent: unknown[]

beforeEach(async () => {
  sent = []
  application = pendingApplication()
  await startApi(({ method }, body) => {
    if (method === 'PUT') {
      sent.push(JSON.parse(body))
      application = { ...application, kept_at: '2025-01-30T09:00:00.000Z' }
    }
    return { body: application }
  })
})

function Notice() {
  const { data } = useQuery(applicationDetails('7'))
  if (!data) return null
  return (
    <>
      <StatusCell application={data} />
      <KeepNotice application={data} />
    </>
  )
}

test('says when an application without a confirmed email is deleted, and keeps it', async () => {
  renderPage(<Notice />)
  await screen.findByText(/will be deleted on Feb 4, 2025/)
  screen.getByText('Deleted on Feb 4, 2025')
  await userEvent.click(screen.getByRole('button', { name: 'Keep application' }))
  await screen.findByText('An administrator chose to keep this application on Jan 30, 2025.')
  screen.getByText('Kept')
  screen.getByRole('button', { name: "Don't keep" })
  expect(sent).toEqual([{ keep: true, updated_at: '2025-01-05T09:00:00.000Z' }])
})
