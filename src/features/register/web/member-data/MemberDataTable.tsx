import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useMemo } from 'react'
import type { MemberData } from '#features/imports/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { printWidths, serialPrintWidth } from '#features/members/fields/print-widths.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Cards, listClass } from '#platform/web/table/Cards.tsx'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { LoadMoreFailed } from '#platform/web/table/loading/LoadMoreFailed.tsx'
import { useLoadMore } from '#platform/web/table/loading/load-more.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { RegisterTable } from '#platform/web/table/RegisterTable.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { type Instant, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { MemberDataRow } from './MemberDataRow.tsx'
import { VisibleSwitch } from './VisibleSwitch.tsx'

interface MemberDataTableProps {
  list: InfiniteList<MemberData>
  rows: readonly MemberData[]
  total: number
  /** The keys of the columns that are not shown on wide screens. */
  hidden: readonly string[]
  onEdit: (member: MemberData) => void
}

/** The table of contract 2.7; on a phone a card for each member. */
export function MemberDataTable({ list, rows, total, hidden, onEdit }: MemberDataTableProps) {
  const isPhone = useIsPhone()
  const columns = useMemo(() => [...shownColumns(hidden), actionsColumn(onEdit)], [onEdit, hidden])
  const loadMore = useLoadMore(list)
  const caption = 'Member data'
  if (isPhone)
    return (
      <div className="grid gap-4">
        <Cards label={caption} rows={rows} rowKey={keyOf} className={listClass}>
          {(member) => <MemberDataRow member={member} onEdit={onEdit} />}
        </Cards>
        <ShowMore list={list} noun="members" />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <RegisterTable
        caption={caption}
        columns={columns}
        rows={rows}
        total={total}
        rowKey={keyOf}
        onEnd={loadMore}
      />
      <LoadMoreFailed list={list} noun="members" />
    </div>
  )
}

const keyOf = ({ id }: MemberData) => id

/** Cut to one line with the full text as tooltip. */
const truncated = (cellText: string | null): ReactNode =>
  cellText ? (
    <span title={cellText} className="block max-w-full truncate">
      {cellText}
    </span>
  ) : (
    emptyCell
  )

const Day = ({ at }: { at: Instant }) => <time dateTime={at}>{numericDate(at)}</time>

const days = { className: 'text-ink-soft tabular-nums' } as const

type TextField =
  | 'business_partner'
  | 'company_name'
  | 'payment_mode'
  | 'payment_reference'
  | 'email'
  | 'website_url'
  | 'factory_address'
  | 'certificate_postal_address'
  | 'remarks'

/** A text; texts that are rarely read are fainter. */
const text = (
  key: TextField,
  header: string,
  width: number,
  className = 'text-ink-soft',
): RegisterColumn<MemberData> => ({
  key,
  header,
  width,
  printWidth: printWidths[key],
  cell: (member) => truncated(member[key]),
  className,
})

/** The columns of contract 3.11, in their order; the name stays at the left edge once the table is scrolled. */
const dataColumns: RegisterColumn<MemberData>[] = [
  {
    key: 'number',
    header: 'S.No',
    width: 4,
    printWidth: serialPrintWidth,
    cell: (_, position) => position,
    align: 'end',
    className: 'text-ink-soft tabular-nums',
  },
  {
    key: 'membership_number',
    header: 'Membership No',
    width: 9.25,
    printWidth: printWidths.membership_number,
    cell: ({ membership_number: number }) => (number ? <Badge>{number}</Badge> : emptyCell),
  },
  {
    key: 'name',
    header: 'Name',
    width: 11,
    printWidth: printWidths.name,
    cell: memberDisplayName,
    pinned: true,
    className: 'font-medium',
  },
  text('business_partner', 'Business Partner', 7.5),
  text('company_name', 'Company Name', 13.25, 'text-ink'),
  {
    key: 'created_at',
    header: 'Date of Joining',
    width: 7.25,
    printWidth: printWidths.created_at,
    cell: (member) => <Day at={member.created_at} />,
    ...days,
  },
  {
    key: 'payment_amount',
    header: 'Amount (Rs.)',
    width: 7,
    printWidth: printWidths.payment_amount,
    cell: ({ payment_amount: amount }) =>
      amount === null ? emptyCell : formatRupees(Math.round(amount * 100)),
    align: 'end',
    className: 'tabular-nums',
  },
  {
    key: 'payment_date',
    header: 'Paid Date',
    width: 6.25,
    printWidth: printWidths.payment_date,
    cell: ({ payment_date: at }) => (at ? <Day at={at} /> : emptyCell),
    ...days,
  },
  text('payment_mode', 'Mode', 4.75),
  text('payment_reference', 'Reference No.', 9.75),
  {
    key: 'whatsapp_number',
    header: 'Mobile No.',
    width: 8.875,
    printWidth: printWidths.whatsapp_number,
    cell: ({ whatsapp_number }) => groupPhones(whatsapp_number),
  },
  // On paper it breaks between its parts alone.
  {
    ...text('email', 'Email', 13.375, 'text-ink'),
    print: ({ email }) => <BreakableText text={email} />,
  },
  text('website_url', 'Website', 11.25),
  text('factory_address', 'Factory Address', 15),
  text('certificate_postal_address', 'Certificate Address', 15),
  text('remarks', 'Remarks', 11.25),
  {
    key: 'is_visible',
    header: 'Visible',
    width: 5.5,
    printWidth: printWidths.is_visible,
    cell: (member) => <VisibleSwitch member={member} />,
    print: ({ is_visible }) => (is_visible ? 'Yes' : 'No'),
  },
]

const actionsColumn = (onEdit: (member: MemberData) => void): RegisterColumn<MemberData> => ({
  key: 'actions',
  header: 'Actions',
  width: 5.5,
  cell: (member) => (
    <IconButton
      size="sm"
      label={`Edit ${memberDisplayName(member)}`}
      onClick={() => onEdit(member)}
    >
      <Pencil aria-hidden="true" />
    </IconButton>
  ),
  onPhone: 'actions',
  align: 'end',
  className: 'pr-4!',
})

/** The columns that may be hidden. */
export const hideableColumns = dataColumns.filter(({ key }) => key !== 'name')

export const shownColumns = (hidden: readonly string[]): RegisterColumn<MemberData>[] =>
  dataColumns.filter(({ key }) => !hidden.includes(key))
