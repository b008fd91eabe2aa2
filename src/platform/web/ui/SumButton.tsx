import type { ComponentProps, ReactNode } from 'react'
import { Dot, type DotTone } from './State.tsx'

/** One sum of a strip on a phone, which filters the list below it: its label above, a number and a note below. */
export const SumButton = ({
  label,
  tone,
  value,
  note,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className' | 'children' | 'value'> & {
  label: string
  tone?: DotTone | undefined
  value: ReactNode
  note?: ReactNode
}) => (
  <button
    {...button}
    type="button"
    className="grid min-h-12 shrink-0 content-center px-3 text-left text-xs whitespace-nowrap -outline-offset-2 aria-pressed:bg-accent-soft"
  >
    <span className="flex items-center gap-1.5 text-ink-soft">
      {tone && <Dot tone={tone} />}
      {label}
    </span>
    <span className="flex items-baseline gap-1.5 tabular-nums">
      <span className="text-sm font-semibold">{value}</span>
      {note && <span className="text-ink-soft">{note}</span>}
    </span>
  </button>
)
