import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Cards, listClass } from '#platform/web/table/Cards.tsx'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { type InfiniteList, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { LoadMoreFailed } from '#platform/web/table/loading/LoadMoreFailed.tsx'
import { useLoadMore } from '#platform/web/table/loading/load-more.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import type { useSelection } from '#platform/web/table/rows/selection.ts'
import type { Renewal } from '../../renewals/answers.ts'
import { RenewalRow } from './RenewalRow.tsx'
import { RenewalTable } from './RenewalTable.tsx'
import { nameOf, type OnRenewalAction } from './renewal-actions.ts'

/** The rows of the list, cards on a phone. */
export function RenewalList({
  list,
  rows,
  selection,
  sort,
  onSort,
  onAction,
}: {
  list: InfiniteList<Renewal>
  rows: readonly Renewal[]
  selection: ReturnType<typeof useSelection<Renewal>>
  sort: Sort
  onSort: (sort: Sort) => void
  onAction: OnRenewalAction
}) {
  const onEnd = useLoadMore(list)
  if (useIsPhone())
    return (
      <StaleRows list={list}>
        <div className="grid grid-cols-1 gap-4">
          <Cards label="Renewals" rows={rows} rowKey={idOf} className={listClass}>
            {(renewal) => (
              <RenewalRow
                renewal={renewal}
                isSelected={selection.has(renewal)}
                onToggle={selection.onToggle}
                onAction={onAction}
              />
            )}
          </Cards>
          <ShowMore list={list} noun="members" />
        </div>
      </StaleRows>
    )
  return (
    <StaleRows list={list}>
      <div className="grid grid-cols-1 gap-4">
        <RenewalTable
          rows={rows}
          total={list.data ? totalOf(list.data) : rows.length}
          sort={sort}
          onSort={onSort}
          onEnd={onEnd}
          selection={{ ...selection, label: (renewal) => `Select ${nameOf(renewal)}` }}
          onAction={onAction}
        />
        <LoadMoreFailed list={list} noun="members" />
      </div>
    </StaleRows>
  )
}

const idOf = ({ id }: Renewal) => id
