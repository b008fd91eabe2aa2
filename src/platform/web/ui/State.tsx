import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { classNames } from './class-names.ts'

/** grace: owed, but with time left. */
export type DotTone = Tone | 'grace'

/** A dot is a border, so that it is also seen in forced colours. */
const dotClass: Record<DotTone, string> = {
  neutral: 'border-neutral-dot',
  accent: 'border-accent-dot',
  success: 'border-success-dot',
  warning: 'border-warning-dot',
  grace: 'border-grace-dot',
  danger: 'border-danger-dot',
  info: 'border-info-dot',
}

/** The state of a thing as a dot and its word: the word carries the meaning, the dot helps the eye. */
export function State({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: DotTone | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.75 whitespace-nowrap text-ink max-[17rem]:whitespace-normal',
        isCapitals(children) ? 'text-xs font-medium tracking-[0.02em]' : 'text-sm',
        className,
      )}
    >
      <Dot tone={tone} />
      {/* The baseline of the state is that of its word, not the lower edge of the dot. */}
      <span className="min-w-0 self-baseline">{children}</span>
    </span>
  )
}

export const Dot = ({ tone }: { tone: DotTone }) => (
  <span
    aria-hidden="true"
    data-not-printed
    className={classNames('size-0 shrink-0 rounded-full border-[3.5px]', dotClass[tone])}
  />
)

/** Words that are written in capitals, such as 'PAID' and 'VALID'. */
const isCapitals = (text: ReactNode): boolean => typeof text === 'string' && /^[A-Z ]+$/.test(text)
