import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { closeOnBack } from './close-on-back.ts'
import { pushDialog, removeDialog, topDialog } from './dialog-stack.ts'

export interface ModalOptions {
  onClose: () => void
  /** True while a click beside it must not close it. */
  ignoresOutsideClick?: boolean | undefined
  /** Back closes it too; not for what the address shows, Back takes care of that. */
  closesOnBack?: boolean | undefined
  /** Who gets the focus when the element that had it is gone; else the screen's heading. */
  fallbackFocus?: (() => HTMLElement | null | undefined) | undefined
}

/**
 * Opens a native dialog as a modal for as long as it is mounted. Escape asks to close; so does a
 * click beside it unless `stay` is set. Focus goes back to where it was.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  {
    onClose,
    ignoresOutsideClick: stay = false,
    closesOnBack: backCloses = false,
    fallbackFocus,
  }: ModalOptions,
) {
  const askToClose = useEffectEvent(onClose)
  const otherFocus = useEffectEvent(() => fallbackFocus?.())
  const clickedBeside = useEffectEvent(() => {
    if (!stay) onClose()
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    firstFocus(dialog)?.focus()
    pushDialog(dialog)
    return () => {
      removeDialog(dialog)
      dialog.close()
      giveFocusBack(before, otherFocus())
    }
  }, [ref])

  useEffect(() => {
    if (backCloses) return closeOnBack(() => askToClose())
    return undefined
  }, [backCloses])

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

/**
 * The focus returns to where it was. What stood there may be gone, or go with the list that is read
 * again after the dialog: then the focus goes on to a sensible place instead of nowhere.
 */
function giveFocusBack(before: Element | null, other: HTMLElement | null | undefined) {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  const followUp = () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const place = other?.isConnected ? other : heading()
    place?.focus({ preventScroll: true })
  }
  for (const moment of [0, 1000]) setTimeout(followUp, moment)
}

const heading = () =>
  topDialog()?.querySelector<HTMLElement>('h2[tabindex]') ??
  document.querySelector<HTMLElement>('main h1[tabindex]')

/** Where reading begins: what asks for it by `data-first-focus`, else the dialog's title. */
const firstFocus = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-first-focus]') ??
  dialog.querySelector<HTMLElement>('h2[tabindex]')
