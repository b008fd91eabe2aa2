// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { preloadOnHover } from './lazy-part.tsx'

/** A list with a row that opens a dialog; `loads` counts how often its code is asked for. */
function showList() {
  const counted = { loads: 0 }
  const preload = async () => {
    counted.loads += 1
  }
  render(
    <div {...preloadOnHover([{ preload }])}>
      <p>Teak & Co</p>
      <button type="button">
        <span>Edit</span>
      </button>
    </div>,
  )
  return counted
}

test.each([
  ['the mouse on the list', 'Teak & Co', 'mouse', 0],
  ['the mouse on a button', 'Edit', 'mouse', 1],
  ['a finger, which may scroll', 'Edit', 'touch', 0],
])('%s', (_what, text, pointerType, loads) => {
  const counted = showList()
  fireEvent.pointerOver(screen.getByText(text), { pointerType })
  expect(counted.loads).toBe(loads)
})

test('the focus on a button', () => {
  const counted = showList()
  screen.getByRole('button').focus()
  expect(counted.loads).toBe(1)
})
