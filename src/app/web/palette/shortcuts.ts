import { useEffect, useEffectEvent } from 'react'
import { topDialog } from '#platform/web/dialog/dialog-stack.ts'
import { isMac, isShortcut } from '#platform/web/shortcut.ts'

/** How the keys of the palette are written on this device. */
export const paletteKeys = isMac ? '⌘K' : 'Ctrl K'

/**
 * Ctrl-K, or Cmd-K on a Mac, opens the palette. `/` focuses the screen's search field, or opens the palette
 * where there is none. Both do nothing while a dialog is open; `/` also does nothing in a field.
 */
export function usePaletteShortcuts(open: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || topDialog() !== undefined) return
    if (isPaletteKey(event)) open()
    else if (isSearchKey(event)) focusSearchField() || open()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

export const isPaletteKey = (event: KeyboardEvent): boolean => isShortcut(event, 'k')

/** True for '/' without Ctrl, Alt and Cmd; some keyboards need Shift to type it. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  key === '/' && !ctrlKey && !metaKey && !altKey && !takesText(target)

const takesText = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null

function focusSearchField(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]')
  const field = [...fields].find((candidate) => !candidate.disabled && isVisible(candidate))
  field?.focus()
  field?.select()
  return field !== undefined
}

/** False inside of a hidden tab. */
const isVisible = (element: HTMLElement) => element.closest('[hidden]') === null
