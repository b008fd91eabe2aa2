import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import type { DuesRate } from '../../../answers.ts'
import { prorationLabels } from '../../../contract.ts'
import { duesRates, yearsToRaise } from '../../calls.ts'
import { DuesYearForm, roleNames } from './DuesYearForm.tsx'

/** The dues of each year and type of member; former years stay readable. */
export function DuesRatesTab() {
  const rates = useQuery(duesRates)
  const years = yearsToRaise(new Date())
  const [year, setYear] = useState(years.initial)
  if (rates.isPending) return <SkeletonRows rows={6} label="Loading the dues" />
  if (rates.isError) return <LoadFailed title="Couldn't load the dues" query={rates} />
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <SelectField
        label="Financial year"
        className="max-w-60"
        options={years.all.map((name) => ({ value: name, label: name }))}
        value={year}
        onChange={({ target }) => setYear(target.value)}
      />
      <DuesYearForm key={year} year={year} rates={rates.data} />
      {rates.data.length > 0 && (
        <Card title="All years" className="overflow-clip">
          {/* The table is the last line of its card. */}
          <div className="-mb-3.75">
            <DataTable
              caption="Dues of all years"
              columns={columns}
              rows={rates.data}
              rowKey={(rate) => `${rate.year} ${rate.role}`}
            />
          </div>
        </Card>
      )}
    </div>
  )
}

const columns: Column<DuesRate>[] = [
  {
    key: 'year',
    header: 'Year',
    onPhone: 'title',
    cell: ({ year, role }) => `${year}, ${roleNames[role]}`,
  },
  {
    key: 'amount',
    header: 'Annual dues',
    onPhone: 'beside',
    align: 'end',
    className: 'tabular-nums',
    cell: ({ amount_paise }) => formatRupees(amount_paise),
  },
  {
    key: 'fee',
    header: 'Joining fee',
    align: 'end',
    className: 'tabular-nums',
    cell: ({ joining_fee_paise: paise }) => (paise > 0 ? formatRupees(paise) : emptyCell),
  },
  {
    key: 'proration',
    header: 'In the year of joining',
    cell: ({ proration }) => prorationLabels[proration],
  },
  {
    key: 'due',
    header: 'Due date',
    className: 'tabular-nums',
    cell: ({ due_on }) => numericDate(due_on),
  },
  { key: 'grace', header: 'Grace', cell: ({ grace_days }) => countOf(grace_days, 'day', 'days') },
  {
    key: 'saved',
    header: 'Saved',
    isForDesk: true,
    className: 'tabular-nums',
    cell: ({ recorded_at, recorded_by }) => (
      <time dateTime={recorded_at} title={recorded_by ? `by ${recorded_by}` : undefined}>
        {numericDate(recorded_at)}
      </time>
    ),
  },
]
