import type { ComponentProps, ReactNode } from 'react'
import { FigurePanel } from '#platform/web/plot/FigurePanel.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'

export type PlotView = 'plots' | 'tables'

/** The height of the content of a panel, also used while loading, so that nothing moves; larger for large text. */
const heights: Record<PlotView, string> = { plots: 'min-h-60', tables: 'h-[28.5rem]' }

/** A figure of the dashboard. */
export const DashboardPanel = ({
  view,
  children,
  ...panel
}: Omit<ComponentProps<typeof FigurePanel>, 'children'> & {
  view: PlotView
  /** Undefined while it is loading. */
  children: ReactNode | undefined
}) => (
  <FigurePanel {...panel}>
    <div className={classNames('flex min-h-0 flex-1 flex-col justify-end', heights[view])}>
      {children ?? <Skeleton className="w-full flex-1" />}
    </div>
  </FigurePanel>
)
