// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#platform/web/api/query-client.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { PaymentChange } from '../answers.ts'
import { PaymentChangesBanner } from './PaymentChangesBanner.tsx'

afterEach(() => localStorage.clear())

const change = (id: string, after: string): PaymentChange => ({
  id,
  at: '2026-12-03T05:00:00.000Z',
  who: 'Meera Krishnan',
  details: [{ field: 'UPI ID', before: 'pma@bank', after }],
})

test('says who changed what, until this administrator closes it', async () => {
  let changes = [change('01', 'other@bank')]
  await startApi(() => ({ body: changes }))
  const open = async (userId: string) => {
    queryClient.clear()
    return renderPage(<PaymentChangesBanner key={userId} userId={userId} />)
  }
  const first = await open('meera')
  await screen.findByText('The payment details of the association were changed')
  screen.getByText('By Meera Krishnan on 3 December 2026:')
  screen.getByText('UPI ID: pma@bank, now other@bank')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/other@bank/)).toBeNull()
  first.unmount()
  // Another administrator on the same device still sees it.
  const second = await open('ravi')
  await screen.findByText('UPI ID: pma@bank, now other@bank')
  second.unmount()
  // A later change is shown, the closed one is not.
  changes = [change('02', 'third@bank'), ...changes]
  const third = await open('meera')
  await screen.findByText('UPI ID: pma@bank, now third@bank')
  expect(screen.queryByText('UPI ID: pma@bank, now other@bank')).toBeNull()
  third.unmount()
})

test('is one line on a phone, which opens the details', async () => {
  const { innerWidth } = window
  window.innerWidth = 390
  await startApi(() => ({ body: [change('01', 'other@bank')] }))
  queryClient.clear()
  const page = await renderPage(<PaymentChangesBanner userId="asha" />)
  await screen.findByText('Payment details changed')
  expect(screen.queryByText(/other@bank/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show the changes' }))
  screen.getByText('UPI ID: pma@bank, now other@bank')
  await userEvent.click(screen.getByRole('button', { name: 'Hide the changes' }))
  expect(screen.queryByText(/other@bank/)).toBeNull()
  page.unmount()
  window.innerWidth = innerWidth
})
