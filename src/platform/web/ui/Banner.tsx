import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { type Tone, toneClass } from './Badge.tsx'
import { IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'

/** A message across the full width of its container. */
export function Banner({
  tone = 'neutral',
  title,
  action,
  onDismiss,
  children,
}: {
  tone?: Tone | undefined
  title?: string | undefined
  action?: ReactNode
  /** Shows a button that calls this; without it the banner cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  children?: ReactNode
}) {
  // Beside the title where both fit into one line.
  const isSentence = typeof children === 'string'
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-1.5 text-sm forced-colors:outline-1',
        toneClass[tone],
      )}
    >
      <div
        className={classNames('min-w-0 flex-1 basis-40', isSentence && 'flex flex-wrap gap-x-2')}
      >
        {title && <p className="font-semibold">{title}</p>}
        <div className={isSentence ? 'min-w-0' : 'contents'}>{children}</div>
      </div>
      {onDismiss ? (
        <div className="ml-auto flex items-center gap-3">
          {action}
          <IconButton label="Dismiss" onClick={onDismiss}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        action
      )}
    </div>
  )
}
