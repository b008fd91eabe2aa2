import { useRef } from 'react'

/**
 * Handlers for what is open below a button. A click on the button is left to the button; on closing the focus returns
 * to it, unless a click elsewhere closed it. `isKept`: the focus returns then, too.
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
