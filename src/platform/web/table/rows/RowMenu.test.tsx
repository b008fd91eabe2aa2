// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RowMenu } from './RowMenu.tsx'

const onRemove = vi.fn()

function Row() {
  const [isActive, setActive] = useState(true)
  return (
    <RowMenu
      rowId="1"
      label="More actions for Asha"
      items={[
        { label: 'Mark Paid', onSelect: () => {} },
        { label: 'Active', checked: isActive, onSelect: () => setActive(!isActive) },
        { label: 'Remove', isDestructive: true, onSelect: onRemove },
      ]}
    />
  )
}

const button = () => screen.getByRole('button', { name: 'More actions for Asha' })
const isOpen = () => screen.queryByRole('menu') !== null

beforeEach(() => {
  onRemove.mockReset()
  render(<Row />)
  button().focus()
})

test('the button says whether its menu is open, and opens and closes it', async () => {
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await screen.findByRole('menu', { name: 'More actions for Asha' })
  await userEvent.click(button())
  await waitFor(() => expect(isOpen()).toBe(false))
})

test('Enter and the arrow keys reach every action; Escape returns to the button', async () => {
  await userEvent.keyboard('{ArrowDown}')
  await screen.findByRole('menu')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Remove')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
  expect(isOpen()).toBe(false)
  expect(onRemove).not.toHaveBeenCalled()
})

test('the arrow key opens the menu at the first action that is not disabled', async () => {
  cleanup()
  const items = [
    { label: 'Active', disabled: true, onSelect: () => {} },
    { label: 'Remove', onSelect: onRemove },
  ]
  render(<RowMenu rowId="1" label="More actions for Asha" items={items} />)
  button().focus()
  await userEvent.keyboard('{ArrowDown}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove'))
})

test('what destroys something is last, after a line', async () => {
  await userEvent.click(button())
  const line = await screen.findByRole('separator')
  const remove = screen.getByRole('menuitem', { name: 'Remove' })
  expect(line.nextElementSibling).toBe(remove)
})

test('an action runs after the focus has returned to the button', async () => {
  onRemove.mockImplementation(() => expect(document.activeElement).toBe(button()))
  await userEvent.click(button())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await waitFor(() => expect(onRemove).toHaveBeenCalledOnce())
})

test('a checkbox shows its state and changes it', async () => {
  await userEvent.click(button())
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Active' })
  expect(item.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(item)
  await waitFor(() => expect(isOpen()).toBe(false))
  await userEvent.click(button())
  await waitFor(() =>
    expect(screen.getByRole('menuitemcheckbox').getAttribute('aria-checked')).toBe('false'),
  )
})
