// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { historyOfModals } from '#test/support/page/page.tsx'
import { Dialog } from './Dialog.tsx'

interface LayerProps {
  title: string
  dirty?: boolean
  closesOnBack?: boolean
  children?: ReactNode
}

/** A button that opens a dialog. */
function Layer({ title, children, ...dialog }: LayerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open {title}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title} {...dialog}>
        <input aria-label={`Field of ${title}`} />
        {children}
      </Dialog>
    </>
  )
}

const press = (label: string) => userEvent.click(screen.getByText(label))
const isOpen = (title: string) => screen.queryByText(title, { selector: 'h2' }) !== null
const focused = () => document.activeElement

/** Goes back from an entry to one with `modals` open. */
async function goBack(modals = 0) {
  await act(async () => {
    const left = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    )
    window.history.back()
    await left
  })
  await historyOfModals(modals)
}

/** The entries of the history, as the path and the number of modals open in it. */
let entries: number
beforeEach(() => {
  window.history.pushState(null, '', '/list')
  entries = window.history.length
})
afterEach(async () => {
  cleanup()
  await historyOfModals(0)
})

describe('a dialog', () => {
  test('has an accessible name and focuses its title', async () => {
    render(<Layer title="Edit Job" />)
    await press('Open Edit Job')
    const dialog = screen.getByRole('dialog', { name: 'Edit Job' })
    expect(focused()).toBe(screen.getByText('Edit Job'))
    expect(dialog).toHaveProperty('open', true)
  })

  test('focuses the first field of its form, which accepts typing immediately', async () => {
    render(
      <Layer title="Edit Job">
        <form>
          <input aria-label="Number" readOnly />
          <input aria-label="Company" />
        </form>
      </Layer>,
    )
    await press('Open Edit Job')
    expect(focused()).toBe(screen.getByLabelText('Company'))
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => userEvent.click(screen.getByLabelText('Close'))],
    ['a click outside', () => clickOutside()],
  ])('closes with %s and returns the focus', async (_way, close) => {
    render(<Layer title="Edit Job" />)
    await press('Open Edit Job')
    await close()
    expect(isOpen('Edit Job')).toBe(false)
    expect(focused()).toBe(screen.getByText('Open Edit Job'))
  })

  test('with unsaved input stays open after a click outside, not after Escape', async () => {
    render(<Layer title="Edit Job" dirty />)
    await press('Open Edit Job')
    await clickOutside()
    expect(isOpen('Edit Job')).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(isOpen('Edit Job')).toBe(false)
  })

  test('stays open when a press begins inside and ends outside', async () => {
    render(<Layer title="Edit Job" />)
    await press('Open Edit Job')
    fireEvent.pointerDown(screen.getByLabelText('Field of Edit Job'))
    fireEvent.click(screen.getByRole('dialog'))
    expect(isOpen('Edit Job')).toBe(true)
  })

  test('focuses the heading of the screen when its opening button has been removed', async () => {
    function Screen() {
      const [isOpen, setOpen] = useState(false)
      const [hasButton, setHasButton] = useState(true)
      return (
        <main>
          <h1 tabIndex={-1}>Jobs</h1>
          {hasButton && (
            <button type="button" onClick={() => setOpen(true)}>
              Delete
            </button>
          )}
          <Dialog
            open={isOpen}
            title="Delete?"
            onClose={() => {
              setHasButton(false)
              setOpen(false)
            }}
          />
        </main>
      )
    }
    render(<Screen />)
    await press('Delete')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(screen.getByText('Jobs')))
  })
})

describe('two dialogs', () => {
  const two = (
    <Layer title="Details" closesOnBack>
      <Layer title="Remove" closesOnBack />
    </Layer>
  )

  test('close one by one with Escape, each returning the focus', async () => {
    render(two)
    await press('Open Details')
    await press('Open Remove')
    await userEvent.keyboard('{Escape}')
    expect([isOpen('Details'), isOpen('Remove')]).toEqual([true, false])
    expect(focused()).toBe(screen.getByText('Open Remove'))
    await userEvent.keyboard('{Escape}')
    expect(isOpen('Details')).toBe(false)
    expect(focused()).toBe(screen.getByText('Open Details'))
  })

  test('close one by one with Back, and the screen stays', async () => {
    render(two)
    await press('Open Details')
    await historyOfModals(1)
    await press('Open Remove')
    await historyOfModals(2)
    expect(window.history.length).toBe(entries + 2)
    await goBack(1)
    expect([isOpen('Details'), isOpen('Remove')]).toEqual([true, false])
    await goBack()
    expect(isOpen('Details')).toBe(false)
    expect(window.location.pathname).toBe('/list')
    expect(focused()).toBe(screen.getByText('Open Details'))
  })
})

describe('the Back button', () => {
  test('leaves the screen once the dialog has been closed by its button', async () => {
    window.history.replaceState(null, '', '/before')
    window.history.pushState(null, '', '/list')
    render(<Layer title="Edit Job" closesOnBack />)
    await press('Open Edit Job')
    await historyOfModals(1)
    await userEvent.click(screen.getByLabelText('Close'))
    await historyOfModals(0)
    expect(window.location.pathname).toBe('/list')
    await goBack()
    expect(window.location.pathname).toBe('/before')
  })

  test('first closes a form, then leaves the screen', async () => {
    render(<Layer title="Edit Job" dirty={false} />)
    await press('Open Edit Job')
    await historyOfModals(1)
    await goBack()
    expect(isOpen('Edit Job')).toBe(false)
    expect(window.location.pathname).toBe('/list')
  })

  test('does not close a dialog without a history entry', async () => {
    render(<Layer title="Edit Job" />)
    await press('Open Edit Job')
    // The task in which an entry would be added comes before this one.
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
    expect(window.history.length).toBe(entries)
  })
})

/** Presses and releases on the backdrop, whose events have the dialog itself as target. */
async function clickOutside() {
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
}
