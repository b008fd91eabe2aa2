import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/Button.tsx'
import type { Sort } from '#platform/web/DataTable.tsx'
import { SearchField } from '#platform/web/SearchField.tsx'
import { choicesOf, SelectField } from '#platform/web/SelectField.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { type RegisterFilters, useExportMembers } from './register-calls.ts'

/** What the two types of member are called on their tabs. */
export const words = {
  oem: { noun: 'OEM members', short: 'OEMs', remove: 'Remove' },
  vendor: { noun: 'vendors', short: 'Vendors', remove: 'Delete' },
} as const

/** Search, filters and what can be done with the whole list. */
export function RegisterForm({
  type: role,
  filters,
  onFilter,
  sorting,
  children,
}: {
  type: MemberRole
  filters: RegisterFilters
  onFilter: (filters: RegisterFilters) => void
  /** How to sort, where no heads of columns do it. */
  sorting?: ReactNode
  children: ReactNode
}) {
  const filter = (name: keyof RegisterFilters, value: string) =>
    onFilter({ ...filters, [name]: value })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <search className="grid min-w-0 flex-1 basis-120 grid-cols-2 gap-3 sm:grid-cols-[minmax(12rem,1fr)_9rem_9rem]">
        <SearchField
          label={`Search ${words[role].noun}`}
          placeholder="Name, company, email or number"
          className="max-sm:col-span-2"
          value={filters.search ?? ''}
          onSearch={(typed) => filter('search', typed)}
        />
        <SelectField
          label="Payment"
          placeholder="Any"
          value={filters.paid ?? ''}
          options={[
            { value: 'true', label: 'PAID' },
            { value: 'false', label: 'PENDING' },
          ]}
          onChange={({ target }) => filter('paid', target.value)}
        />
        <SelectField
          label="Validity"
          placeholder="Any"
          value={filters.validity ?? ''}
          options={[
            { value: 'valid', label: 'VALID' },
            { value: 'expired', label: 'EXPIRED' },
            { value: 'unset', label: 'Not set' },
          ]}
          onChange={({ target }) => filter('validity', target.value)}
        />
        {sorting}
      </search>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2">
        {children}
      </div>
    </div>
  )
}

const orders: Record<string, string> = {
  '-membership_number': 'Membership No., descending',
  membership_number: 'Membership No., ascending',
  name: 'Name',
  company_name: 'Company Name',
  '-created_at': 'Date of Joining, newest first',
  '-payment_date': 'Paid Date, newest first',
  membership_valid_to: 'Validity, first to end',
}

/** The order of the cards on a phone, where a table has the heads of its columns. */
export function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <SelectField
      label="Sort by"
      className="col-span-2"
      value={sort.direction === 'descending' ? `-${sort.key}` : sort.key}
      options={choicesOf(orders)}
      onChange={({ target: { value } }) =>
        onSort({
          key: value.replace('-', ''),
          direction: value.startsWith('-') ? 'descending' : 'ascending',
        })
      }
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
      Export {words[role].short}
    </Button>
  )
}
