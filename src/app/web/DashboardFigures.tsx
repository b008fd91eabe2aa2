import { useIsFetching } from '@tanstack/react-query'
import { BarChart3, BookOpen, ChevronDown, ChevronUp, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { parsePaymentsFilter } from '#features/ledger/web/calls.ts'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'

const FiguresCard = lazyPart(
  async () => (await import('#features/reports/web/figures/FiguresCard.tsx')).FiguresCard,
  ({ view }) => <FiguresPlaceholder isTables={view === 'tables'} />,
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

/** The plots of the dashboard. They are not loaded while hidden; the choice is stored on this device. */
export function DashboardFigures() {
  const isDue = useIsAfterFirstRows()
  return isDue ? <Figures /> : <OpenPayments />
}

function Figures() {
  const figures = useStoredFlag('figures-shown', true)
  const tables = useStoredFlag('figures-as-tables', false)
  return (
    <section aria-label="Overview" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">Overview</h2>
        <div className="flex flex-wrap gap-1">
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
      {figures.isOn && <FiguresCard view={tables.isOn ? 'tables' : 'plots'} />}
      <OpenPayments />
    </section>
  )
}

/** As high as the figures, so that the tabs below do not move. */
const FiguresPlaceholder = ({ isTables }: { isTables: boolean }) => (
  <div
    className={`grid gap-3 overflow-hidden sm:grid-cols-2 ${isTables ? 'auto-rows-[28.5rem]' : 'auto-rows-[17rem] xl:grid-cols-[1fr_1.5fr_1fr_1fr]'}`}
  >
    {['first', 'second', 'third', 'fourth'].map((card, index) => (
      <Skeleton key={card} className={`h-full ${index > 0 ? 'max-sm:hidden' : ''}`} />
    ))}
  </div>
)

/** The payments behind a figure, opened by `?payments=2025-06.Cash`. */
function OpenPayments() {
  const { id, close } = useDialogParam('payments')
  const filter = parsePaymentsFilter(id)
  return filter && <PaymentsDialog filter={filter} onClose={close} />
}

/** A boolean stored on this device under a name. */
function useStoredFlag(name: string, initial: boolean) {
  const [isOn, setOn] = useState(() => {
    const stored = readLocalItem(name)
    return typeof stored === 'boolean' ? stored : initial
  })
  const toggle = () => {
    writeLocalItem(name, !isOn)
    setOn(!isOn)
  }
  return { isOn, toggle }
}
