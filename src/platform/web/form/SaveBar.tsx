import { useLayoutEffect, useRef } from 'react'
import { isTouchScreen } from '../layout/phone.ts'
import { screenHeading } from '../layout/screen-heading.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dot } from '../ui/State.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'

interface SaveBarProps {
  dirty: boolean
  pending: boolean
  /** True while the values cannot be saved; their fields say why. */
  disabled?: boolean
  /** Why the bar is there. */
  note?: string | undefined
  /** Why saving failed, for an error that belongs to no field. */
  error?: string
  /** True where unsaved changes survive leaving the screen: then nothing is asked. */
  keepsDraft?: boolean
  /** Discards the unsaved changes; left out when there are none to discard. */
  onDiscard?: (() => void) | undefined
}

/**
 * The bar that saves the form it is in, over the end of the window: it comes with the first change, and nothing moves
 * then. A screen shows one form with such a bar at a time.
 */
export function SaveBar({ dirty, keepsDraft = false, ...bar }: SaveBarProps) {
  useUnsavedChanges(dirty && !keepsDraft)
  return dirty || bar.note ? <Bar {...bar} /> : null
}

function Bar({
  pending,
  disabled = false,
  note = 'You have unsaved changes.',
  error = '',
  onDiscard,
}: Omit<SaveBarProps, 'dirty' | 'keepsDraft'>) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusAfterwards(bar)
  return (
    <div
      ref={bar}
      data-save-bar
      className="z-20 border-t border-line bg-raised px-(--gutter) py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] [--gutter:1.5rem] max-sm:[--gutter:16px] right-0 bottom-0 left-0 lg:left-52 print:hidden [@media(min-height:22rem)]:fixed"
    >
      <div className="flex max-w-240 flex-wrap items-center justify-end gap-2">
        {error && (
          <div className="basis-full">
            <Banner tone="danger">{error}</Banner>
          </div>
        )}
        <p className="mr-auto flex min-w-0 flex-1 items-center gap-2 text-sm max-sm:text-xs">
          <Dot tone="warning" />
          <span className="min-w-0 max-[21rem]:sr-only">{note}</span>
        </p>
        {onDiscard && (
          <Button variant="quiet" disabled={pending} onClick={onDiscard}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          className="whitespace-nowrap"
          disabled={disabled}
          pending={pending}
        >
          Save Changes
        </Button>
      </div>
    </div>
  )
}

/**
 * Returns the focus when the bar goes with the button that had it: to the field from where it came, on a touch screen
 * to the heading, because a field would open the keyboard.
 */
function useFocusAfterwards(bar: { readonly current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const element = bar.current
    let field: HTMLElement | undefined
    const rememberField = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !element?.contains(relatedTarget))
        field = relatedTarget
    }
    element?.addEventListener('focusin', rememberField)
    return () => {
      element?.removeEventListener('focusin', rememberField)
      const { activeElement } = document
      if (activeElement !== document.body && !element?.contains(activeElement)) return
      const target = field?.isConnected && !isTouchScreen() ? field : screenHeading()
      target?.focus({ preventScroll: true })
    }
  }, [bar])
}
