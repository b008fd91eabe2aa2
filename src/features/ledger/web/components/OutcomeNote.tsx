import type { ReactNode } from 'react'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { State } from '#platform/web/ui/State.tsx'

/** What a payment settles, quietly below its fields: one state, and its parts. */
export const OutcomeNote = ({
  tone,
  title,
  children,
}: {
  tone: Tone
  title: string
  children: ReactNode
}) => (
  <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm">
    <State tone={tone} className="font-medium whitespace-normal!">
      {title}
    </State>
    <div className="grid gap-0.5 pl-3.5 text-ink-soft empty:hidden">{children}</div>
  </div>
)
