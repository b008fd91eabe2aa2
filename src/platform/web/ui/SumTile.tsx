import type { ComponentProps } from 'react'
import { Dot } from './State.tsx'
import type { SumButton } from './SumButton.tsx'

/** A sum in a row on a desk, which filters the list below it: a label, a number and a note. */
export const SumTile = ({
  label,
  tone,
  value,
  note,
  ...button
}: ComponentProps<typeof SumButton>) => (
  <button
    {...button}
    type="button"
    className="grid h-full min-h-11 w-full grid-cols-1 content-start px-2 pt-1.5 pb-0.5 text-left -outline-offset-2 not-aria-pressed:enabled:hover:bg-hover aria-pressed:bg-accent-soft"
  >
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      {tone && <Dot tone={tone} />}
      <span className="whitespace-nowrap">{label}</span>
    </span>
    <span className="flex flex-wrap items-baseline gap-x-1 tabular-nums">
      <span className="text-xl font-semibold">{value}</span>
      <span className="text-xs whitespace-nowrap text-ink-faint">{note}</span>
    </span>
  </button>
)
