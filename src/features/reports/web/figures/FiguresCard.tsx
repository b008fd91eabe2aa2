import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUrlFilters } from '#platform/web/state/url-state.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { figuresOf } from './calls.ts'
import { DuesPlotCard } from './DuesPlotCard.tsx'
import { EndingPlotCard, JoinedPlotCard } from './member-plots.tsx'
import { OfferedPlotCard } from './OfferedPlotCard.tsx'
import type { PlotView } from './PlotCard.tsx'

/** The plots of the dashboard, or their tables; on a phone in a row that scrolls sideways. */
export function FiguresCard({ view }: { view: PlotView }) {
  const { params, setFilter } = useUrlFilters()
  const figures = useQuery({
    ...figuresOf(params.get('year') ?? ''),
    placeholderData: keepPreviousData,
  })
  if (figures.isError) return <LoadFailed title="Couldn't load the overview" query={figures} />
  const data = figures.data
  return (
    <div
      aria-busy={figures.isPending}
      className={classNames(
        'relative -mx-4 flex snap-x scroll-px-4 gap-3 px-4 pb-1 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0',
        // A scrollable region needs something focusable inside; while loading there is nothing.
        figures.isPending ? 'overflow-x-hidden' : 'overflow-x-auto',
        view === 'plots' && 'xl:grid-cols-[1fr_1.5fr_1fr_1fr]',
        figures.isPlaceholderData && 'opacity-60',
      )}
    >
      <JoinedPlotCard years={data?.joined} view={view} />
      <DuesPlotCard dues={data?.dues} view={view} onYear={(year) => setFilter('year', year)} />
      <EndingPlotCard weeks={data?.ending} view={view} />
      <OfferedPlotCard offered={data?.offered} view={view} />
    </div>
  )
}
