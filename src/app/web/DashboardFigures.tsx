import { BarChart3, ChevronDown, ChevronUp, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { parsePaymentsFilter } from '#features/payments/web/calls.ts'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

const FiguresCard = lazyScreen(
  async () => (await import('#features/figures/web/FiguresCard.tsx')).FiguresCard,
)
const PaymentsDialog = lazyScreen(
  async () => (await import('#features/payments/web/PaymentsDialog.tsx')).PaymentsDialog,
)

/** The plots of the dashboard: nothing of them comes while they are hidden, which is remembered. */
export function DashboardFigures() {
  const shown = useNote('figures-shown', true)
  const tables = useNote('figures-as-tables', false)
  return (
    <section aria-label="Figures" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">Figures</h2>
        <div className="flex gap-1">
          {shown.isOn && (
            <Button
              size="sm"
              variant="ghost"
              icon={tables.isOn ? <BarChart3 aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              onClick={tables.toggle}
            >
              {tables.isOn ? 'Show as plots' : 'Show as tables'}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={
              shown.isOn ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />
            }
            aria-expanded={shown.isOn}
            onClick={shown.toggle}
          >
            {shown.isOn ? 'Hide figures' : 'Show figures'}
          </Button>
        </div>
      </div>
      {shown.isOn && (
        <Suspense fallback={<Coming isTables={tables.isOn} />}>
          <FiguresCard view={tables.isOn ? 'tables' : 'plots'} />
        </Suspense>
      )}
      <OpenPayments />
    </section>
  )
}

/** As tall as what comes, so that the tabs stay where they are. */
const Coming = ({ isTables }: { isTables: boolean }) => (
  <div
    className={`grid gap-3 overflow-hidden sm:grid-cols-2 ${isTables ? 'auto-rows-[28.5rem]' : 'auto-rows-[17rem] xl:grid-cols-[1fr_1.5fr_1fr_1fr]'}`}
  >
    {['first', 'second', 'third', 'fourth'].map((card, index) => (
      <Skeleton key={card} className={`h-full ${index > 0 ? 'max-sm:hidden' : ''}`} />
    ))}
  </div>
)

/** `?payments=2025-06.Cash`: the payments behind a sum, over the dashboard. */
function OpenPayments() {
  const { id, close } = useDialogParam('payments')
  const filter = parsePaymentsFilter(id)
  return (
    filter && (
      <Suspense fallback={null}>
        <PaymentsDialog filter={filter} onClose={close} />
      </Suspense>
    )
  )
}

/** Yes or no, as this device keeps it. */
function useNote(name: string, usual: boolean) {
  const [isOn, setOn] = useState(() => {
    const kept = readLocalItem(name)
    return typeof kept === 'boolean' ? kept : usual
  })
  const toggle = () => {
    writeLocalItem(name, !isOn)
    setOn(!isOn)
  }
  return { isOn, toggle }
}
