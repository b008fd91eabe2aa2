// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx'
import { useRowFocus } from './row-focus.ts'

interface Row {
  id: string
  /** The actions of the row, in the order of its buttons. */
  actions: string
}

/** A list in which pressing an action removes what `onUse` says, at once or after a confirmation. */
function List({
  initial,
  onUse,
  nextAction,
  inMenu,
  confirms = false,
}: {
  initial: readonly Row[]
  onUse: (rows: readonly Row[], id: string, action: string) => readonly Row[]
  nextAction?: string
  /** The action that the button 'menu' of a row stands for. */
  inMenu?: string
  confirms?: boolean
}) {
  const [rows, setRows] = useState(initial)
  const [asked, setAsked] = useState<{ id: string; action: string }>()
  const { area, moveFocusFrom } = useRowFocus(rows.map(({ id }) => id))
  function use(id: string, action: string) {
    moveFocusFrom(id, action, nextAction)
    if (confirms) setAsked({ id, action })
    else setRows(onUse(rows, id, action))
  }
  return (
    <div ref={area} tabIndex={-1} data-testid="area">
      <input aria-label="Search" />
      {rows.map(({ id, actions }) => (
        <div key={id} data-row={id}>
          {actions.split(' ').map((action) => (
            <button
              key={action}
              type="button"
              data-act={action}
              onClick={() => use(id, action === 'menu' && inMenu ? inMenu : action)}
            >
              {`${action} ${id}`}
            </button>
          ))}
        </div>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        title="Really?"
        confirmLabel="Yes"
        onConfirm={() => {
          if (asked) setRows(onUse(rows, asked.id, asked.action))
          // The list may have been loaded again before the dialog closes.
          setTimeout(() => setAsked(undefined))
        }}
        onClose={() => setAsked(undefined)}
      >
        It is removed.
      </ConfirmDialog>
    </div>
  )
}

const rowsOf = (ids: string, actions = 'view remove'): Row[] =>
  [...ids].map((id) => ({ id, actions }))
const removeRow = (rows: readonly Row[], id: string) => rows.filter((row) => row.id !== id)
const press = (label: string) => userEvent.click(screen.getByText(label))
const focused = () => document.activeElement?.textContent

describe('when a focused button disappears with its row, the focus moves', () => {
  test('to the same button of the next row', async () => {
    render(<List initial={rowsOf('abc')} onUse={removeRow} />)
    await press('remove b')
    expect(focused()).toBe('remove c')
  })

  test('to the same button of the previous row when the last row was removed', async () => {
    render(<List initial={rowsOf('abc')} onUse={removeRow} />)
    await press('remove c')
    expect(focused()).toBe('remove b')
  })

  test('to the next row that has this button', async () => {
    const rows = [...rowsOf('ab'), { id: 'c', actions: 'view' }, ...rowsOf('d')]
    render(<List initial={rows} onUse={removeRow} />)
    await press('remove b')
    expect(focused()).toBe('remove d')
  })

  test('to the list when no row is left', async () => {
    render(<List initial={rowsOf('a')} onUse={removeRow} />)
    await press('remove a')
    expect(document.activeElement).toBe(screen.getByTestId('area'))
  })

  test('to another button where pressing twice must not repeat the action', async () => {
    render(<List initial={rowsOf('abc')} onUse={removeRow} nextAction="view" />)
    await press('remove b')
    expect(focused()).toBe('view c')
  })

  test('to the menu of the next row when the action was in the menu', async () => {
    render(<List initial={rowsOf('abc', 'view menu')} onUse={removeRow} inMenu="remove" />)
    await press('menu b')
    expect(focused()).toBe('menu c')
  })

  test('to the last button of its row when only the button has disappeared', async () => {
    render(
      <List
        initial={rowsOf('a', 'view restore delete')}
        onUse={(rows, id) =>
          rows.map((row) => ({ ...row, actions: row.id === id ? 'view log' : row.actions }))
        }
      />,
    )
    await press('restore a')
    expect(focused()).toBe('log a')
  })
})

describe('the focus after a removal', () => {
  test('moves only after the confirming dialog has closed', async () => {
    render(<List initial={rowsOf('abc')} onUse={removeRow} confirms />)
    await press('remove b')
    expect(focused()).toBe('Cancel')
    await press('Yes')
    await waitFor(() => expect(focused()).toBe('remove c'))
  })

  test('returns to the button when the removal is cancelled', async () => {
    render(<List initial={rowsOf('abc')} onUse={removeRow} confirms />)
    await press('remove b')
    await press('Cancel')
    expect(focused()).toBe('remove b')
  })

  test('does not move away from an element that the user has focused meanwhile', async () => {
    render(
      <List
        initial={rowsOf('abc')}
        onUse={(rows, id) => {
          screen.getByLabelText('Search').focus()
          return removeRow(rows, id)
        }}
      />,
    )
    await press('remove b')
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  })
})
