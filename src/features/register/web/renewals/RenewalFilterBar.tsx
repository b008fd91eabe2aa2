import type { ReactNode } from 'react'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { ageChip, renewalSelects, type useRenewalFilters } from './renewal-filters.ts'

/** Search and filters. */
export const RenewalFilterBar = ({
  filters,
  years,
  list,
  actions,
  sheet,
}: {
  filters: ReturnType<typeof useRenewalFilters>
  years: readonly string[]
  list: InfiniteList<Renewal>
  actions: ReactNode
  sheet: ReactNode
}) => (
  <FilterBar
    filters={filters}
    search={{ label: 'Search members', placeholder: 'Name, company, email or number' }}
    selects={renewalSelects(years)}
    chips={ageChip(filters.values)}
    count={{ list, one: 'member', many: 'members' }}
    actions={actions}
    sheet={sheet}
  />
)
