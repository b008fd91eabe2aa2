import { useIsFetching } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import BarChart3 from 'lucide-react/icons/chart-column'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Table2 from 'lucide-react/icons/table-2'
import { type ComponentProps, useEffect, useState } from 'react'
import { parsePaymentsFilter } from '#features/ledger/web/calls.ts'
import { useStoredFlag } from '#platform/web/state/stored-flag.ts'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'

const FigurePanels = lazyPart(
  async () => (await import('#features/reports/web/figures/FigurePanels.tsx')).FigurePanels,
  (props) => <FiguresPlaceholder {...props} />,
)
const PaymentsDialog = lazyPart(
  async () => (await import('#features/reports/web/books/PaymentsDialog.tsx')).PaymentsDialog,
)

/** Milliseconds without a request: the code of a tab may come after its first ones. */
const idleDelay = 300

/** False until the rows of the selected tab are there: they would move the plots. */
function useIsAfterFirstRows(): boolean {
  const isFetching = useIsFetching() > 0
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    if (isAfter || isFetching) return
    const timer = setTimeout(() => setAfter(true), idleDelay)
    return () => clearTimeout(timer)
  }, [isAfter, isFetching])
  return isAfter
}

/**
 * The plots of the dashboard, after its rows. They are not loaded while hidden; the choice is stored on this device.
 */
export function DashboardFigures({ isEmpty }: { isEmpty: boolean }) {
  return useIsAfterFirstRows() && <Figures isEmpty={isEmpty} />
}

function Figures({ isEmpty }: { isEmpty: boolean }) {
  // Plots without anything to plot are folded.
  const figures = useStoredFlag('figures-shown', !isEmpty)
  const tables = useStoredFlag('figures-as-tables', false)
  const showsAll = useStoredFlag('figures-all', false)
  return (
    <section aria-label="Overview" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">Overview</h2>
        <div className="flush-end flex flex-wrap gap-1 max-sm:-ml-3 max-sm:grid max-sm:grow max-sm:grid-cols-2 max-sm:justify-items-start">
          <ButtonLink
            size="sm"
            variant="ghost"
            href="/admin/board-book"
            icon={<BookOpen aria-hidden="true" />}
          >
            Board book
          </ButtonLink>
          {figures.isOn && (
            <Button
              size="sm"
              variant="ghost"
              icon={tables.isOn ? <BarChart3 aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              onClick={tables.toggle}
            >
              {tables.isOn ? 'Show charts' : 'Show tables'}
            </Button>
          )}
          {figures.isOn && (
            <Button
              size="sm"
              variant="ghost"
              icon={<LayoutGrid aria-hidden="true" />}
              aria-expanded={showsAll.isOn}
              onClick={showsAll.toggle}
            >
              {showsAll.isOn ? 'Show two charts' : 'Show all charts'}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={
              figures.isOn ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />
            }
            aria-expanded={figures.isOn}
            onClick={figures.toggle}
          >
            {figures.isOn ? 'Hide overview' : 'Show overview'}
          </Button>
        </div>
      </div>
      {figures.isOn && (
        <FigurePanels view={tables.isOn ? 'tables' : 'plots'} isAll={showsAll.isOn} />
      )}
    </section>
  )
}

/** Has the height of the figures, so that the page does not move when they appear. */
const FiguresPlaceholder = ({ view, isAll }: ComponentProps<typeof FigurePanels>) => (
  <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 xl:wide-beside-narrow">
    {['first', 'second', 'third', 'fourth'].slice(0, isAll ? 4 : 2).map((panel) => (
      <Skeleton
        key={panel}
        className={`w-full rounded-lg ${view === 'tables' ? 'h-[33rem]' : 'h-81'}`}
      />
    ))}
  </div>
)

/** The payments of a figure, opened by `?payments=2025-06.Cash`; outside the figures, which are loaded later. */
export function OpenPayments() {
  const { id, close } = useDialogParam('payments')
  const filter = parsePaymentsFilter(id)
  return filter && <PaymentsDialog filter={filter} onClose={close} />
}
