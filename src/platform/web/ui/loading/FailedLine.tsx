import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { ReactNode } from 'react'

interface FailedProps {
  title: string
  reason?: string | undefined
  /** The button that loads again. */
  children: ReactNode
}

/** What could not be loaded, in the place where it would be: no frame and no fill, only the icon has the colour. */
export const FailedLine = ({ title, reason, children }: FailedProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 py-2.5 text-sm">
    <div className="flex min-w-0 gap-2.5">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="flex flex-wrap gap-x-1.5">
        <p className="font-semibold">{title}</p>
        {reason && <p className="text-ink-soft">{reason}</p>}
      </div>
    </div>
    <div className="-ml-2 touch:-ml-3">{children}</div>
  </div>
)

/** The same where a whole list or screen is missing, in the shape of an empty one. */
export const FailedBlock = ({ title, reason, children }: FailedProps) => (
  <div role="alert" className="grid justify-items-center gap-1.5 px-6 py-12 text-center">
    <CircleAlert aria-hidden="true" className="size-6 text-danger-text" />
    <p className="text-md font-semibold">{title}</p>
    {reason && <p className="max-w-[44ch] text-sm text-ink-soft">{reason}</p>}
    <div className="mt-3 empty:hidden">{children}</div>
  </div>
)
