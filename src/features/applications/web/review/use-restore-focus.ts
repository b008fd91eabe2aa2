import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses a button again when its action is no longer pending: browsers blur a disabled button. Does
 * nothing when the focus is elsewhere.
 */
export function useRestoreFocus(isPending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !isPending && document.activeElement === document.body)
      button.current?.focus()
    wasPending.current = isPending
  }, [isPending])
  return button
}
