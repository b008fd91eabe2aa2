import { Eye, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { RegisterTable, type RowSelection } from '#platform/web/table/RegisterTable.tsx'
import type { RegisterColumn } from '#platform/web/table/register-columns.ts'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { webLink } from '#shared/links.ts'
import type { Member } from '../../answers.ts'
import { ActiveSwitch } from '../components/ActiveSwitch.tsx'
import { HiddenMemberName } from '../components/HiddenMemberName.tsx'
import { MarkPaymentButton } from '../components/MarkPaymentButton.tsx'
import { MemberPhoto } from '../components/MemberPhoto.tsx'
import type { OnMemberAction } from '../components/member-actions.ts'
import { PaidBadge, paidAmount } from '../components/PaidBadge.tsx'

interface MemberTableProps {
  caption: string
  /** 'Remove' for OEM members, 'Delete' for vendors (contract 2.5). */
  removeLabel: string
  members: readonly Member[]
  total: number
  hidden: readonly string[]
  sort: Sort
  onSort: (sort: Sort) => void
  onEnd: () => void
  selection: RowSelection<Member>
  onAction: OnMemberAction
}

/** The wide table of the OEM Members and Vendors tabs: every column of contract 2.5. */
export function MemberTable({
  removeLabel,
  members,
  hidden,
  onAction,
  ...table
}: MemberTableProps) {
  const columns = useMemo(() => {
    const all = [serialColumn, ...memberColumns(onAction), actionsColumn(removeLabel, onAction)]
    return all.filter(({ key }) => !hidden.includes(key))
  }, [hidden, removeLabel, onAction])
  return <RegisterTable {...table} rows={members} rowKey={({ id }) => id} columns={columns} />
}

const serialColumn: RegisterColumn<Member> = {
  key: 'serial',
  header: 'S.No',
  width: 4,
  className: 'tabular-nums',
  cell: (_, index) => index,
}

const actionsColumn = (removeLabel: string, onAction: OnMemberAction): RegisterColumn<Member> => ({
  key: 'actions',
  header: 'Actions',
  width: 17,
  onPhone: 'actions',
  cell: (member) => <MemberActions member={member} removeLabel={removeLabel} onAction={onAction} />,
})

/** The columns that may be hidden: all but serial number, name and actions. */
export const hideableColumns = (): { key: string; header: string }[] =>
  memberColumns(() => {}).filter(({ key }) => key !== 'name')

const memberColumns = (onAction: OnMemberAction): RegisterColumn<Member>[] => [
  {
    key: 'photo',
    header: 'Photo',
    width: 4.5,
    cell: (member) => <MemberPhoto member={member} />,
  },
  {
    key: 'membership_number',
    header: 'Membership No.',
    width: 11.5,
    sortable: true,
    cell: (member) => <SingleLine>{member.membership_number}</SingleLine>,
  },
  {
    key: 'name',
    header: 'Name',
    width: 11,
    sortable: true,
    ascendingFirst: true,
    className: 'font-medium',
    cell: (member) => <SingleLine>{member.name}</SingleLine>,
  },
  {
    key: 'company_name',
    header: 'Company Name',
    width: 13,
    sortable: true,
    ascendingFirst: true,
    cell: (member) => <MultiLine>{member.company_name}</MultiLine>,
  },
  dateColumn('created_at', 'Date of Joining'),
  {
    key: 'paid',
    header: 'Last Paid (Rs.)',
    width: 18,
    cell: (member) => <PaidCell member={member} onAction={onAction} />,
  },
  dateColumn('payment_date', 'Paid Date'),
  { key: 'mode', header: 'Mode', width: 6, cell: (member) => member.payment_mode },
  {
    key: 'reference',
    header: 'Payment Ref',
    width: 10,
    cell: (member) => <SingleLine>{member.payment_reference}</SingleLine>,
  },
  {
    key: 'mobile',
    header: 'Mobile No.',
    width: 10,
    cell: (member) => <SingleLine>{member.whatsapp_number}</SingleLine>,
  },
  {
    key: 'email',
    header: 'Email',
    width: 15,
    cell: (member) => <SingleLine>{member.email}</SingleLine>,
  },
  {
    key: 'website',
    header: 'Website',
    width: 12,
    cell: ({ website_url: address }) => address && <Website address={address} />,
  },
  {
    key: 'factory',
    header: 'Factory Address',
    width: 16,
    cell: (member) => <MultiLine>{member.factory_address}</MultiLine>,
  },
  {
    key: 'certificate',
    header: 'Certificate Postal',
    width: 16,
    cell: (member) => <MultiLine>{member.certificate_postal_address}</MultiLine>,
  },
  {
    key: 'membership_valid_to',
    header: 'Validity',
    width: 9,
    sortable: true,
    cell: (member) => <ValidityCell member={member} />,
  },
  {
    key: 'remarks',
    header: 'Remarks',
    width: 14,
    cell: (member) => <MultiLine>{member.remarks}</MultiLine>,
  },
]

function dateColumn(key: 'created_at' | 'payment_date', header: string): RegisterColumn<Member> {
  return {
    key,
    header,
    width: 10,
    sortable: true,
    className: 'tabular-nums',
    cell: (member) => member[key] && <time dateTime={member[key]}>{numericDate(member[key])}</time>,
  }
}

/** One line, truncated; the title has the full text. */
const SingleLine = ({ children: text }: { children: string | null }) => (
  <span title={text ?? undefined} className="block truncate">
    {text}
  </span>
)

const MultiLine = ({ children: text }: { children: string }) => (
  <span title={text} className="line-clamp-2 leading-snug wrap-anywhere">
    {text}
  </span>
)

/** 'https://www.teakand…': links show at most 20 characters and an ellipsis (contract 9.4). */
const Website = ({ address }: { address: string }) => (
  <a
    href={webLink(address)}
    title={address}
    target="_blank"
    rel="noopener noreferrer"
    className="block truncate text-accent-text underline underline-offset-2 hover:no-underline"
  >
    {address.length > 20 ? `${address.slice(0, 20)}...` : address}
  </a>
)

function ValidityCell({ member }: { member: Member }) {
  const { membership_valid_from: from, membership_valid_to: to } = member
  if (!from || !to) return <span className="text-ink-faint">Not set</span>
  return (
    <span className="leading-snug tabular-nums">
      {numericDate(from)} to
      <br />
      {numericDate(to)}
    </span>
  )
}

function PaidCell({ member, onAction }: { member: Member; onAction: OnMemberAction }) {
  return (
    <div className="flex items-center gap-2">
      <span className="min-w-16 tabular-nums">{paidAmount(member)}</span>
      <PaidBadge member={member} />
      <MarkPaymentButton member={member} onAction={onAction} />
    </div>
  )
}

function MemberActions({
  member,
  removeLabel,
  onAction,
}: {
  member: Member
  removeLabel: string
  onAction: OnMemberAction
}) {
  const who = member.name || member.company_name
  return (
    <div className="flex items-center gap-1.5">
      <IconButton label={`View ${who}`} data-act="view" onClick={() => onAction(member, 'view')}>
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton label={`Edit ${who}`} data-act="edit" onClick={() => onAction(member, 'edit')}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <ActiveSwitch member={member} />
      <Button size="sm" data-act="remove" onClick={() => onAction(member, 'remove')}>
        {removeLabel}
        <HiddenMemberName member={member} />
      </Button>
    </div>
  )
}
