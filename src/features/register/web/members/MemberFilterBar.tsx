import type { ReactNode } from 'react'
import { duesLabels, duesTitle } from '#features/members/dues-status.ts'
import { materials } from '#features/members/materials.ts'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { FilterBar, type FilterSelect } from '#platform/web/table/FilterBar.tsx'
import type { useFilters } from '#platform/web/table/filters.ts'
import { SavedFiltersMenu } from '../saved-filters/SavedFiltersMenu.tsx'
import { filterChips, optionLabels, stateOptions } from './filter-chips.ts'
import { paidLabels, typeLabels, validityLabels } from './register-filters.ts'

interface MemberFilterBarProps {
  filters: Omit<ReturnType<typeof useFilters>, 'values'> & {
    values: Readonly<Record<string, string | undefined>>
  }
  search: { label: string; placeholder: string }
  /** True where the list has members of both types. */
  hasType?: boolean
  /** Further fields. */
  children?: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

/** Search and filters of a list of members; on a phone all but the first are behind 'More filters'. */
export function MemberFilterBar({
  filters,
  search,
  hasType = false,
  children,
  actions,
}: MemberFilterBarProps) {
  const isPhone = useIsPhone()
  const dues = duesSelect(new Date())
  const [first, behind] = hasType
    ? [[typeSelect, dues, paidSelect], [validitySelect]]
    : [[dues, paidSelect, validitySelect], []]
  return (
    <FilterBar
      className={`min-w-0 flex-1 grid-pairs items-end sm:grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] ${hasType ? 'basis-[60rem]' : 'basis-[46rem]'}`}
      filters={filters}
      search={{ ...search, className: 'col-span-full sm:col-span-2' }}
      selects={isPhone ? first.filter((select) => !paymentSelects.includes(select)) : first}
      more={{
        selects: [...(isPhone ? paymentSelects : behind), ...moreSelects],
        days,
      }}
      chips={filterChips(filters.values)}
      actions={actions}
      filterActions={
        <SavedFiltersMenu
          search={filters.search}
          values={filters.values}
          isFiltered={filters.isFiltered}
          onApply={filters.apply}
        />
      }
    >
      {children}
    </FilterBar>
  )
}

const typeSelect: FilterSelect = {
  name: 'type',
  label: 'Type',
  placeholder: 'All Members',
  options: optionsOf(typeLabels),
}

const duesSelect = (now: Date): FilterSelect => ({
  name: 'dues',
  label: duesTitle(now),
  placeholder: 'Any',
  options: optionsOf(duesLabels),
})

const paidSelect: FilterSelect = {
  name: 'paid',
  label: 'Payment',
  placeholder: 'Any',
  options: optionsOf(paidLabels),
}

const validitySelect: FilterSelect = {
  name: 'validity',
  label: 'Validity',
  placeholder: 'Any',
  options: optionsOf(validityLabels),
}

const paymentSelects = [paidSelect, validitySelect]

const labelsOfMore = {
  email: 'Email',
  visible: 'Directory',
  signed_in: 'Sign-in',
  invited: 'Invitation',
} as const

const moreSelects: FilterSelect[] = [
  ...Object.entries(labelsOfMore).map(([name, label]) => ({
    name,
    label,
    placeholder: 'Any',
    options: optionsOf(optionLabels[name as keyof typeof labelsOfMore]),
  })),
  { name: 'state', label: 'State', placeholder: 'Any', options: stateOptions },
  { name: 'material', label: 'Material', placeholder: 'Any', options: optionsOf(materials) },
]

const days = [
  { name: 'joined_from', label: 'Joined from' },
  { name: 'joined_to', label: 'Joined to' },
  { name: 'ends_from', label: 'Valid to, from' },
  { name: 'ends_to', label: 'Valid to, until' },
]
