import type { RefObject } from 'react'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { RenewalList } from './RenewalList.tsx'
import type { OnRenewalAction } from './renewal-actions.ts'
import type { useRenewalFilters } from './renewal-filters.ts'

interface RenewalResultsProps {
  list: InfiniteList<Renewal>
  rows: readonly Renewal[]
  /** The area of `useRowFocus`. */
  area: RefObject<HTMLDivElement | null>
  selection: ReturnType<typeof useSelection<Renewal>>
  filters: ReturnType<typeof useRenewalFilters>
  onAction: OnRenewalAction
}

/** The rows that the filters find, or why there are none. */
export function RenewalResults({
  list,
  rows,
  area,
  selection,
  filters,
  onAction,
}: RenewalResultsProps) {
  if (list.isPending) return <SkeletonTable label="Loading the renewals" />
  if (list.isError && !list.data)
    return <LoadFailed isWhole title="Couldn't load the renewals" query={list} />
  if (rows.length > 0)
    return (
      <div ref={area} tabIndex={-1} className="min-w-0 outline-none">
        <RenewalList
          list={list}
          rows={rows}
          selection={selection}
          sort={filters.sort}
          onSort={filters.onSort}
          onAction={onAction}
        />
      </div>
    )
  if (filters.isFiltered)
    return <NoMatches title="No members match your search" onClear={filters.clear} />
  return (
    <EmptyState title="No members yet">
      Members appear here once they are added or approved.
    </EmptyState>
  )
}
