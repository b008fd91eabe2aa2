// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
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

const buttonNames = () => screen.getAllByRole('button').map((button) => button.textContent)

test('on a phone a posting has one row of buttons, and the others in a menu', async () => {
  await startApi(() => ({ body: [job] }))
  setPageWidth(390)
  renderPage(<MyPostingsTab onView={() => {}} onPost={() => {}} />)
  await screen.findByRole('heading', { name: job.title })
  expect(buttonNames().filter(Boolean)).toEqual(['View Details', 'Edit'])
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${job.title}` }))
  await screen.findByRole('menuitem', { name: 'Renew' })
  await userEvent.click(screen.getByRole('menuitem', { name: 'Withdraw' }))
  await screen.findByText('Withdraw this job?')
})

test('on a desk all buttons of a posting are in sight', async () => {
  await startApi(() => ({ body: [job] }))
  renderPage(<MyPostingsTab onView={() => {}} onPost={() => {}} />)
  await screen.findByRole('heading', { name: job.title })
  expect(buttonNames()).toEqual(['View Details', 'Edit', 'Renew', 'Mark as filled', 'Withdraw'])
})
