// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
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
const linksOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.href])
const shownAs = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent

test('shows pay and openings', () => {
  show({})
  expect(screen.getByText('₹15,000 – ₹20,000 per month').textContent).toMatch(/^Pay: /)
  expect(shownAs('Openings')).toBe('3')
})

test('shows no pay where none is given', () => {
  show({ pay_min: null, pay_max: null, pay_period: null, openings: null })
  expect(screen.queryByText(/₹/)).toBeNull()
  expect(shownAs('Openings')).toBeUndefined()
})

test('keeps two ways to apply at its foot, by telephone first, and shows the others below the text', () => {
  show({ how_to_apply: 'Write to hr@teak.example or call 022 2345 6789 or 98765 43210' })
  expect(linksOf('Ways to apply')).toEqual([
    ['Call 022 2345 6789', 'tel:+912223456789'],
    ['Call +91 98765 43210', 'tel:+919876543210'],
  ])
  expect(linksOf('More ways to apply')).toEqual([
    ['Email', 'mailto:hr@teak.example?subject=Application%3A%20Press%20operator'],
    ['WhatsApp', 'https://wa.me/919876543210?text=Application%3A%20Press%20operator'],
  ])
})

test('shows all ways below the text where the foot has other buttons', () => {
  render(<JobDialog job={job} footer={<button type="button">Approve</button>} onClose={() => {}} />)
  expect(linksOf('Ways to apply')).toEqual([
    ['Email', 'mailto:jobs@teak.example?subject=Application%3A%20Press%20operator'],
  ])
  expect(screen.queryByRole('list', { name: 'More ways to apply' })).toBeNull()
})

test('shows only the text where it names no way', () => {
  show({ how_to_apply: 'Come to the works on Monday' })
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(shownAs('How to Apply')).toBe('Come to the works on Monday')
})
