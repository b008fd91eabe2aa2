import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useId, useState } from 'react'
import { duesRuns } from '#features/dues/web/calls.ts'
import type { SeasonStatus } from '#features/members/dues-status.ts'
import { duesTones } from '#features/members/web/components/DuesCell.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { Skeleton, SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import type { DotTone } from '#platform/web/ui/State.tsx'
import { SumButton } from '#platform/web/ui/SumButton.tsx'
import { SumTile } from '#platform/web/ui/SumTile.tsx'
import { financialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { RenewalTotals } from '../../renewals/answers.ts'
import { type DuesGroup, duesGroupLabels, duesGroups } from '../../renewals/filters.ts'
import { renewalSummary } from './calls.ts'
import type { useRenewalFilters } from './renewal-filters.ts'

const PlotsSkeleton = () => (
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
    <Skeleton className="h-90 rounded-lg" />
    <Skeleton className="h-90 rounded-lg" />
    <Skeleton className="h-90 rounded-lg" />
  </div>
)

export const RenewalPlots = lazyPart(
  async () => (await import('./RenewalPlots.tsx')).RenewalPlots,
  PlotsSkeleton,
)

type Filters = ReturnType<typeof useRenewalFilters>

/** Counts by status, and plots of what was raised and collected, each with links to its rows. */
export function RenewalSummarySection({
  totals,
  filters: { values, setFilter },
  waiting,
}: {
  totals: UseQueryResult<RenewalTotals>
  filters: Pick<Filters, 'values' | 'setFilter'>
  /** The banners of what waits for a decision, each a WaitingBanner. */
  waiting: ReactNode
}) {
  const id = useId()
  const isPhone = useIsPhone()
  const charts = useCharts()
  const { data } = totals
  const hasCharts = useHasCharts(data)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 max-sm:gap-2">
      <h2 id={id} className="sr-only">
        Summary
      </h2>
      {/* The same elements on a phone and a desk: a dialog that a banner has opened stays when the window changes. */}
      <div
        className={
          isPhone
            ? 'bleed relative flex divide-x divide-line overflow-x-auto border-y border-line bg-surface px-1 without-scrollbar empty:hidden'
            : classNames(
                'grid grid-cols-[minmax(0,1fr)_auto] items-center overflow-hidden rounded-lg',
                data && 'border border-line bg-surface',
              )
        }
      >
        <div
          className={
            isPhone
              ? 'flex shrink-0 divide-x divide-line empty:hidden'
              : 'grid gap-x-6 border-line py-1 empty:hidden max-xl:col-span-2 max-xl:flex max-xl:flex-wrap max-xl:border-b max-xl:px-4 xl:order-1 xl:row-span-2 xl:self-stretch xl:content-center xl:border-l xl:px-4'
          }
        >
          {waiting}
        </div>
        {data && isPhone && (
          <StatusTiles totals={data} status={values.status} setFilter={setFilter} isPhone />
        )}
        {data && !isPhone && (
          <Summary
            totals={data}
            hasCharts={hasCharts}
            status={values.status}
            setFilter={setFilter}
            areChartsShown={charts.isOpen}
            onToggleCharts={charts.toggle}
          />
        )}
      </div>
      {totals.isPending ? (
        !isPhone && <SkeletonRows rows={2} label="Loading the summary" />
      ) : !data ? (
        <LoadFailed title="Couldn't load the summary" query={totals} />
      ) : (
        <>
          {!isPhone && charts.isOpen && hasCharts && <Plots year={values.year ?? ''} />}
          <UnraisedNote totals={data} />
        </>
      )}
    </section>
  )
}

interface SummaryProps extends Pick<Filters, 'setFilter'> {
  totals: RenewalTotals
  status: DuesGroup | undefined
}

/** Whether there is something to plot: dues were raised, or a member owes or has paid. */
function useHasCharts(totals: RenewalTotals | undefined): boolean {
  const runs = useQuery(duesRuns)
  return (
    runs.data?.some(({ undone_at }) => undone_at === null) ||
    totals?.statuses.some(
      ({ status, members, owed_paise }) => owed_paise > 0 || (status === 'paid' && members > 0),
    ) ||
    false
  )
}

/** It is memoised, because typing in the search does not change it. */
const Summary = memo(function SummaryContent({
  totals,
  hasCharts,
  status,
  setFilter,
  areChartsShown,
  onToggleCharts,
}: SummaryProps & { hasCharts: boolean; areChartsShown: boolean; onToggleCharts: () => void }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center max-xl:col-span-2">
      <StatusTiles totals={totals} status={status} setFilter={setFilter} />
      {hasCharts && (
        <Button
          size="sm"
          variant="ghost"
          // As wide with either text, so that it moves no sum.
          className="mx-2 min-w-25 whitespace-nowrap touch:min-w-28 max-lg:col-start-2 max-lg:row-start-2 max-lg:mb-1 lg:mt-2 lg:self-start"
          aria-expanded={areChartsShown}
          onClick={onToggleCharts}
        >
          {areChartsShown ? 'Hide charts' : 'Show charts'}
        </Button>
      )}
      <PartsBar totals={totals} />
    </div>
  )
})

const Plots = memo(function PlotsContent({ year }: { year: string }) {
  const summary = useQuery(renewalSummary(year))
  return summary.data ? (
    <RenewalPlots summary={summary.data} />
  ) : summary.isPending ? (
    <PlotsSkeleton />
  ) : (
    <LoadFailed title="Couldn't load the charts" query={summary} />
  )
})

/** Explains the numbers while dues are not raised. */
function UnraisedNote({ totals: { statuses } }: Pick<SummaryProps, 'totals'>) {
  const notRaised = statuses.find(({ status }) => status === 'not due')
  const hasNotRaised = (notRaised?.members ?? 0) > 0
  if (!hasNotRaised && statuses.every((one) => one.not_raised_paise === 0)) return null
  const { name } = financialYear(new Date())
  return (
    <p className="text-xs text-ink-soft">
      {hasNotRaised
        ? `Members in 'Not raised yet' owe the dues of ${name}, which are not raised yet, and nothing else. What the others owe includes dues that are not raised.`
        : `What is owed includes dues of ${name} that are not raised yet.`}
    </p>
  )
}

/** Whether the charts are shown, stored on this device; at first on screens with space for them. */
function useCharts() {
  const [isOpen, setOpen] = useState(areChartsOpen)
  const toggle = useCallback(() => {
    setOpen(!isOpen)
    writeLocalItem(chartsName, !isOpen)
  }, [isOpen])
  return { isOpen, toggle }
}

export function areChartsOpen(): boolean {
  const stored = readLocalItem(chartsName)
  return typeof stored === 'boolean' ? stored : window.matchMedia(largeScreen).matches
}

const chartsName = 'renewals-charts'
/** High enough for a dozen rows of the list below the charts. */
const largeScreen = '(min-width: 64rem) and (min-height: 56rem)'

const groupTones: Partial<Record<DuesGroup, DotTone>> = {
  ...duesTones,
  grace: 'grace',
  'not due': 'neutral',
}

/** Everyone who owes, divided by status, and those who have paid; each member has exactly one status. */
function groupsOf({ dues, statuses }: RenewalTotals) {
  const owing = dues.find(({ filter }) => filter === 'owes')
  return duesGroups.map((group) => {
    const one = statuses.find(({ status }) => status === group)
    return {
      group,
      members: (one ?? owing)?.members ?? 0,
      owed: one ? one.owed_paise + one.not_raised_paise : (owing?.owed_paise ?? 0),
    }
  })
}

/** A filter for each group; pressed again it is removed. */
const StatusTiles = ({
  totals,
  status: selected,
  setFilter,
  isPhone = false,
}: SummaryProps & { isPhone?: boolean }) => (
  <ul
    aria-label="Members by status"
    className={
      isPhone
        ? 'flex shrink-0 divide-x divide-line'
        : 'grid grid-flow-col auto-cols-[minmax(min-content,1fr)] max-lg:col-span-2'
    }
  >
    {groupsOf(totals).map(({ group, members, owed }) => {
      const isSelected = selected === group
      const tone = groupTones[group]
      const Tile = isPhone ? SumButton : SumTile
      return (
        <li key={group} className="min-w-0 max-sm:shrink-0 sm:first:*:pr-1 sm:first:*:pl-3">
          <Tile
            aria-pressed={isSelected}
            onClick={() => setFilter('status', isSelected ? '' : group)}
            tone={tone}
            label={duesGroupLabels[group]}
            value={formatCount(members)}
            note={
              owed > 0 && (
                <>
                  <span>{formatRupees(owed)}</span>
                  <span className="sr-only"> owed</span>
                </>
              )
            }
          />
        </li>
      )
    })}
  </ul>
)

const partClass: Record<SeasonStatus, string> = {
  paid: 'bg-success-dot',
  'not due': 'bg-neutral-dot',
  due: 'bg-warning-dot',
  grace: 'bg-grace-dot',
  lapsed: 'bg-danger-dot',
}

/** The shares of the statuses in one bar, in the order of the tiles, which show their numbers. */
const PartsBar = ({ totals }: Pick<SummaryProps, 'totals'>) => (
  <div
    aria-hidden="true"
    className="mr-4 ml-3 flex h-1.5 min-w-0 gap-0.5 max-lg:col-start-1 max-lg:row-start-2 lg:col-span-2 lg:mb-2 forced-color-adjust-none"
  >
    {groupsOf(totals).map(
      ({ group, members }) =>
        group !== 'owes' &&
        members > 0 && (
          <span
            key={group}
            style={{ flexGrow: members }}
            className={`min-w-1 rounded-sm ${partClass[group]}`}
          />
        ),
    )}
  </div>
)
