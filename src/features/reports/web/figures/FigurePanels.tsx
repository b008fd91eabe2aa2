import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUrlFilters } from '#platform/web/state/url-state.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { figuresOf } from './calls.ts'
import type { PlotView } from './DashboardPanel.tsx'
import { DuesPanel } from './DuesPanel.tsx'
import { EndingPanel, JoinedPanel } from './member-plots.tsx'
import { OfferedPanel } from './OfferedPanel.tsx'

/** The two plots of the dashboard or all four, or their tables. */
export function FigurePanels({ view, isAll }: { view: PlotView; isAll: boolean }) {
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
        'grid grid-cols-1 gap-3 lg:grid-cols-2 xl:wide-beside-narrow',
        figures.isPlaceholderData && 'opacity-60',
      )}
    >
      <DuesPanel dues={data?.dues} view={view} onYear={(year) => setFilter('year', year)} />
      <JoinedPanel years={data?.joined} view={view} />
      {isAll && (
        <>
          <EndingPanel weeks={data?.ending} view={view} />
          <OfferedPanel offered={data?.offered} view={view} />
        </>
      )}
    </div>
  )
}
