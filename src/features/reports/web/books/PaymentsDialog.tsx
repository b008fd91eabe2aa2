import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { ListedPayment } from '#features/ledger/answers.ts'
import { paymentModeLabels } from '#features/ledger/payment-modes.ts'
import {
  daysOfFilter,
  type PaymentsFilter,
  type PaymentsList,
  paymentsList,
} from '#features/ledger/web/calls.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { monthName, numericDate } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { DayBookButtons } from '../components/DayBookButtons.tsx'

/** The active payments of a sum on the dashboard, with the dues that each paid, newest first. */
export function PaymentsDialog({
  filter,
  onClose,
}: {
  filter: PaymentsFilter
  onClose: () => void
}) {
  const list = useInfiniteQuery(paymentsList(filter))
  const columns = useMemo(() => columnsOf(list.data ? rowsOf(list.data) : []), [list.data])
  return (
    <Dialog
      open
      size="xl"
      closesOnBack
      onClose={onClose}
      title={titleOf(filter)}
      description={list.data ? summaryOf(list) : undefined}
      footer={
        list.data && rowsOf(list.data).length > 0 && <DayBookButtons {...daysOfFilter(filter)} />
      }
    >
      {list.isPending ? (
        <SkeletonRows label="Loading the payments" />
      ) : list.isError && !list.data ? (
        <LoadFailed query={list} />
      ) : rowsOf(list.data).length === 0 ? (
        <EmptyState title="No payments">
          Payments marked unpaid, and payments of other charges alone, are not listed.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <DataTable
            caption={titleOf(filter)}
            columns={columns}
            rows={rowsOf(list.data)}
            rowKey={({ id }) => id}
          />
          <ShowMore list={list} noun="payments" />
        </div>
      )}
    </Dialog>
  )
}

function titleOf({ month, year, mode }: PaymentsFilter): string {
  const period = month ? monthName(month) : financialYearFrom(year).name
  if (mode === undefined) return `Dues received in ${period}`
  return `Dues received in ${period}, ${mode ? `by ${paymentModeLabels[mode]}` : 'mode not given'}`
}

/** '12 payments, ₹1,25,000'; without the sum until all are loaded. */
function summaryOf({ data, hasNextPage }: PaymentsList): string {
  const rows = data ? rowsOf(data) : []
  const total = data ? Math.max(totalOf(data), rows.length) : 0
  const count = countOf(total, 'payment', 'payments')
  if (hasNextPage) return count
  return `${count}, ${formatRupees(sum(rows, (row) => row.dues_paise))}`
}

/** Without the columns that repeat another one in every row: the day book has them all. */
const columnsOf = (rows: readonly ListedPayment[]): Column<ListedPayment>[] =>
  allColumns.filter(({ key }) => {
    if (key === 'dues') return rows.some((row) => row.dues_paise !== row.amount_paise)
    if (key === 'recorded')
      return rows.some((row) => numericDate(row.recorded_at) !== numericDate(row.paid_at))
    return true
  })

const allColumns: Column<ListedPayment>[] = [
  {
    key: 'member',
    header: 'Member',
    onPhone: 'title',
    share: 100,
    cell: ({ member_name: name, company_name: company, membership_number: number }) => (
      <span
        title={name && company ? `${name}, ${company}` : undefined}
        className="md:line-of-parts"
      >
        <Link
          href={`/admin/members?${new URLSearchParams({ q: number ?? name })}`}
          className="rounded-sm font-medium text-accent-text -outline-offset-2 hover:underline"
        >
          {memberDisplayName({ name, company_name: company, membership_number: number })}
        </Link>
        {name && company && (
          <span className="text-xs/6 font-normal text-ink-faint max-md:one-line max-md:block">
            {company}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'paid',
    header: 'Paid on',
    className: 'tabular-nums',
    cell: ({ paid_at }) => <time dateTime={paid_at}>{numericDate(paid_at)}</time>,
  },
  {
    key: 'recorded',
    header: 'Recorded',
    className: 'tabular-nums',
    cell: ({ recorded_at }) => <time dateTime={recorded_at}>{numericDate(recorded_at)}</time>,
  },
  {
    key: 'amount',
    header: 'Amount',
    onPhone: 'beside',
    align: 'end',
    className: 'tabular-nums',
    cell: ({ amount_paise }) => formatRupees(amount_paise),
  },
  {
    key: 'dues',
    header: 'For dues',
    align: 'end',
    className: 'tabular-nums',
    cell: ({ dues_paise }) => formatRupees(dues_paise),
  },
  {
    key: 'mode',
    header: 'Mode',
    cell: ({ kind, mode }) => (kind === 'tds' ? 'TDS' : mode || emptyCell),
  },
  {
    key: 'reference',
    header: 'Payment Ref',
    cell: ({ reference }) => reference || emptyCell,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    cell: ({ receipt_number }) => receipt_number ?? emptyCell,
  },
]
