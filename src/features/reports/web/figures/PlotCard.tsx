import type { ReactNode } from 'react'
import { LegendItem, type Pattern } from '#platform/web/plot/patterns.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'

/** The height of every card, also while loading, so that the layout does not shift; more for large text. */
const size = { plots: 'min-h-68', tables: 'h-[28.5rem]' }
export type PlotView = keyof typeof size

interface PlotCardProps {
  title: string
  /** One line that explains the figures. */
  note: ReactNode
  view: PlotView
  /** Shown beside the title. */
  control?: ReactNode
  /** Undefined while it is loading. */
  children: ReactNode | undefined
}

/** The frame of one plot, or of its table. */
export function PlotCard({ title, note, view, control, children }: PlotCardProps) {
  return (
    <div
      className={`flex w-[85%] shrink-0 snap-start flex-col rounded-lg border border-line bg-surface px-4 pt-3 pb-2 shadow-card sm:w-auto sm:min-w-0 ${size[view]}`}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="truncate text-sm">{title}</h3>
        {control}
      </div>
      <div className="min-h-5 truncate text-xs text-ink-faint">{note}</div>
      <div className="mt-2 flex min-h-0 flex-1 flex-col justify-end">
        {children ?? <Skeleton className="w-full flex-1" />}
      </div>
    </div>
  )
}

/** Shown when there is nothing to plot yet. */
export const EmptyPlot = ({ children }: { children: ReactNode }) => (
  <p className="m-auto max-w-56 text-center text-sm text-balance text-ink-soft">{children}</p>
)

/** The legend: what each pattern means, with its sum. */
export const PlotLegend = ({
  items,
}: {
  items: readonly { pattern: Pattern; name: string; sum: string }[]
}) => (
  <ul className="mb-2 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-soft">
    {items.map(({ pattern, name, sum }) => (
      <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
        <LegendItem pattern={pattern} />
        {name} <span className="font-medium text-ink tabular-nums">{sum}</span>
      </li>
    ))}
  </ul>
)
