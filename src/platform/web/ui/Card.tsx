import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  /** Rendered as an h2. */
  title?: ReactNode
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** On phones from edge to edge, with a line above and below. */
const phoneClass = 'not-in-data-stack:max-sm:bleed max-sm:rounded-none max-sm:border-x-0'

/** A section with a border and an optional heading. */
export function Card({ title, description, actions, className, children }: CardProps) {
  return (
    <section
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface sm:[--gutter:1rem]',
        phoneClass,
        'in-data-stack:rounded-none in-data-stack:border-x-0 in-data-stack:border-b-0 in-data-stack:first:border-t-0 in-data-stack:[--gutter:inherit]',
        className,
      )}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-(--gutter) pt-4">
          <div className="min-w-0">
            <h2 className="text-base leading-[1.43]">{title}</h2>
            {description && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className="px-(--gutter) py-3.5 in-data-stack:pb-5">{children}</div>
    </section>
  )
}

/** Cards as the groups of one surface, with a hairline between them. */
export const CardStack = ({ children }: { children: ReactNode }) => (
  <div
    data-stack=""
    className={classNames(
      'min-w-0 overflow-clip rounded-lg border border-line bg-surface sm:[--gutter:1rem]',
      phoneClass,
    )}
  >
    {children}
  </div>
)
