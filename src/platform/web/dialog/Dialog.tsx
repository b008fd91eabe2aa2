import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useModal } from './modal.ts'

interface DialogProps {
  open: boolean
  /** Called by Escape, the close button and a click outside; the owner then sets `open`. */
  onClose: () => void
  title: string
  description?: ReactNode
  /** Buttons beside the close button. */
  headerActions?: ReactNode
  /** Fixed below the scrolling body. Submit buttons here name their form by the `form` attribute. */
  footer?: ReactNode
  /** A note at the left of the buttons, to read before they are pressed: 'Can be undone.' */
  footNote?: ReactNode
  /**
   * 'sm' for questions, 'md' for forms of one column and for reading, 'lg' for forms of two columns, 'xl' for content
   * in two panes, 'side' for a sheet at the right edge, beside a list.
   */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'side' | undefined
  /** True while closing would lose input: then a click outside does nothing. */
  dirty?: boolean | undefined
  /** Back closes it. By default true for forms, that is when `dirty` is given. */
  closesOnBack?: boolean | undefined
  /** Gets the focus on closing when the element that opened the dialog is removed. */
  fallbackFocus?: (() => HTMLElement | null | undefined) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLDialogElement>) => void) | undefined
  children?: ReactNode
}

/** On phones a sheet from below, over which a strip of the page stays in sight. */
const centred =
  'max-sm:mt-auto max-sm:mb-0 max-sm:max-h-[calc(100dvh-1.5rem)] max-sm:w-full max-sm:max-w-none max-sm:animate-slide-up max-sm:rounded-t-xl sm:m-auto sm:max-h-[min(90dvh,56rem)] sm:w-[calc(100%-2rem)] sm:animate-appear sm:rounded-xl'

const sizes = {
  sm: `${centred} sm:max-w-md`,
  md: `${centred} sm:max-w-[32.5rem]`,
  lg: `${centred} sm:max-w-3xl`,
  xl: `${centred} sm:max-w-[62.5rem]`,
  side: 'animate-appear my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-none sm:w-[34rem] sm:max-w-[calc(100%-3rem)] sm:backdrop:opacity-50',
}

/** A modal dialog on the native element. In a short window its head scrolls too, and only the footer stays. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  headerActions,
  footer,
  footNote,
  size = 'md',
  dirty,
  closesOnBack = dirty !== undefined,
  fallbackFocus,
  onKeyDown,
  children,
}: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref, { onClose, ignoresOutsideClick: dirty, closesOnBack, fallbackFocus })
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={onKeyDown}
      data-place={size === 'side' ? 'side' : 'middle'}
      className={classNames(
        'flex-col overflow-hidden bg-raised p-0 text-ink shadow-dialog [--gutter:1.25rem] max-sm:[--gutter:1rem] open:flex short:scroll-pb-16 short:overflow-y-auto forced-colors:border',
        sizes[size],
      )}
    >
      <div className="flex shrink-0 items-start gap-2 pt-3.5 pr-3 pb-3 pl-(--gutter)">
        <div className="min-w-0 flex-1 py-1">
          <h2
            id={`${id}-title`}
            tabIndex={-1}
            title={title}
            className="line-clamp-3 text-lg wrap-anywhere"
          >
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="mt-0.5 text-sm text-ink-soft">
              {description}
            </div>
          )}
        </div>
        {/* Larger targets on touch screens stay centred on the title. */}
        <div className="flex shrink-0 gap-2 touch:-my-1.5">
          {headerActions}
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {children && (
        // `relative` contains the absolutely positioned `sr-only` texts, which would let the dialog scroll. A form
        // without a footer keeps its button in sight in a short window.
        <div className="relative min-h-0 flex-auto overflow-y-auto overscroll-contain px-(--gutter) pt-1 pb-5 short:flex-none short:overflow-visible short:[&_form>[type=submit]]:sticky short:[&_form>[type=submit]]:bottom-3">
          {children}
        </div>
      )}
      {footer && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-(--gutter) py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] short:sticky short:bottom-0 short:z-10 short:pt-2 max-sm:[&>button]:flex-auto max-sm:[&>button]:px-2 max-sm:min-[18rem]:[&>button]:whitespace-nowrap">
          {footNote && (
            <div className="mr-auto min-w-0 text-sm text-ink-soft max-sm:basis-full">
              {footNote}
            </div>
          )}
          {footer}
        </div>
      )}
    </dialog>
  )
}
