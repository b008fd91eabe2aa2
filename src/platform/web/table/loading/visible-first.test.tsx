// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextPaint } from '#test/support/page/page.tsx'
import { StaleRows } from './StaleRows.tsx'
import { useVisibleFirst } from './visible-first.ts'

interface Person {
  id: string
}

const people = Array.from({ length: 40 }, (_, index) => ({ id: `${index}` }))
const keyOf = ({ id }: Person) => id

function List({ people: all }: { people: readonly Person[] }) {
  const { list, rows, minHeight } = useVisibleFirst<Person, HTMLUListElement>(all, keyOf)
  if (all.length === 0) return null
  return (
    <ul ref={list} style={{ minHeight }}>
      {rows.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  )
}

const searchable = (rows: readonly Person[], isPlaceholderData = false) => (
  <>
    <input type="search" aria-label="Search" />
    <StaleRows list={{ isPlaceholderData }}>
      <List people={rows} />
    </StaleRows>
  </>
)
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const minHeight = () => screen.getByRole('list').style.minHeight

beforeEach(() => {
  // The list begins 150 pixels above the lower edge of the window, where at most four rows are in sight.
  const top = window.innerHeight - 150
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 800, 0))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a list that opens renders the rows in the window first, and keeps the height of a screen', async () => {
  render(searchable(people))
  expect(shown()).toEqual(['0', '1', '2', '3'])
  expect(minHeight()).toBe('100vh')
  await nextPaint()
  expect(shown()).toHaveLength(40)
  expect(minHeight()).toBe('')
})

test('a list that fits in the window opens in one step', () => {
  render(searchable(people.slice(0, 3)))
  expect(shown()).toEqual(['0', '1', '2'])
  expect(minHeight()).toBe('')
})

test('a search changes the rows in the window first; those below stay as they were', async () => {
  const { rerender } = render(searchable(people))
  await nextPaint()
  await userEvent.click(screen.getByLabelText('Search'))
  const found = people.filter(({ id }) => Number(id) % 3 === 0)
  rerender(searchable(found))
  expect(shown().slice(0, 7)).toEqual(['0', '3', '6', '9', '4', '5', '7'])
  await waitFor(() => expect(shown()).toEqual(found.map(keyOf)))
})

test('the rows below the window wait until typing pauses', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const { rerender } = render(searchable(people))
  act(() => vi.advanceTimersByTime(100))
  screen.getByLabelText('Search').focus()
  const multiplesOf = (factor: number) => people.filter(({ id }) => Number(id) % factor === 0)
  rerender(searchable(multiplesOf(3)))
  act(() => vi.advanceTimersByTime(150))
  rerender(searchable(multiplesOf(6)))
  act(() => vi.advanceTimersByTime(200))
  expect(shown().slice(0, 6)).toEqual(['0', '6', '12', '18', '4', '5'])
  act(() => vi.advanceTimersByTime(300))
  expect(shown()).toEqual(multiplesOf(6).map(keyOf))
})

test('a list that appears again after an empty search shows its rows at once', async () => {
  const { rerender } = render(searchable([]))
  await nextPaint()
  await userEvent.click(screen.getByLabelText('Search'))
  rerender(searchable(people))
  expect(shown()).toEqual(['0', '1', '2', '3'])
})

test('the rows below the window wait while other rows are loading', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const { rerender } = render(searchable(people))
  act(() => vi.advanceTimersByTime(100))
  screen.getByLabelText('Search').focus()
  const found = people.filter(({ id }) => Number(id) % 3 === 0)
  rerender(searchable(found))
  act(() => vi.advanceTimersByTime(150))
  rerender(searchable(found, true))
  act(() => vi.advanceTimersByTime(5000))
  expect(shown()).not.toEqual(found.map(keyOf))
  rerender(searchable(found))
  act(() => vi.advanceTimersByTime(1000))
  expect(shown()).toEqual(found.map(keyOf))
})
