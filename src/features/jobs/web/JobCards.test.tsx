// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { posting } from '#test/support/samples.ts'
import { BoardJobs } from './BoardJobs.tsx'

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

test('company and location of a card are a text each', async () => {
  await startApi(() => ({ body: [job] }))
  renderPage(<BoardJobs isSearch={false} onView={() => {}} />)
  await screen.findByText('Teak & Co')
  const line = screen.getByText('Pune').parentElement
  expect(line?.textContent).toBe('Teak & Co · Pune')
  expect(line?.title).toBe('Teak & Co · Pune')
})
