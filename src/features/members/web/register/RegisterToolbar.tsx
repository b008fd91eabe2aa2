import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { useExportMembers } from './calls.ts'
import { memberTypeCopy } from './copy.ts'
import {
  paidLabels,
  parseSort,
  sortParam,
  type useRegisterFilters,
  validityLabels,
} from './register-filters.ts'

/** Search, filters and the actions on the full list. */
export function RegisterToolbar({
  type: role,
  filters: { search, paid, validity, setFilter },
  sorting,
  children,
}: {
  type: MemberRole
  filters: Pick<ReturnType<typeof useRegisterFilters>, 'search' | 'paid' | 'validity' | 'setFilter'>
  /** The sort field, where no column headers sort. */
  sorting?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <search className="grid min-w-0 flex-1 basis-120 grid-cols-2 gap-3 sm:grid-cols-[minmax(12rem,1fr)_9rem_9rem]">
        <SearchField
          label={`Search ${memberTypeCopy[role].noun}`}
          placeholder="Name, company, email or number"
          className="max-sm:col-span-2"
          value={search}
          onSearch={(typed) => setFilter('q', typed)}
        />
        <SelectField
          label="Payment"
          placeholder="Any"
          value={paid ?? ''}
          options={optionsOf(paidLabels)}
          onChange={({ target }) => setFilter('paid', target.value)}
        />
        <SelectField
          label="Validity"
          placeholder="Any"
          value={validity ?? ''}
          options={optionsOf(validityLabels)}
          onChange={({ target }) => setFilter('validity', target.value)}
        />
        {sorting}
      </search>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2">
        {children}
      </div>
    </div>
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
      onChange={({ target }) => onSort(parseSort(target.value))}
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
      Export {memberTypeCopy[role].short}
    </Button>
  )
}
