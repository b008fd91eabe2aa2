import { useRef } from 'react'

/**
 * Handlers for a panel that opens below a button. The button handles clicks on itself. When the panel closes, the focus
 * returns to the button, except after a click elsewhere unless `isKept` is set.
 */
export function useFocusReturn(button: HTMLElement | null, isKept = false) {
  const wasClickedOutside = useRef(false)
  return {
    onInteractOutside: (event: Event) => {
      if (event.target instanceof Node && button?.contains(event.target)) event.preventDefault()
      else wasClickedOutside.current = true
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isKept || !wasClickedOutside.current) button?.focus()
    },
  }
}
