import { shortRoleLabels } from '#features/members/role-labels.ts'
import { BarPlot } from '#platform/web/plot/BarPlot.tsx'
import { ColumnPlot } from '#platform/web/plot/ColumnPlot.tsx'
import { EmptyFigure, FigurePanel } from '#platform/web/plot/FigurePanel.tsx'
import { FigureTable, figureColumn, labelColumn } from '#platform/web/plot/FigureTable.tsx'
import type { Pattern } from '#platform/web/plot/patterns.tsx'
import { monthName } from '#shared/dates.ts'
import { formatRupees, shortRupees } from '#shared/rupees.ts'
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { RenewalSummary } from '../../renewals/answers.ts'
import { ageLabels } from '../../renewals/filters.ts'

/** What was raised and collected, and how old the rest is; every bar leads to its rows. */
export const RenewalPlots = ({ summary }: { summary: RenewalSummary }) => (
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
    <Months summary={summary} />
    <Types summary={summary} />
    <Ageing summary={summary} />
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
  const sumOf = (key: AmountKey) => sum(types, (type) => type[key])
  const raised = formatRupees(sumOf('raised_paise'))
  const unraised = sumOf('unraised_paise')
  const isEmpty = sumOf('collected_paise') + sumOf('waived_paise') === 0
  const shown = months.filter(
    (month) => /^\d/.test(month.month) || month.collected_paise + month.waived_paise > 0,
  )
  return (
    <FigurePanel
      title={`Dues ${year} by month`}
      legend={
        isEmpty
          ? []
          : parts.map(({ key, name, pattern }) => ({
              pattern,
              name,
              sum: formatRupees(sumOf(key)),
            }))
      }
      note={
        unraised > 0
          ? `${raised} raised; ${formatRupees(unraised)} collected without being raised`
          : `${raised} raised`
      }
    >
      {isEmpty ? (
        <EmptyFigure>Nothing collected yet</EmptyFigure>
      ) : (
        <ColumnPlot
          label={`Dues ${year} collected and waived by month`}
          format={shortRupees}
          columns={shown.map((month) => ({
            key: month.month,
            label: shortMonthLabel(month.month),
            total: month.collected_paise > 0 ? shortRupees(month.collected_paise) : '',
            segments: parts.map(({ key, name, pattern }) => ({
              key,
              pattern,
              value: month[key],
              label: monthLabel(month.month),
              text: `${formatRupees(month[key])} ${name.toLowerCase()}`,
              href: yearPath(year),
            })),
          }))}
        />
      )}
    </FigurePanel>
  )
}

const monthLabel = (month: string): string =>
  month === 'before' ? 'Before April' : month === 'later' ? 'Later' : monthName(month)

const shortMonthLabel = (month: string): string =>
  month === 'before' ? 'Earlier' : month === 'later' ? 'Later' : monthName(month).slice(0, 3)

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
      text: sums[key] > 0 ? formatRupees(sums[key]) : '–',
      href: sums[key] > 0 ? `${yearPath(year)}&role=${role}` : undefined,
    }))
  return (
    <FigurePanel title={`Dues ${year} by type`} note="Raised, collected and waived">
      <FigureTable
        caption={`Dues ${year} by type (table)`}
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
          <h4 className="mt-5 mb-1 text-sm font-medium">Other charges</h4>
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
    </FigurePanel>
  )
}

const otherKeys = ['other_raised_paise', 'other_collected_paise', 'other_waived_paise'] as const

const Ageing = ({ summary: { ageing } }: { summary: RenewalSummary }) => (
  <FigurePanel title="Ageing" note="Amount overdue, by days (members), of all years and charges">
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
  </FigurePanel>
)
