// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { posting } from '#test/support/samples.ts'
import type { Job } from '../answers.ts'
import { JobDialog } from './JobDetailsDialog.tsx'

const job: Job = {
  ...posting,
  id: '7',
  company_name: 'Teak & Co',
  status: 'pending',
  created_at: '2025-01-05T09:00:00.000Z',
  updated_at: '2025-01-05T09:00:00.000Z',
  expires_at: null,
  saved: false,
  pay_min: 15000,
  pay_max: 20000,
  pay_period: 'month',
  openings: 3,
}
const show = (change: Partial<Job>) =>
  render(<JobDialog job={{ ...job, ...change }} onClose={() => {}} />)
const links = () =>
  screen.queryAllByRole('listitem').map((item) => [item.textContent, item.querySelector('a')?.href])
const shownAs = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent

test('shows pay and openings', () => {
  show({})
  expect(shownAs('Pay')).toBe('₹15,000 – ₹20,000 per month')
  expect(shownAs('Openings')).toBe('3')
})

test('shows no pay where none is given', () => {
  show({ pay_min: null, pay_max: null, pay_period: null, openings: null })
  expect(shownAs('Pay')).toBeUndefined()
  expect(shownAs('Openings')).toBeUndefined()
})

test('has a button for each way to apply, named by its number where there are several', () => {
  show({ how_to_apply: 'Call 022 2345 6789 or 022 2345 6780, or write to hr@teak.example' })
  expect(links()).toEqual([
    ['Call 022 2345 6789', 'tel:+912223456789'],
    ['Call 022 2345 6780', 'tel:+912223456780'],
    ['Email', 'mailto:hr@teak.example?subject=Application%3A%20Press%20operator'],
  ])
})

test('shows only the text where it names no way', () => {
  show({ how_to_apply: 'Come to the works on Monday' })
  expect(links()).toEqual([])
  expect(shownAs('How to Apply')).toBe('Come to the works on Monday')
})
