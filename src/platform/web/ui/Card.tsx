import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  /** Rendered as an h2. */
  title?: ReactNode
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** True for content without side padding, such as a table. */
  flush?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A section with a border and an optional heading. */
export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
}: CardProps) {
  return (
    <section
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface shadow-card',
        className,
      )}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
          <div className="min-w-0">
            <h2 className="text-lg">{title}</h2>
            {description && <p className="text-sm text-ink-soft">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'pt-3' : 'px-5 py-4'}>{children}</div>
    </section>
  )
}
