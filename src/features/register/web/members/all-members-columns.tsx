import type { Member } from '#features/members/answers.ts'
import { cityOf } from '#features/members/city.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { duesTitle } from '#features/members/dues-status.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import { DuesBadge, DuesCell } from '#features/members/web/components/DuesCell.tsx'
import { MemberPhoto } from '#features/members/web/components/MemberPhoto.tsx'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { StatusBadge } from '#features/members/web/components/StatusBadge.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { numericDate } from '#shared/dates.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { MemberLink } from './rows/MemberLink.tsx'

/** All columns of the data; that of the dues comes before the status. */
export const columnsWithDues = (onAction: OnMemberAction): Column<Member>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 12,
    share: 30,
    cell: (member) => <NameCell member={member} onAction={onAction} />,
    print: memberDisplayName,
  },
  ...dataColumns.slice(0, -1),
  {
    key: 'dues',
    header: duesTitle(new Date()),
    width: 9,
    cell: (member) => <DuesCell member={member} onAction={onAction} />,
    print: (member) => <DuesBadge member={member} />,
  },
  ...dataColumns.slice(-1),
]

/** The office takes the printed list along, so it also says who a member is and how to reach them. */
export function printedColumns(): Column<Member>[] {
  const columns = columnsWithDues(() => {})
  const joined = columns.findIndex(({ key }) => key === 'joined')
  return [...columns.slice(0, joined), ...contactColumns, ...columns.slice(joined)]
}

const contactColumns: Column<Member>[] = [
  {
    key: 'membership_number',
    header: 'Membership No.',
    width: 8,
    cell: ({ membership_number }) => membership_number,
  },
  { key: 'city', header: 'City', width: 7, cell: cityOf },
  {
    key: 'mobile',
    header: 'Mobile No.',
    width: 9,
    cell: ({ whatsapp_number }) => groupPhones(whatsapp_number),
  },
]

const dataColumns: Column<Member>[] = [
  {
    key: 'company',
    header: 'Company',
    width: 14,
    share: 30,
    // On a tablet a company needs more than a name.
    className: 'min-w-46!',
    cell: ({ company_name }) => company_name,
  },
  {
    key: 'type',
    header: 'Type',
    width: 5,
    isForDesk: true,
    cell: ({ role }) => <Badge>{shortRoleLabels[role]}</Badge>,
  },
  {
    key: 'joined',
    header: 'Joined',
    width: 7,
    isForDesk: true,
    className: 'text-ink-soft tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{numericDate(created_at)}</time>,
  },
  { key: 'status', header: 'Status', width: 8, cell: (member) => <StatusBadge member={member} /> },
]

/** The name and, where there is room, the photo and the membership number. */
const NameCell = ({ member, onAction }: { member: Member; onAction: OnMemberAction }) => (
  <span data-row={member.id} className="flex items-center gap-2.5">
    <span className="hidden @4xl:contents">
      <MemberPhoto member={member} />
    </span>
    <MemberLink member={member} onAction={onAction} />
    <span className="text-sm font-normal whitespace-nowrap text-ink-soft tabular-nums hidden @7xl:inline">
      {member.membership_number}
    </span>
  </span>
)
