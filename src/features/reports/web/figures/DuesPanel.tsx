import { useSearch } from 'wouter'
import { type PaymentMode, paymentModes } from '#features/ledger/payment-modes.ts'
import { SmallSelect } from '#platform/web/form/SmallSelect.tsx'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { EmptyFigure } from '#platform/web/plot/FigurePanel.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import { monthName } from '#shared/dates.ts'
import { financialYear, financialYearFrom, monthsOf, startYearOf } from '#shared/financial-year.ts'
import { formatRupees, shortRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { DuesMonth, DuesYear } from '../../figures/answers.ts'
import { paymentsPath } from '../../figures/links.ts'
import { DashboardPanel, type PlotView } from './DashboardPanel.tsx'

type Mode = PaymentMode | null
const modes: readonly Mode[] = [...paymentModes, null]
const shortNameOf = (mode: Mode) => mode ?? 'Not given'

/** The link opens the payments over the dashboard; closing them goes back in the history. */
const paymentsLinkState = { opened: 'payments' }

/** Why the sum of a year that is over, and closed, still grows (decision 114). */
const advancesNote =
  'An advance is added to the month in which it came when dues take it; the day book has it as an advance.'

interface DuesPanelProps {
  dues: DuesYear | undefined
  view: PlotView
  onYear: (year: string) => void
}

/** The dues received in a financial year by month, beside the year before. */
export function DuesPanel({ dues, view, onYear }: DuesPanelProps) {
  const total = dues && duesReceived(dues.months)
  const received = `${total === undefined ? '' : `${formatRupees(total)} `}by month of payment, for dues of any year`
  const note =
    dues && dues.taken_back > 0
      ? `${received}. Not counted: ${formatRupees(dues.taken_back)} of reversed payments, for dues or other charges`
      : received
  const isOver = dues !== undefined && dues.year < startYearOf(financialYear(new Date()).name)
  const isEmpty = dues?.months.every((month) => month.modes.length === 0) && sum(dues.before) === 0
  return (
    <DashboardPanel
      title="Dues received"
      note={isOver && !isEmpty ? `${note}. ${advancesNote}` : note}
      legend={dues && view === 'plots' && !isEmpty ? legendOf(dues) : undefined}
      view={view}
      actions={dues && <YearSelect dues={dues} onYear={onYear} />}
    >
      {dues && isEmpty ? (
        <EmptyFigure>No dues recorded in {financialYearFrom(dues.year).name}.</EmptyFigure>
      ) : (
        dues && <DuesPlot dues={dues} view={view} />
      )}
    </DashboardPanel>
  )
}

function YearSelect({ dues, onYear }: { dues: DuesYear; onYear: (year: string) => void }) {
  const years = dues.years.includes(dues.year) ? dues.years : [dues.year, ...dues.years]
  return (
    <SmallSelect
      label="Year"
      value={String(dues.year)}
      options={years.map((year) => ({ value: String(year), label: financialYearFrom(year).name }))}
      onChange={onYear}
    />
  )
}

const legendOf = ({ year, months, before }: DuesYear) => [
  {
    pattern: 'oak' as const,
    name: financialYearFrom(year - 1).name,
    sum: shortRupees(sum(before)),
  },
  {
    pattern: 'solid' as const,
    name: financialYearFrom(year).name,
    sum: shortRupees(duesReceived(months)),
  },
]

const duesReceived = (months: readonly DuesMonth[], mode?: Mode): number =>
  sum(
    months
      .flatMap((month) => month.modes)
      .filter((modeSum) => mode === undefined || modeSum.mode === mode),
    ({ paise }) => paise,
  )

function DuesPlot({ dues, view }: { dues: DuesYear; view: PlotView }) {
  const search = useSearch()
  const usedModes = modes.filter((mode) => duesReceived(dues.months, mode) > 0)
  if (view === 'tables') return <DuesTable dues={dues} usedModes={usedModes} search={search} />
  const monthsBefore = monthsOf(dues.year - 1)
  return (
    <ColumnPlot
      label="Dues by month"
      linkState={paymentsLinkState}
      isGrouped
      format={shortRupees}
      columns={dues.months.map(({ month, modes: sums }, index) => {
        const monthBefore = monthsBefore[index] ?? ''
        const paiseBefore = dues.before[index] ?? 0
        const paise = sum(sums, (modeSum) => modeSum.paise)
        const payments = sum(sums, (modeSum) => modeSum.payments)
        return {
          key: month,
          label: monthName(month).slice(0, 3),
          total: shortRupees(paise),
          segments: [
            {
              key: 'before',
              pattern: 'oak',
              value: paiseBefore,
              label: monthName(monthBefore),
              text: formatRupees(paiseBefore),
              href: paymentsPath(search, monthBefore),
            },
            {
              key: 'year',
              pattern: 'solid',
              value: paise,
              label: monthName(month),
              text: `${formatRupees(paise)}, ${countOf(payments, 'payment', 'payments')}`,
              href: paymentsPath(search, month),
            },
          ],
        }
      })}
    />
  )
}

interface DuesRow {
  key: string
  label: string
  /** The month or the year whose payments the links show. */
  period: string
  months: readonly DuesMonth[]
  isSum?: boolean
}

function DuesTable({
  dues,
  usedModes,
  search,
}: {
  dues: DuesYear
  usedModes: readonly Mode[]
  search: string
}) {
  const duesColumn = (mode: Mode | undefined) =>
    figureColumn<DuesRow>(
      { key: mode ?? String(mode), header: mode === undefined ? 'All' : shortNameOf(mode) },
      ({ period, months }) => {
        const paise = duesReceived(months, mode)
        if (paise === 0) return { text: '–' }
        return { text: formatRupees(paise), href: paymentsPath(search, period, mode) }
      },
      paymentsLinkState,
    )
  const rows: DuesRow[] = [
    ...dues.months.map((month) => ({
      key: month.month,
      label: monthName(month.month),
      period: month.month,
      months: [month],
    })),
    { key: 'all', label: 'Year', period: String(dues.year), months: dues.months, isSum: true },
  ]
  return (
    <FigureTable
      caption={`Dues by month and mode, ${financialYearFrom(dues.year).name}`}
      columns={[labelColumn('Month'), ...[...usedModes, undefined].map(duesColumn)]}
      rows={rows}
    />
  )
}
