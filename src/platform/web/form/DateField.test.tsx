// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DateField } from './DateField.tsx'

test.each([
  ['2026-04-01', undefined, '1 April 2026'],
  ['2026-04-01', '(optional)', '1 April 2026(optional)'],
  ['', '(optional)', '(optional)'],
])('the hint of %j with the hint %j is %j', (value, hint, expected) => {
  render(<DateField label="Due date" value={value} hint={hint} onChange={() => {}} />)
  const field = screen.getByLabelText('Due date')
  const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe(expected)
})

test('a field without a day has no hint', () => {
  render(<DateField label="Due date" value="" onChange={() => {}} />)
  expect(screen.getByLabelText('Due date').hasAttribute('aria-describedby')).toBe(false)
})

test('the day in words appears and disappears beside the hint', () => {
  const field = (value: string) => (
    <DateField label="Due date" value={value} hint="Lapsed after 29/06/2026" onChange={() => {}} />
  )
  const { rerender } = render(field('2026-04-01'))
  rerender(field(''))
  expect(screen.queryByText('1 April 2026')).toBe(null)
  rerender(field('2026-04-02'))
  screen.getByText('2 April 2026')
})
