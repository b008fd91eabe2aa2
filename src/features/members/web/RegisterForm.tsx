import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/Button.tsx'
import { SearchField } from '#platform/web/SearchField.tsx'
import { SelectField } from '#platform/web/SelectField.tsx'
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
  children,
}: {
  type: MemberRole
  filters: RegisterFilters
  onFilter: (filters: RegisterFilters) => void
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
      </search>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:px-2">
        {children}
      </div>
    </div>
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
