import type { ReactNode } from 'react'
import type { Member } from '#features/members/answers.ts'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import type { useFilters } from '#platform/web/table/filters/filters.ts'
import type { ResultCountProps } from '#platform/web/table/filters/ResultCount.tsx'
import { SavedFiltersMenu } from '../../saved-filters/SavedFiltersMenu.tsx'
import { filterChips } from './filter-chips.ts'
import { memberDays, memberSelects } from './member-filters.ts'

interface MemberFilterBarProps {
  filters: Omit<ReturnType<typeof useFilters>, 'values'> & {
    values: Readonly<Record<string, string | undefined>>
  }
  search: { label: string; placeholder: string; isFixed?: boolean }
  count?: ResultCountProps<Member> | undefined
  /** Shown at the end of the row. */
  actions?: ReactNode
  /** On a phone, in the sheet of the filters. */
  sheet?: ReactNode
}

/** Search and filters of a list of members. */
export function MemberFilterBar({ filters, actions, sheet, ...bar }: MemberFilterBarProps) {
  const savedFilters = (
    <SavedFiltersMenu
      search={filters.search}
      values={filters.values}
      isFiltered={filters.isFiltered}
      onApply={filters.apply}
    />
  )
  return (
    <FilterBar
      {...bar}
      filters={filters}
      selects={memberSelects()}
      days={memberDays}
      chips={filterChips(filters.values)}
      actions={
        <>
          {actions}
          {savedFilters}
        </>
      }
      sheet={
        <>
          {sheet}
          {savedFilters}
        </>
      }
    />
  )
}
