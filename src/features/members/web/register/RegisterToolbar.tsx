import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { memberSorts } from '../../contract.ts'
import { useExportMembers } from './calls.ts'
import { useFigureFilters } from './FilterChips.tsx'
import { figureFilterNames } from './filter-chips.ts'

/** What the two types of member are called on their tabs. */
export const memberTypeCopy = {
  oem: { noun: 'OEM members', short: 'OEMs', remove: 'Remove' },
  vendor: { noun: 'vendors', short: 'Vendors', remove: 'Delete' },
} as const

const paidLabels = { true: 'PAID', false: 'PENDING' } as const
const validityLabels = { valid: 'VALID', expired: 'EXPIRED', unset: 'Not set' } as const

const defaultSort: Sort = { key: 'membership_number', direction: 'descending' }

/** What the address asks of a tab; what it names and is not there to choose does nothing. */
export function useRegisterFilters() {
  const { params, search, setFilter, removeFilters } = useUrlFilters()
  const figure = useFigureFilters()
  const paid = parseOption(paidLabels, params.get('paid'))
  const validity = parseOption(validityLabels, params.get('validity'))
  const sort = readSort(params.get('sort'))
  return {
    search,
    paid,
    validity,
    figure,
    sort,
    setFilter,
    onSort: (chosen: Sort) =>
      setFilter('sort', sortParam(chosen) === sortParam(defaultSort) ? '' : sortParam(chosen)),
    /** As the portal is asked. */
    asked: { ...figure.filters, search, paid, validity, sort: sortParam(sort) },
    isFiltered: Boolean(search || paid || validity) || figure.isFiltered,
    /** Ends search and filters; the order stays. */
    clear: () => removeFilters(['q', 'paid', 'validity', ...figureFilterNames]),
  }
}

const sortParam = ({ key, direction }: Sort): string =>
  direction === 'descending' ? `-${key}` : key

function readSort(asked: string | null): Sort {
  const key = memberSorts.find((one) => one === asked?.replace(/^-/, ''))
  if (!key) return defaultSort
  return { key, direction: asked?.startsWith('-') ? 'descending' : 'ascending' }
}

/** Search, filters and what can be done with the whole list. */
export function RegisterToolbar({
  type: role,
  filters: { search, paid, validity, setFilter },
  sorting,
  children,
}: {
  type: MemberRole
  filters: Pick<ReturnType<typeof useRegisterFilters>, 'search' | 'paid' | 'validity' | 'setFilter'>
  /** How to sort, where no heads of columns do it. */
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

/** The order of the cards on a phone, where a table has the heads of its columns. */
export function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <SelectField
      label="Sort by"
      className="col-span-2"
      value={sortParam(sort)}
      options={optionsOf(sortLabels)}
      onChange={({ target }) => onSort(readSort(target.value))}
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
