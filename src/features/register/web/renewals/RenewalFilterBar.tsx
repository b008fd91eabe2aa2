import { emailLabels } from '#features/members/web/components/email-labels.ts'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { FilterBar } from '#platform/web/table/FilterBar.tsx'
import { duesGroupLabels } from '../../renewals/contract.ts'
import { ageChip, typeLabels, type useRenewalFilters } from './renewal-filters.ts'

/** Search and filters. */
export const RenewalFilterBar = ({
  filters,
  years,
}: {
  filters: ReturnType<typeof useRenewalFilters>
  years: readonly string[]
}) => (
  <FilterBar
    className="min-w-0 grid-pairs items-end sm:grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))]"
    filters={filters}
    search={{
      label: 'Search members',
      placeholder: 'Name, company, email or number',
      className: 'col-span-full sm:col-span-2',
    }}
    selects={[
      { name: 'status', label: 'Status', placeholder: 'Any', options: optionsOf(duesGroupLabels) },
      { name: 'role', label: 'Type', placeholder: 'Any', options: optionsOf(typeLabels) },
      {
        name: 'year',
        label: 'Dues raised for',
        placeholder: 'Any year',
        options: years.map((year) => ({ value: year, label: year })),
      },
      { name: 'email', label: 'Email', placeholder: 'Any', options: optionsOf(emailLabels) },
    ]}
    chips={ageChip(filters.values)}
  />
)
