import { Download } from 'lucide-react'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { memberRoles } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import { type RegisterFilters, selectionOfList, useExportList, useExportMembers } from './calls.ts'
import { memberTypeNames } from './member-type-names.ts'

interface ExportMenuProps {
  /** The query of the list. */
  query: RegisterFilters
  /** How many members it has; undefined while it is loading. */
  total: number | undefined
  /** The keys of the columns that the table shows. */
  columns: readonly string[]
}

/** Exports the members of a list, as they are filtered. */
function useListExport({ query, total = 0, columns }: ExportMenuProps) {
  const exportList = useExportList()
  const start = (format: 'csv' | 'xlsx') =>
    exportList.mutate({
      selection: selectionOfList(query, total),
      sort: query.sort,
      columns,
      format,
    })
  const itemOf = (format: 'csv' | 'xlsx', name: string) => ({
    label: `Export these ${formatCount(total)} (${name})`,
    disabled: total === 0,
    onSelect: () => start(format),
  })
  return {
    isPending: exportList.isPending,
    excel: itemOf('xlsx', 'Excel'),
    csv: itemOf('csv', 'CSV'),
  }
}

/** Beside the button that exports all members of a type. */
export function ListExportMenu(props: ExportMenuProps) {
  const { isPending, excel, csv } = useListExport(props)
  return (
    <MenuButton
      inBar
      label="Export"
      icon={<Download aria-hidden="true" />}
      pending={isPending}
      groups={[[excel, csv]]}
    />
  )
}

/** All Members: also all members of a type. */
export function AllMembersExport(props: ExportMenuProps) {
  const { isPending, excel, csv } = useListExport(props)
  const exportMembers = useExportMembers()
  return (
    <MenuButton
      inBar
      label="Export"
      icon={<Download aria-hidden="true" />}
      pending={isPending || exportMembers.isPending}
      groups={[
        [excel, csv],
        memberRoles.map((role) => ({
          label: `Export ${memberTypeNames[role].short}`,
          onSelect: () => exportMembers.mutate({ role }),
        })),
      ]}
    />
  )
}
