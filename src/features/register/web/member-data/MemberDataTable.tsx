import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useMemo } from 'react'
import type { MemberData } from '#features/imports/answers.ts'
import { useSetVisible } from '#features/imports/web/calls.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { LoadMoreFailed } from '#platform/web/table/loading/LoadMoreFailed.tsx'
import { useLoadMore } from '#platform/web/table/loading/load-more.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { RegisterTable } from '#platform/web/table/RegisterTable.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { groupPhones } from '#shared/values/phone.ts'

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
  const columns = useMemo(
    () =>
      isPhone
        ? [...dataColumns, actionsColumn(onEdit, isPhone)]
        : [...shownColumns(hidden), actionsColumn(onEdit, isPhone)],
    [onEdit, isPhone, hidden],
  )
  const loadMore = useLoadMore(list)
  const caption = 'Member data'
  if (isPhone)
    return (
      <div className="grid gap-4">
        <DataTable caption={caption} columns={columns} rows={rows} rowKey={keyOf} />
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

/** Cut to one line with the full text as tooltip; not cut on a phone, which has no tooltips. */
const truncated = (cellText: string | null): ReactNode =>
  cellText ? (
    <span title={cellText} className="block max-w-full max-sm:wrap-anywhere sm:truncate">
      {cellText}
    </span>
  ) : (
    emptyCell
  )

/** Cards omit fields that are rarely needed; the edit dialog shows them. */
const notOnPhone = { onPhone: 'hidden' } as const
const inLine = { onPhone: 'line' } as const
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

/** A text; texts that are rarely read are fainter and not shown on phones. */
const text = (
  key: TextField,
  header: string,
  width: number,
  more: Partial<RegisterColumn<MemberData>> = { ...notOnPhone, className: 'text-ink-soft' },
): RegisterColumn<MemberData> => ({
  key,
  header,
  width,
  cell: (member) => truncated(member[key]),
  ...more,
})

/** The columns of contract 3.11, in their order; the name stays at the left edge once the table is scrolled. */
const dataColumns: RegisterColumn<MemberData>[] = [
  {
    key: 'number',
    header: 'S.No',
    width: 4,
    cell: (_, position) => position,
    ...notOnPhone,
    align: 'end',
    className: 'text-ink-soft tabular-nums',
  },
  {
    key: 'membership_number',
    header: 'Membership No',
    width: 9.25,
    cell: ({ membership_number: number }) => (number ? <Badge>{number}</Badge> : emptyCell),
    onPhone: 'beside',
  },
  {
    key: 'name',
    header: 'Name',
    width: 11,
    cell: memberDisplayName,
    onPhone: 'title',
    pinned: true,
    className: 'font-medium',
  },
  text('business_partner', 'Business Partner', 7.5),
  text('company_name', 'Company Name', 13.25, inLine),
  {
    key: 'created_at',
    header: 'Date of Joining',
    width: 7.25,
    cell: (member) => numericDate(member.created_at),
    ...notOnPhone,
    ...days,
  },
  {
    key: 'payment_amount',
    header: 'Amount (Rs.)',
    width: 7,
    cell: ({ payment_amount: amount }) =>
      amount === null ? emptyCell : formatRupees(Math.round(amount * 100)),
    align: 'end',
    className: 'tabular-nums',
  },
  {
    key: 'payment_date',
    header: 'Paid Date',
    width: 6.25,
    cell: ({ payment_date: at }) => (at ? numericDate(at) : emptyCell),
    ...days,
  },
  text('payment_mode', 'Mode', 4.75),
  text('payment_reference', 'Reference No.', 9.75),
  {
    key: 'whatsapp_number',
    header: 'Mobile No.',
    width: 8.875,
    cell: ({ whatsapp_number }) => groupPhones(whatsapp_number),
    ...inLine,
  },
  text('email', 'Email', 13.375, inLine),
  text('website_url', 'Website', 11.25),
  text('factory_address', 'Factory Address', 15),
  text('certificate_postal_address', 'Certificate Address', 15),
  text('remarks', 'Remarks', 11.25),
  {
    key: 'is_visible',
    header: 'Visible',
    width: 5.5,
    cell: (member) => <VisibleSwitch member={member} />,
    ...notOnPhone,
    print: ({ is_visible }) => (is_visible ? 'Yes' : 'No'),
  },
]

const actionsColumn = (
  onEdit: (member: MemberData) => void,
  isPhone: boolean,
): RegisterColumn<MemberData> => ({
  key: 'actions',
  header: 'Actions',
  width: 5.5,
  cell: (member) => <EditButton member={member} onEdit={onEdit} isPhone={isPhone} />,
  onPhone: 'actions',
  align: 'end',
  className: 'pr-4!',
})

/** The columns that may be hidden. */
export const hideableColumns = dataColumns.filter(({ key }) => key !== 'name')

export const shownColumns = (hidden: readonly string[]): RegisterColumn<MemberData>[] =>
  dataColumns.filter(({ key }) => !hidden.includes(key))

/** On a phone next to the switch of the column 'Visible', so that the card takes less height. */
function EditButton({
  member,
  onEdit,
  isPhone,
}: {
  member: MemberData
  onEdit: (member: MemberData) => void
  isPhone: boolean
}) {
  const label = `Edit ${memberDisplayName(member)}`
  const icon = <Pencil aria-hidden="true" />
  if (isPhone)
    return (
      <>
        <Button
          size="sm"
          variant="soft"
          icon={icon}
          aria-label={label}
          onClick={() => onEdit(member)}
        >
          Edit
        </Button>
        <span className="ml-auto flex items-center gap-2">
          Visible
          <VisibleSwitch member={member} />
        </span>
      </>
    )
  return (
    <IconButton size="sm" label={label} onClick={() => onEdit(member)}>
      {icon}
    </IconButton>
  )
}

/** Saves on change and shows the new state until the response arrives. */
function VisibleSwitch({ member }: { member: MemberData }) {
  const setVisible = useSetVisible()
  const isVisible = setVisible.isPending ? setVisible.variables.body.is_visible : member.is_visible
  const Icon = isVisible ? Eye : EyeOff
  return (
    <span className="flex items-center gap-2">
      <Switch
        hideLabel
        label={`${memberDisplayName(member)} is visible in the directory`}
        checked={isVisible}
        disabled={setVisible.isPending}
        onChange={({ target }) =>
          setVisible.mutate({ id: member.id, body: { is_visible: target.checked } })
        }
      />
      <Icon aria-hidden="true" className="size-4 text-ink-faint" />
    </span>
  )
}
