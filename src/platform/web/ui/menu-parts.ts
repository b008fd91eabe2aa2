/** What all menus share: their looks, and when a selected action runs. */
import { useRef } from 'react'

export const menuClass =
  'z-40 animate-appear rounded-md border border-line bg-surface p-1.5 text-ink shadow-raised'

export const menuItemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-accent-soft data-highlighted:text-accent-text pointer-coarse:min-h-11 [&_svg]:size-4'

/** Runs the selected action after the focus has returned to the trigger, so that a dialog restores it there. */
export function useSelectedAction() {
  const action = useRef<() => void>(undefined)
  return {
    select: (selected: () => void) => {
      action.current = selected
    },
    /** For `onCloseAutoFocus`. */
    run: () => {
      setTimeout(action.current ?? (() => {}))
      action.current = undefined
    },
  }
}
