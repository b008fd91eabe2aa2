import { useMemo } from 'react'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { memberTypeLabels } from '../../role-labels.ts'
import { ContactActions } from './ContactActions.tsx'

/** The directory as a table. */
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
    className: 'min-w-44 font-medium',
    cell: (member) => (
      <button
        type="button"
        className="line-clamp-3 text-left text-accent-text underline underline-offset-2 wrap-anywhere hover:no-underline touch:min-h-11"
        onClick={() => onOpen(member.id)}
      >
        {member.company_name || memberDisplayName(member)}
      </button>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    className: 'min-w-32',
    cell: ({ name }) => <span className="line-clamp-3 wrap-anywhere">{name}</span>,
  },
  {
    key: 'type',
    header: 'Type',
    className: 'whitespace-nowrap',
    cell: ({ role }) => memberTypeLabels[role],
  },
  {
    key: 'city',
    header: 'City',
    className: 'min-w-36',
    cell: ({ city }) => <span className="line-clamp-2 wrap-anywhere">{city}</span>,
  },
  {
    key: 'products',
    header: 'Products',
    className: 'min-w-52',
    cell: ({ services_products: products }) => (
      <span className="line-clamp-2 wrap-anywhere">{products}</span>
    ),
  },
  {
    key: 'contact',
    header: 'Contact',
    onPhone: 'actions',
    className: 'min-w-[16.5rem]',
    cell: (member) => <ContactActions member={member} compact />,
  },
]
