import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { sortParam } from '#platform/web/table/filters.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { useExportMembers } from './calls.ts'
import { filterChips } from './filter-chips.ts'
import { memberTypeNames } from './member-type-names.ts'
import {
  paidLabels,
  parseMemberSort,
  type useRegisterFilters,
  validityLabels,
} from './register-filters.ts'

/** Search, filters and the actions on the full list. */
export function RegisterToolbar({
  type: role,
  filters,
  sorting,
  children,
}: {
  type: MemberRole
  filters: ReturnType<typeof useRegisterFilters>
  /** The sort field, where no column headers sort. */
  sorting?: ReactNode
  /** The buttons. */
  children: ReactNode
}) {
  return (
    <FilterBar
      className="min-w-0 flex-1 basis-120 grid-cols-2 sm:grid-cols-[minmax(12rem,1fr)_9rem_9rem]"
      filters={filters}
      search={{
        label: `Search ${memberTypeNames[role].many}`,
        placeholder: 'Name, company, email or number',
        className: 'max-sm:col-span-2',
      }}
      selects={[
        { name: 'paid', label: 'Payment', placeholder: 'Any', options: optionsOf(paidLabels) },
        {
          name: 'validity',
          label: 'Validity',
          placeholder: 'Any',
          options: optionsOf(validityLabels),
        },
      ]}
      chips={filterChips(filters.values)}
      actions={children}
    >
      {sorting}
    </FilterBar>
  )
}

const sortLabels: Record<string, string> = {
  '-membership_number': 'Membership No., descending',
  membership_number: 'Membership No., ascending',
  name: 'Name',
  company_name: 'Company Name',
  '-created_at': 'Date of Joining, newest first',
  '-payment_date': 'Paid Date, newest first',
  membership_valid_to: 'Validity, first to end',
}

/** The order of the cards on a phone, which have no column headers. */
export function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <SelectField
      label="Sort by"
      className="col-span-2"
      value={sortParam(sort)}
      options={optionsOf(sortLabels)}
      onChange={({ target }) => onSort(parseMemberSort(target.value))}
    />
  )
}

export function ExportButton({ type: role }: { type: MemberRole }) {
  const exportMembers = useExportMembers()
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      pending={exportMembers.isPending}
      onClick={() => exportMembers.mutate({ role })}
    >
      Export {memberTypeNames[role].short}
    </Button>
  )
}
