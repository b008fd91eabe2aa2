import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** Border, background and text colour of a tone. */
export const toneClass: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink-soft',
  accent: 'border-accent-text/25 bg-accent-soft text-accent-text',
  success: 'border-success-text/25 bg-success-soft text-success-text',
  warning: 'border-warning-text/25 bg-warning-soft text-warning-text',
  danger: 'border-danger-text/25 bg-danger-soft text-danger-text',
}

/** A short status label. The text carries the meaning, the colour only supports it. */
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
        'inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-xs font-medium whitespace-nowrap max-[17rem]:whitespace-normal',
        toneClass[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
