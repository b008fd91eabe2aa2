import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Dot, type DotTone } from './State.tsx'

/** One button of a scrolling row on a phone: its label above, and a number or an action with a note below. */
export const SumButton = ({
  label,
  tone,
  value,
  note,
  isWaiting = false,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className' | 'children' | 'value'> & {
  label: string
  tone?: DotTone | undefined
  value: ReactNode
  note?: ReactNode
  /** True if the button leads to something that waits for a decision. */
  isWaiting?: boolean
}) => (
  <button
    {...button}
    type="button"
    className={classNames(
      'grid min-h-11 shrink-0 content-center rounded-md border px-3 text-left text-xs whitespace-nowrap -outline-offset-2',
      isWaiting
        ? 'border-transparent bg-accent-soft text-accent-text'
        : 'border-line bg-surface aria-pressed:border-transparent aria-pressed:bg-accent-soft',
    )}
  >
    <span className={classNames('flex items-center gap-1.5', !isWaiting && 'text-ink-soft')}>
      {tone && <Dot tone={tone} />}
      {label}
    </span>
    <span className="flex items-baseline gap-1.5 tabular-nums">
      <span className="text-sm font-semibold">{value}</span>
      {note && <span className="text-ink-soft">{note}</span>}
    </span>
  </button>
)
