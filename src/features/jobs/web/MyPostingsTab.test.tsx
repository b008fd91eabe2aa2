// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage, setPageWidth, startApi } from '#test/support/page/page.tsx'
import { posting } from '#test/support/samples.ts'
import { MyPostingsTab } from './MyPostingsTab.tsx'

const job = {
  ...posting,
  id: '7',
  company_name: 'Teak & Co',
  status: 'approved',
  created_at: '2025-01-05T09:00:00.000Z',
  updated_at: '2025-01-05T09:00:00.000Z',
  expires_at: '2999-01-05T09:00:00.000Z',
  saved: false,
}

afterEach(() => setPageWidth(1024))

/** The words on the buttons; that of the menu has none. */
const buttonNames = () =>
  screen.getAllByRole('button').flatMap(({ textContent }) => textContent || [])
const openMenu = () =>
  userEvent.click(screen.getByRole('button', { name: `More actions for ${job.title}` }))

test.each([
  ['on a phone a posting has one button', 390, ['Edit'], ['Mark as filled', 'Renew', 'Withdraw']],
  ['on a desk a posting has two', 1366, ['Edit', 'Mark as filled'], ['Renew', 'Withdraw']],
])('%s, and the other actions in a menu', async (_, width, buttons, others) => {
  await startApi(() => ({ body: [job] }))
  setPageWidth(width)
  renderPage(<MyPostingsTab onView={() => {}} onPost={() => {}} />)
  await screen.findByRole('heading', { name: job.title })
  expect(buttonNames()).toEqual([job.title, ...buttons])
  await openMenu()
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['View Details', ...others])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Withdraw' }))
  await screen.findByText('Withdraw this job?')
})

test('the title of a posting and its menu open the details', async () => {
  await startApi(() => ({ body: [job] }))
  const onView = vi.fn()
  renderPage(<MyPostingsTab onView={onView} onPost={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: job.title }))
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'View Details' }))
  await waitFor(() => expect(onView.mock.calls).toEqual([['7'], ['7']]))
})

test('a posting says its pay, as job seekers see it', async () => {
  const paid = { ...job, pay_min: 15000, pay_max: 20000, pay_period: 'month' }
  await startApi(() => ({ body: [paid] }))
  renderPage(<MyPostingsTab onView={() => {}} onPost={() => {}} />)
  await screen.findByText('₹15,000 – ₹20,000 per month')
})
