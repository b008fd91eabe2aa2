import '../print/print.css'
import type { ReactNode } from 'react'
import { useScreenHeading } from './screen-heading.tsx'

interface PageProps {
  /** The h1 and the title of the browser tab. */
  title: string
  subtitle?: ReactNode
  /** Buttons beside the title; below it on phones. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in screen. Render it during loading too: its heading takes the focus. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  const heading = useScreenHeading({ title }, 'text-2xl')
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {heading}
          {subtitle && <p className="mt-1 max-w-prose text-ink-soft">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
