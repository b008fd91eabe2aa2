import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { LegendItem, type Pattern } from './patterns.tsx'

interface Legend {
  pattern: Pattern
  name: string
  /** What it comes to. */
  sum: string
}

/** One plot or its table: title and buttons, then the legend and what explains it. */
export function FigurePanel({
  title,
  heading: Heading = 'h3',
  note,
  legend,
  actions,
  className,
  children,
}: {
  title: string
  heading?: 'h2' | 'h3'
  note?: ReactNode
  /** Undefined keeps its line free, so that panels beside each other align; [] without a note has no line. */
  legend?: readonly Legend[] | undefined
  actions?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface px-4 pt-3 pb-4 in-data-stack:rounded-none in-data-stack:border-0 in-data-stack:px-(--gutter)',
        className,
      )}
    >
      <div>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
          <Heading className="min-w-36 flex-1 text-base">{title}</Heading>
          {actions && <div className="flush-end flex items-center gap-1">{actions}</div>}
        </div>
        {(!legend || legend.length > 0 || note) && (
          <div className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-xs">
            {legend && legend.length > 0 && (
              <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-soft">
                {legend.map(({ pattern, name, sum }) => (
                  <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
                    <LegendItem pattern={pattern} />
                    <span>{name}</span>{' '}
                    <span className="font-medium text-ink tabular-nums">{sum}</span>
                  </li>
                ))}
              </ul>
            )}
            {note && <p className="text-ink-faint">{note}</p>}
          </div>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-end">{children}</div>
    </section>
  )
}

/** In place of a plot without values. */
export const EmptyFigure = ({ children }: { children: ReactNode }) => (
  <p className="m-auto max-w-64 py-8 text-center text-sm text-balance text-ink-soft">{children}</p>
)
