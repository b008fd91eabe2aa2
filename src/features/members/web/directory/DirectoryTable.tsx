import { useMemo } from 'react'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { shortRoleLabels } from '../../role-labels.ts'
import { ContactActions } from './ContactActions.tsx'
import { offersOf } from './ListedMemberCard.tsx'
import { Logo } from './Logo.tsx'
import { MemberLink } from './MemberLink.tsx'

export function DirectoryTable({
  members,
  onOpen,
}: {
  members: readonly DirectoryMember[]
  onOpen: (id: string) => void
}) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  return (
    <DataTable
      caption="Members Directory"
      columns={columns}
      rows={members}
      rowKey={({ id }) => id}
    />
  )
}

const columnsOf = (onOpen: (id: string) => void): Column<DirectoryMember>[] => [
  {
    key: 'company',
    header: 'Company',
    onPhone: 'title',
    share: 36,
    className: 'font-medium sm:min-w-50',
    cell: (member) => {
      const company = member.company_name || memberDisplayName(member)
      return (
        <MemberLink
          member={member}
          title={company}
          onOpen={onOpen}
          className="flex min-w-0 items-center gap-2.5 hover:underline hover:underline-offset-2"
        >
          <Logo member={member} size="sm" />
          <span className="one-line">{company}</span>
        </MemberLink>
      )
    },
  },
  { key: 'name', header: 'Name', onPhone: 'line', share: 14, cell: ({ name }) => name },
  {
    key: 'type',
    header: 'Type',
    onPhone: 'beside',
    className: 'text-ink-soft',
    cell: ({ role }) => shortRoleLabels[role],
  },
  {
    key: 'city',
    header: 'City',
    onPhone: 'line',
    className: 'max-w-44 one-line',
    cell: ({ city }) => city || emptyCell,
  },
  {
    key: 'products',
    header: 'Products',
    onPhone: 'line',
    share: 42,
    isForDesk: true,
    className: 'text-ink-soft',
    cell: offersOf,
  },
  {
    key: 'contact',
    header: 'Contact',
    align: 'end',
    onPhone: 'actions',
    cell: (member) => (
      <span className="flex justify-end">
        <ContactActions member={member} isRow />
      </span>
    ),
  },
]
