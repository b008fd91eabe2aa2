import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { enterDialog, leaveDialog } from './dialog-stack.ts'

/**
 * Opens a native dialog as a modal for as long as it is mounted. Escape asks to close; so does a
 * click beside it unless `stay` is set. Focus goes back to where it was.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  { onClose, stay = false }: { onClose: () => void; stay?: boolean | undefined },
) {
  const askToClose = useEffectEvent(onClose)
  const clickedBeside = useEffectEvent(() => {
    if (!stay) onClose()
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    firstFocus(dialog)?.focus()
    enterDialog(dialog)
    return () => {
      leaveDialog(dialog)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [ref])

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const stop = new AbortController()
    const { signal } = stop
    let pressedBeside = false
    dialog.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== dialog) return
        event.preventDefault()
        askToClose()
      },
      { signal },
    )
    // Browsers close a dialog by themselves on a second Escape: then the screen follows.
    dialog.addEventListener('close', () => !dialog.open && askToClose(), { signal })
    dialog.addEventListener(
      'pointerdown',
      (event) => {
        pressedBeside = event.target === dialog
      },
      { signal },
    )
    dialog.addEventListener(
      'click',
      (event) => event.target === dialog && pressedBeside && clickedBeside(),
      { signal },
    )
    return () => stop.abort()
  }, [ref])
}

/** Where reading begins: what asks for it by `data-first-focus`, else the dialog's title. */
const firstFocus = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-first-focus]') ??
  dialog.querySelector<HTMLElement>('h2[tabindex]')
