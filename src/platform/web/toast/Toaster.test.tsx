// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pushDialog, removeDialog } from '../dialog/dialog-stack.ts'
import { Toaster } from './Toaster.tsx'

const dialog = document.createElement('dialog')
dialog.open = true

afterEach(() => {
  removeDialog(dialog)
  dialog.remove()
})

test.each([
  [false, 'top-0'],
  [true, 'bottom-[calc(7rem+env(safe-area-inset-bottom))]'],
])('in a dialog that is a drawer: %s, a toast is at %s', async (isDrawer, edge) => {
  dialog.toggleAttribute('data-drawer', isDrawer)
  document.body.append(dialog)
  pushDialog(dialog)
  const { unmount } = render(<Toaster toast={{ id: 1, title: 'Saved', open: true }} />)
  expect((await screen.findByText('Saved')).closest('ol')?.classList.contains(edge)).toBe(true)
  unmount()
})
