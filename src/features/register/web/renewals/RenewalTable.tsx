import { useMemo } from 'react'
import { Link } from 'wouter'
import { duesYears } from '#features/dues/dues.ts'
import { duesStatusLabels } from '#features/members/dues-status.ts'
import { DuesStatusBadge } from '#features/members/web/components/DuesCell.tsx'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import { RowMenu } from '#platform/web/table/RowMenu.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { groupPhones } from '#shared/values/phone.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { nameOf, type OnRenewalAction } from './renewal-actions.ts'

interface RenewalTableProps {
  rows: readonly Renewal[]
  total: number
  sort: Sort
  onSort: (sort: Sort) => void
  onEnd: () => void
  selection: RowSelection<Renewal>
  onAction: OnRenewalAction
}

export function RenewalTable({ onAction, ...table }: RenewalTableProps) {
  const columns = useMemo(() => [...dataColumns, actionsColumn(onAction)], [onAction])
  return <RegisterTable {...table} caption="Renewals" rowKey={({ id }) => id} columns={columns} />
}

/** All but the actions. */
const dataColumns: RegisterColumn<Renewal>[] = [
  {
    key: 'company_name',
    header: 'Member',
    width: 12.75,
    takesRest: true,
    pinned: true,
    sortable: true,
    ascendingFirst: true,
    cell: (renewal) => <MemberCell renewal={renewal} />,
    print: (renewal) => [nameOf(renewal), renewal.membership_number].filter(Boolean).join(', '),
  },
  {
    key: 'status',
    header: 'Status',
    width: 9,
    cell: (renewal) => (
      <div>
        <DuesStatusBadge status={renewal.dues.status} />
        <span className="block text-xs whitespace-nowrap text-ink-soft tabular-nums">
          {statusNote(renewal)}
        </span>
      </div>
    ),
    print: (renewal) =>
      [duesStatusLabels[renewal.dues.status], statusNote(renewal)].filter(Boolean).join(' '),
  },
  {
    key: 'owed',
    header: 'Owed',
    width: 6.75,
    align: 'end',
    sortable: true,
    className: 'tabular-nums',
    cell: (renewal) => (
      <div>
        {amountText(renewal)}
        <span className="block text-xs text-ink-soft">{amountNote(renewal)}</span>
      </div>
    ),
    print: (renewal) => [amountText(renewal), amountNote(renewal)].filter(Boolean).join(', '),
  },
  {
    key: 'due_on',
    header: 'Due date',
    width: 7.9,
    sortable: true,
    ascendingFirst: true,
    className: 'tabular-nums',
    cell: ({ due_on, days_overdue: days }) =>
      due_on ? (
        <div>
          <time dateTime={due_on}>{numericDate(due_on)}</time>
          {days > 0 && (
            <span className="block text-xs whitespace-nowrap text-ink-soft">
              {countOf(days, 'day', 'days')} overdue
            </span>
          )}
        </div>
      ) : (
        '-'
      ),
    print: ({ due_on, days_overdue: days }) =>
      [due_on ? numericDate(due_on) : '-', days > 0 && `${countOf(days, 'day', 'days')} overdue`]
        .filter(Boolean)
        .join(', '),
  },
  {
    key: 'last_notice',
    header: 'Last notice',
    width: 6.5,
    className: 'tabular-nums',
    cell: ({ last_notice: notice }) =>
      notice ? (
        <time dateTime={notice.at} title={channelLabels[notice.channel]}>
          {numericDate(notice.at)}
        </time>
      ) : (
        '-'
      ),
    print: ({ last_notice: notice }) =>
      notice ? `${numericDate(notice.at)} ${channelLabels[notice.channel]}` : '-',
  },
]

/** The columns of the printed list, by which a debtor is called. */
export const printedColumns: RegisterColumn<Renewal>[] = [
  ...dataColumns,
  {
    key: 'mobile',
    header: 'Mobile No.',
    width: 8,
    cell: ({ whatsapp_number: number }) => groupPhones(number) || '-',
  },
]

const channelLabels = { email: 'By email', whatsapp: 'By WhatsApp', print: 'Printed' } as const

/** Behind the status: 'since 31/07/2026', 'in grace', or 'until 31/03/2027' of who has paid. */
export function statusNote({ status, dues: { since }, paid_until }: Renewal): string {
  if (since) return `since ${numericDate(since)}`
  if (status === 'grace') return 'in grace'
  return status === 'paid' && paid_until ? `until ${numericDate(paid_until)}` : ''
}

/** '₹5,000' or '-'. */
export function amountText({ dues, credit_paise }: Renewal): string {
  const paise = dues.owed_paise || dues.ahead_paise || credit_paise
  return paise > 0 ? formatRupees(paise) : '-'
}

/** What the amount is: '2025-26 and 2026-27', '2026-27, not raised yet', 'raised ahead' or 'credit'. */
export function amountNote({ dues, credit_paise }: Renewal): string {
  if (dues.owed_paise > 0 || !dues.is_raised) return duesYears(dues)
  if (dues.ahead_paise > 0) return 'raised ahead'
  return credit_paise > 0 ? 'credit' : ''
}

const MemberCell = ({ renewal }: { renewal: Renewal }) => (
  <div className="min-w-0">
    <Link
      href={`/admin/members?member=${renewal.id}`}
      title={nameOf(renewal)}
      className="block truncate rounded-sm font-medium text-accent-text hover:underline"
    >
      {nameOf(renewal)}
    </Link>
    <p className="truncate text-xs text-ink-soft">
      {[renewal.membership_number, renewal.company_name && renewal.name]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </div>
)

const actionsColumn = (onAction: OnRenewalAction): RegisterColumn<Renewal> => ({
  key: 'actions',
  header: 'Actions',
  width: 12.25,
  onPhone: 'actions',
  cell: (renewal) => <RenewalActions renewal={renewal} onAction={onAction} />,
})

/** 'Record payment', and a menu with the rest. */
export const RenewalActions = ({
  renewal,
  onAction,
}: {
  renewal: Renewal
  onAction: OnRenewalAction
}) => (
  <span className="flex items-center gap-1" data-row={renewal.id}>
    <Button
      size="sm"
      className="whitespace-nowrap"
      data-act="pay"
      onClick={() => onAction(renewal, 'record payment')}
    >
      Record payment
      <span className="sr-only"> of {nameOf(renewal)}</span>
    </Button>
    <RowMenu
      rowId={renewal.id}
      label={`More actions for ${nameOf(renewal)}`}
      items={[
        { label: 'View account', onSelect: () => onAction(renewal, 'account') },
        ...(renewal.owed_paise + renewal.ahead_paise > 0
          ? [
              { label: 'WhatsApp message', onSelect: () => onAction(renewal, 'whatsapp') },
              { label: 'Waive dues', onSelect: () => onAction(renewal, 'waive') },
            ]
          : []),
      ]}
    />
  </span>
)
