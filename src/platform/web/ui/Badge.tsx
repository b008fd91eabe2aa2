import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

/** Background and text colour of a tone. */
export const toneClass: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-ink-soft',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
}

/** A kind, such as 'OEM', or a number. What changes, such as 'Paid', is a `State`. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm px-[7px] py-px text-xs leading-normal font-medium whitespace-nowrap max-[17rem]:whitespace-normal forced-colors:outline-1',
        toneClass[tone],
        className,
      )}
    >
      {typeof children === 'string' ? (
        <span className="min-w-0 min-[17rem]:one-line">{children}</span>
      ) : (
        children
      )}
    </span>
  )
}
