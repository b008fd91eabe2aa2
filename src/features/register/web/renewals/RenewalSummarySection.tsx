import type { UseQueryResult } from '@tanstack/react-query'
import { memo, type ReactNode, useId, useState } from 'react'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { duesTones } from '#features/members/web/components/DuesCell.tsx'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import { LegendItem, type Pattern } from '#platform/web/plot/patterns.tsx'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { Dot } from '#platform/web/ui/State.tsx'
import { monthName } from '#shared/dates.ts'
import { formatRupees, shortRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import type { RenewalSummary } from '../../renewals/answers.ts'
import { ageLabels, type DuesGroup, duesGroupLabels } from '../../renewals/contract.ts'
import type { useRenewalFilters } from './renewal-filters.ts'

type Filters = ReturnType<typeof useRenewalFilters>

/** Counts by status, and plots of what was raised and collected; everything leads to its rows. */
export function RenewalSummarySection({
  summary,
  filters: { values, setFilter },
}: {
  summary: UseQueryResult<RenewalSummary>
  filters: Pick<Filters, 'values' | 'setFilter'>
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="sr-only">
        Summary
      </h2>
      {summary.isPending ? (
        <SkeletonRows rows={2} label="Loading the summary" />
      ) : summary.isError && !summary.data ? (
        <LoadFailed title="Couldn't load the summary" query={summary} />
      ) : (
        <Summary summary={summary.data} status={values.status} setFilter={setFilter} />
      )}
    </section>
  )
}

interface SummaryProps extends Pick<Filters, 'setFilter'> {
  summary: RenewalSummary
  status: DuesGroup | undefined
}

/** Memoised: a key in the search changes nothing of it. */
const Summary = memo(function Summary({ summary, status, setFilter }: SummaryProps) {
  const charts = useCharts()
  const isEmpty =
    summary.types.every(({ raised_paise }) => raised_paise === 0) &&
    summary.ageing.every(({ open_paise }) => open_paise === 0)
  const hasUnraised = summary.dues.some(
    ({ filter, members }) => filter === 'not due' && members > 0,
  )
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <StatusTiles summary={summary} status={status} setFilter={setFilter} />
        <div className="flex items-center gap-2 px-4 pb-1 max-sm:px-3">
          <PartsBar summary={summary} />
          {!isEmpty && (
            <Button
              size="sm"
              variant="ghost"
              className="-mr-2 max-sm:hidden"
              aria-expanded={charts.isOpen}
              onClick={charts.toggle}
            >
              {charts.isOpen ? 'Hide charts' : 'Show charts'}
            </Button>
          )}
        </div>
      </div>
      {status && hasUnraised && (
        <p className="text-xs text-ink-soft">
          What members owe includes dues that are not raised yet. Members who owe something else,
          too, are not in the number of Not raised.
        </p>
      )}
      {!isEmpty && charts.isOpen && (
        <div className="grid grid-cols-1 gap-4 max-sm:hidden lg:grid-cols-3">
          <Months summary={summary} />
          <Types summary={summary} />
          <Ageing summary={summary} />
        </div>
      )}
    </>
  )
})

/** Whether the charts are shown, stored on this device; at first on screens with space for them. */
function useCharts() {
  const [isOpen, setOpen] = useState(() => {
    const stored = readLocalItem(chartsName)
    return typeof stored === 'boolean' ? stored : window.matchMedia(largeScreen).matches
  })
  const toggle = () => {
    setOpen(!isOpen)
    writeLocalItem(chartsName, !isOpen)
  }
  return { isOpen, toggle }
}

const chartsName = 'renewals-charts'
const largeScreen = '(min-width: 64rem) and (min-height: 50rem)'

const groupTones: Partial<Record<DuesGroup, Tone>> = { ...duesTones, 'not due': 'neutral' }

/** A filter for each group; pressed again it is removed. */
const StatusTiles = ({ summary: { dues }, status: selected, setFilter }: SummaryProps) => (
  <ul aria-label="Members by status" className="grid grid-cols-3 sm:auto-cols-fr sm:grid-flow-col">
    {dues.map(({ filter, members, owed_paise: owed }) => {
      const isSelected = selected === filter
      const tone = groupTones[filter]
      return (
        <li key={filter} className="min-w-0">
          <button
            type="button"
            aria-pressed={isSelected}
            onClick={() => setFilter('status', isSelected ? '' : filter)}
            className="grid h-full w-full grid-cols-1 content-start px-4 pt-2.5 pb-1.5 text-left -outline-offset-2 hover:bg-hover aria-pressed:bg-accent-soft max-sm:px-3 max-sm:pt-2"
          >
            <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
              {tone && <Dot tone={tone} />}
              <span className="one-line">{duesGroupLabels[filter]}</span>
            </span>
            <span className="text-xl font-semibold tabular-nums">{formatCount(members)}</span>
            <span className="min-h-4 text-xs whitespace-nowrap text-ink-faint tabular-nums max-sm:hidden">
              {owed > 0 && (
                <>
                  <span>{formatRupees(owed)}</span>
                  <span className="sr-only"> owed</span>
                </>
              )}
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)

const partClass: Partial<Record<DuesGroup, string>> = {
  paid: 'bg-success-dot',
  'not due': 'bg-neutral-dot',
  due: 'bg-warning-dot',
  lapsed: 'bg-danger-dot',
}

/** The shares of the groups in one bar; the tiles show their numbers. */
const PartsBar = ({ summary: { dues } }: Pick<SummaryProps, 'summary'>) => (
  <div
    aria-hidden="true"
    className="my-2 flex h-1.5 min-w-0 flex-1 gap-0.5 forced-color-adjust-none"
  >
    {Object.entries(partClass).map(([group, colour]) => {
      const members = dues.find(({ filter }) => filter === group)?.members ?? 0
      if (members === 0) return null
      return (
        <span
          key={group}
          style={{ flexGrow: members }}
          className={`min-w-1 rounded-sm ${colour}`}
        />
      )
    })}
  </div>
)

const PlotBox = ({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ReactNode
}) => (
  <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 pt-3 pb-2 shadow-card">
    <h3 className="text-sm">{title}</h3>
    <p className="text-xs text-ink-soft">{note}</p>
    <div className="mt-2 flex min-h-0 flex-1 flex-col justify-end">{children}</div>
  </div>
)

const parts = [
  { key: 'collected_paise', name: 'Collected', pattern: 'solid' },
  { key: 'waived_paise', name: 'Waived', pattern: 'dotted' },
] as const satisfies { key: string; name: string; pattern: Pattern }[]

const yearPath = (year: string, status?: string) =>
  `/admin/renewals?${new URLSearchParams({ year, ...(status && { status }) })}`

/** What came in for the dues of the year, by month. */
function Months({ summary: { year, months, types } }: { summary: RenewalSummary }) {
  const sumOf = (key: AmountKey) => types.reduce((sum, type) => sum + type[key], 0)
  const unraised = sumOf('unraised_paise')
  const shown = months.filter(
    (month) => /^\d/.test(month.month) || month.collected_paise + month.waived_paise > 0,
  )
  return (
    <PlotBox
      title={`Dues ${year} by month`}
      note={`${formatRupees(sumOf('raised_paise'))} raised, ${formatRupees(sumOf('collected_paise'))} collected${
        unraised > 0 ? `, of it ${formatRupees(unraised)} without being raised` : ''
      }`}
    >
      {sumOf('collected_paise') + sumOf('waived_paise') === 0 ? (
        <p className="m-auto py-8 text-sm text-ink-soft">Nothing collected yet</p>
      ) : (
        <>
          <ul className="mb-1 flex gap-3 text-xs text-ink-soft">
            {parts.map(({ key, name, pattern }) => (
              <li key={key} className="flex items-center gap-1.5">
                <LegendItem pattern={pattern} />
                {name}
              </li>
            ))}
          </ul>
          <ColumnPlot
            label={`Dues ${year} collected and waived by month`}
            format={shortRupees}
            columns={shown.map((month) => ({
              key: month.month,
              label: monthLabel(month.month).slice(0, 3),
              total: month.collected_paise > 0 ? shortRupees(month.collected_paise).slice(1) : '',
              segments: parts.map(({ key, name, pattern }) => ({
                key,
                pattern,
                value: month[key],
                label: `${monthLabel(month.month)}: ${formatRupees(month[key])} ${name.toLowerCase()}`,
                href: yearPath(year),
              })),
            }))}
          />
        </>
      )}
    </PlotBox>
  )
}

const monthLabel = (month: string): string =>
  month === 'before' ? 'Before April' : month === 'later' ? 'Later' : monthName(month)

type AmountKey = Exclude<keyof RenewalSummary['types'][number], 'role' | 'members'>

function Types({ summary: { year, types } }: { summary: RenewalSummary }) {
  const rows = types.map(({ role, ...sums }) => ({
    key: role,
    label: shortRoleLabels[role],
    role,
    sums,
  }))
  const column = (key: AmountKey, header: string) =>
    figureColumn<(typeof rows)[number]>({ key, header }, ({ role, sums }) => ({
      text: formatRupees(sums[key]),
      href: sums[key] > 0 ? `${yearPath(year)}&role=${role}` : undefined,
    }))
  return (
    <PlotBox title={`Dues ${year} by type`} note="Raised, collected and waived">
      <FigureTable
        caption={`Dues ${year} by type`}
        columns={[
          labelColumn('Type'),
          column('raised_paise', 'Raised'),
          column('collected_paise', 'Collected'),
          column('waived_paise', 'Waived'),
        ]}
        rows={rows}
      />
      {otherKeys.some((key) => types.some((type) => type[key] > 0)) && (
        <>
          <h4 className="mt-3 px-1.5 text-xs">Other charges</h4>
          <FigureTable
            caption={`Other charges ${year} by type`}
            columns={[
              labelColumn('Type'),
              column('other_raised_paise', 'Raised'),
              column('other_collected_paise', 'Collected'),
              column('other_waived_paise', 'Waived'),
            ]}
            rows={rows}
          />
        </>
      )}
    </PlotBox>
  )
}

const otherKeys = ['other_raised_paise', 'other_collected_paise', 'other_waived_paise'] as const

const Ageing = ({ summary: { ageing } }: { summary: RenewalSummary }) => (
  <PlotBox title="Ageing" note="Owed by days overdue (members)">
    <BarPlot
      label="What is owed, by days overdue"
      bars={ageing.map(({ age, members, open_paise }) => ({
        key: age,
        label: ageLabels[age],
        value: open_paise,
        text: `${shortRupees(open_paise)} (${formatCount(members)})`,
        pattern: age === 'not due' ? 'hollow' : 'solid',
        href: `/admin/renewals?${new URLSearchParams({ age })}`,
      }))}
    />
  </PlotBox>
)
