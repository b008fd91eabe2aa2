import { Eye, EyeOff, Pencil } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { MemberData } from '#features/imports/answers.ts'
import { useSetVisible } from '#features/imports/web/calls.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import type { RegisterColumn } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { InfiniteList } from '#platform/web/table/infinite-list.ts'
import { LoadMoreFailed } from '#platform/web/table/LoadMoreFailed.tsx'
import { useLoadMore } from '#platform/web/table/load-more.ts'
import { RegisterTable } from '#platform/web/table/RegisterTable.tsx'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
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
const truncated = (text: string | null): ReactNode =>
  text ? (
    <span title={text} className="block max-w-full max-sm:wrap-anywhere sm:truncate">
      {text}
    </span>
  ) : (
    ''
  )

const column = (
  key: string,
  header: string,
  width: RegisterColumn<MemberData>['width'],
  cell: (member: MemberData, position: number) => ReactNode,
  options: Partial<RegisterColumn<MemberData>> = {},
): RegisterColumn<MemberData> => ({ key, header, width, cell, ...options })

/** Cards omit fields that are rarely needed; the edit dialog shows them. */
const notOnPhone = { onPhone: 'hidden' } as const

/** Number, name and company are together in the first column, which stays at the left edge. */
const dataColumns: RegisterColumn<MemberData>[] = [
  column('name', 'Name', 15, (member) => <NameCell member={member} />, {
    onPhone: 'title',
    pinned: true,
    print: ({ name }) => name,
  }),
  column('number', 'S.No', 4, (_, position) => position, notOnPhone),
  column('membership_number', 'Membership No', 11.5, ({ membership_number: number }) =>
    number ? <Badge>{number}</Badge> : '',
  ),
  column(
    'business_partner',
    'Business Partner',
    8.5,
    (member) => truncated(member.business_partner),
    notOnPhone,
  ),
  column('company_name', 'Company Name', 9.5, (member) => truncated(member.company_name)),
  column('created_at', 'Date of Joining', 8, (member) => numericDate(member.created_at)),
  column(
    'payment_amount',
    'Amount (Rs.)',
    7,
    ({ payment_amount: amount }) => (amount === null ? '' : formatRupees(Math.round(amount * 100))),
    { align: 'end', className: 'tabular-nums' },
  ),
  column('payment_date', 'Paid Date', 7, ({ payment_date: at }) => at && numericDate(at)),
  column('payment_mode', 'Mode', 6, (member) => member.payment_mode, notOnPhone),
  column(
    'payment_reference',
    'Reference No.',
    9,
    (member) => truncated(member.payment_reference),
    notOnPhone,
  ),
  column('whatsapp_number', 'Mobile No.', 10, ({ whatsapp_number }) =>
    groupPhones(whatsapp_number),
  ),
  column('email', 'Email', 14, (member) => truncated(member.email)),
  column('website_url', 'Website', 12, (member) => truncated(member.website_url), notOnPhone),
  column(
    'factory_address',
    'Factory Address',
    14,
    (member) => truncated(member.factory_address),
    notOnPhone,
  ),
  column(
    'certificate_postal_address',
    'Certificate Address',
    14,
    (member) => truncated(member.certificate_postal_address),
    notOnPhone,
  ),
  column('remarks', 'Remarks', 14, (member) => truncated(member.remarks), notOnPhone),
  column('is_visible', 'Visible', 7, (member) => <VisibleSwitch member={member} />, {
    print: ({ is_visible }) => (is_visible ? 'Yes' : 'No'),
  }),
]

const actionsColumn = (
  onEdit: (member: MemberData) => void,
  isPhone: boolean,
): RegisterColumn<MemberData> =>
  column(
    'actions',
    'Actions',
    5.5,
    (member) => <EditButton member={member} onEdit={onEdit} isPhone={isPhone} />,
    { onPhone: 'actions' },
  )

/** The columns that may be hidden. */
export const hideableColumns = dataColumns.filter(({ key }) => key !== 'name')

/** The name column has the values of these two already. */
export const hiddenAtFirst = ['number', 'membership_number', 'company_name']

export const shownColumns = (hidden: readonly string[]): RegisterColumn<MemberData>[] =>
  dataColumns.filter(({ key }) => !hidden.includes(key))

/** The name with the membership number and the company below it; on a phone the name alone. */
function NameCell({ member }: { member: MemberData }) {
  const title = memberDisplayName(member)
  const details = [member.membership_number, member.company_name]
    .filter((detail) => detail && detail !== title)
    .join(' · ')
  return (
    <div className="w-full">
      <p title={title} className="font-medium max-sm:wrap-anywhere sm:truncate">
        {title}
      </p>
      <p title={details} className="truncate text-xs text-ink-soft tabular-nums max-sm:hidden">
        {details}
      </p>
    </div>
  )
}

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
      <Button size="sm" icon={icon} aria-label={label} onClick={() => onEdit(member)}>
        Edit
      </Button>
    )
  return (
    <IconButton label={label} onClick={() => onEdit(member)}>
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
