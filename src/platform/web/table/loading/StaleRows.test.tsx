// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StaleRows } from './StaleRows.tsx'

afterEach(() => void vi.useRealTimers())

const rows = (isPlaceholderData: boolean) => (
  <StaleRows list={{ isPlaceholderData }}>Rows</StaleRows>
)
const isPale = () => screen.getByText('Rows').classList.contains('opacity-60')

test('old rows are pale after 200 ms, until the new ones are there', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { rerender } = render(rows(true))
  expect(screen.getByText('Rows').getAttribute('aria-busy')).toBe('true')
  act(() => void vi.advanceTimersByTime(199))
  expect(isPale()).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(isPale()).toBe(true)
  rerender(rows(false))
  expect(isPale()).toBe(false)
  rerender(rows(true))
  expect(isPale()).toBe(false)
})
