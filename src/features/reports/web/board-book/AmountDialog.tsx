import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { memberDisplayName } from '#features/members/display-name.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { monthName } from '#shared/dates.ts'
import { stateName } from '#shared/india/states.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { BookMemberRow } from '../../board-book/answers.ts'
import { bookTexts } from '../../board-book/texts.ts'
import { type AmountFilter, bookMembersList } from './calls.ts'

/** The members of a board book's amount, each with their part of it. */
export function AmountDialog({
  year,
  filter,
  onClose,
}: {
  year: string
  filter: AmountFilter
  onClose: () => void
}) {
  const list = useInfiniteQuery(bookMembersList(year, filter))
  const rows = list.data ? rowsOf(list.data) : []
  const title = titles[filter.figure](year)
  return (
    <Dialog
      open
      size="lg"
      closesOnBack
      onClose={onClose}
      title={title}
      description={[partOf(filter), list.data && summaryOf(rows, totalOf(list.data))]
        .filter(Boolean)
        .join(': ')}
      footer={
        rows.length > 0 && <ButtonLink href={renewalsPath(year, filter)}>Open Renewals</ButtonLink>
      }
    >
      {list.isPending ? (
        <SkeletonRows label="Loading the members" />
      ) : list.isError && !list.data ? (
        <LoadFailed query={list} />
      ) : rows.length === 0 ? (
        <EmptyState title="No members">Nothing is recorded here any more.</EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <DataTable caption={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
          <ShowMore list={list} noun="members" />
        </div>
      )}
    </Dialog>
  )
}

const titles: Record<AmountFilter['figure'], (year: string) => string> = {
  raised: (year) => `Dues ${year} raised`,
  collected: (year) => `Dues ${year} collected`,
  unraised: (year) => `Dues ${year} paid without being raised`,
  waived: (year) => `Dues ${year} waived`,
  other_raised: (year) => `Other charges ${year} raised`,
  other_collected: (year) => `Other charges ${year} collected`,
  other_waived: (year) => `Other charges ${year} waived`,
}

/** 'OEM, Jun 2026' or 'Maharashtra'; '' for all. */
function partOf({ role, month, state }: AmountFilter): string {
  const { before, later, notRecorded } = bookTexts.en
  const monthText =
    month === 'before' ? before : month === 'later' ? later : month && monthName(month)
  const stateText = state === 'none' ? `State: ${notRecorded}` : state && stateName(state)
  return [role && shortRoleLabels[role], monthText, stateText].filter(Boolean).join(', ')
}

/** '12 members, ₹1,25,000'; without the sum until all are loaded. */
function summaryOf(rows: readonly BookMemberRow[], total: number): string {
  const count = countOf(total, 'member', 'members')
  if (rows.length < total) return count
  return `${count}, ${formatRupees(sum(rows, ({ paise }) => paise))}`
}

const renewalsPath = (year: string, { role }: AmountFilter): string =>
  `/admin/renewals?${new URLSearchParams({ year, ...(role && { role }) })}`

const columns: Column<BookMemberRow>[] = [
  {
    key: 'member',
    header: 'Member',
    onPhone: 'title',
    className: 'min-w-40 wrap-anywhere',
    cell: (member) => (
      <>
        <Link
          href={`/admin/members?member=${member.id}`}
          className="rounded-sm font-medium text-accent-text underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {member.company_name || memberDisplayName(member)}
        </Link>
        {member.company_name && member.name && (
          <span className="block text-xs font-normal text-ink-faint">{member.name}</span>
        )}
        {!member.is_active && <Badge className="mt-1">Inactive</Badge>}
      </>
    ),
  },
  {
    key: 'number',
    header: 'Membership No.',
    className: 'whitespace-nowrap',
    cell: ({ membership_number: number }) => number ?? emptyCell,
  },
  { key: 'type', header: 'Type', cell: ({ role }) => shortRoleLabels[role] },
  {
    key: 'amount',
    header: 'Amount',
    onPhone: 'beside',
    align: 'end',
    className: 'tabular-nums',
    cell: ({ paise }) => formatRupees(paise),
  },
]
