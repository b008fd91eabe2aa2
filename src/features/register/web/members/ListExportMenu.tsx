import Download from 'lucide-react/icons/download'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { memberRoles } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import { type RegisterFilters, selectionOfList, useExportList, useExportMembers } from './calls.ts'
import { memberTypeNames } from './member-type-names.ts'

interface ListExportMenuProps {
  /** The query of the list. */
  query: RegisterFilters
  /** How many members it has; undefined while it is loading. */
  total: number | undefined
  /** The keys of the columns that the table shows. */
  columns: readonly string[]
  /** True to also export all members of a type, where no button beside it does. */
  hasTypes?: boolean
}

/** Exports the members of a list, as they are filtered. */
export function ListExportMenu({
  query,
  total = 0,
  columns,
  hasTypes = false,
}: ListExportMenuProps) {
  const exportList = useExportList()
  const exportMembers = useExportMembers()
  const itemOf = (format: 'csv' | 'xlsx', name: string) => ({
    label: `Export these ${formatCount(total)} (${name})`,
    disabled: total === 0,
    onSelect: () =>
      exportList.mutate({
        selection: selectionOfList(query, total),
        sort: query.sort,
        columns,
        format,
      }),
  })
  const types = memberRoles.map((role) => ({
    label: `Export ${memberTypeNames[role].short}`,
    onSelect: () => exportMembers.mutate({ role }),
  }))
  return (
    <MenuButton
      place="bar"
      label="Export"
      icon={<Download aria-hidden="true" />}
      pending={exportList.isPending || exportMembers.isPending}
      groups={[[itemOf('xlsx', 'Excel'), itemOf('csv', 'CSV')], hasTypes ? types : []]}
    />
  )
}
