import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isTouchScreen } from '../layout/phone.ts'
import { screenHeading } from '../layout/screen-heading.tsx'
import { closeOnBack } from './close-on-back.ts'
import { pushDialog, removeDialog, topDialog } from './dialog-stack.ts'

interface ModalOptions {
  onClose: () => void
  /** True while a click outside must not close it. */
  ignoresOutsideClick?: boolean | undefined
  /** True to close it on Back. Not needed for a dialog that the address opens, which Back closes anyway. */
  closesOnBack?: boolean | undefined
  /** Gets the focus when the element that had it before is removed; by default the heading does. */
  fallbackFocus?: (() => HTMLElement | null | undefined) | undefined
}

/**
 * Opens a native dialog as a modal for as long as it is mounted. Escape calls `onClose`, and so does a
 * click outside unless `ignoresOutsideClick` is set. Closing restores the focus.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  { onClose, ignoresOutsideClick = false, closesOnBack = false, fallbackFocus }: ModalOptions,
) {
  const requestClose = useEffectEvent(onClose)
  const fallbackTarget = useEffectEvent(() => fallbackFocus?.())
  const onOutsideClick = useEffectEvent(() => {
    if (!ignoresOutsideClick) onClose()
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const focusedBefore = document.activeElement
    dialog.showModal()
    initialFocus(dialog)?.focus()
    pushDialog(dialog)
    return () => {
      removeDialog(dialog)
      dialog.close()
      restoreFocus(focusedBefore, fallbackTarget())
    }
  }, [ref])

  useEffect(() => {
    if (closesOnBack) return closeOnBack(() => requestClose())
    return undefined
  }, [closesOnBack])

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const controller = new AbortController()
    const { signal } = controller
    let isPressedOutside = false
    dialog.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== dialog) return
        event.preventDefault()
        requestClose()
      },
      { signal },
    )
    // On a second Escape, browsers close the dialog despite preventDefault.
    dialog.addEventListener('close', () => !dialog.open && requestClose(), { signal })
    dialog.addEventListener(
      'pointerdown',
      (event) => {
        isPressedOutside = event.target === dialog
      },
      { signal },
    )
    dialog.addEventListener(
      'click',
      (event) => event.target === dialog && isPressedOutside && onOutsideClick(),
      { signal },
    )
    return () => controller.abort()
  }, [ref])
}

/**
 * Focuses the element that was focused before. If it is removed, now or when the list below the dialog reloads, the
 * focus moves to the fallback or a heading, so that it is not lost.
 */
function restoreFocus(before: Element | null, fallback: HTMLElement | null | undefined) {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  const focusFallback = () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const target = fallback?.isConnected ? fallback : heading()
    target?.focus({ preventScroll: true })
  }
  for (const delayMs of [0, 1000]) setTimeout(focusFallback, delayMs)
}

const heading = () => topDialog()?.querySelector<HTMLElement>('h2[tabindex]') ?? screenHeading()

/**
 * The element marked with `data-first-focus`, else the first field of its form, else the title. On a touch screen no
 * field is focused, because the keyboard would cover half of the form.
 */
const initialFocus = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-first-focus]') ??
  (isTouchScreen() ? null : dialog.querySelector<HTMLElement>(firstField)) ??
  dialog.querySelector<HTMLElement>('h2[tabindex]')

const firstField = 'form :is(input, select, textarea):not([disabled], [readonly], [tabindex="-1"])'
