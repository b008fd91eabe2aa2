import Eye from 'lucide-react/icons/eye'
import { useEffect, useMemo, useRef } from 'react'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { isPhone } from '#platform/web/layout/phone.ts'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable, SortButton } from '#platform/web/table/DataTable.tsx'
import { useSortParam } from '#platform/web/table/filters/filters.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { Button, CompactButton } from '#platform/web/ui/Button.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Application } from '../../answers.ts'
import { canDecide } from '../../rules.ts'
import { ApproveButton } from './ApproveButton.tsx'
import { TypeBadge } from './application-badges.tsx'
import { ReopenButton } from './ReopenButton.tsx'
import type { Review } from './use-review.ts'

interface ApplicationTableProps {
  caption: string
  list: InfiniteList<Application>
  /** Columns between those of the application and the actions; the same array in every render. */
  columns?: readonly Column<Application>[] | undefined
  review: Review
}

/** A table of applications, sorted by the application date; the URL has the direction. */
export function ApplicationTable({
  caption,
  list,
  columns = noColumns,
  review,
}: ApplicationTableProps) {
  const { sort, onSort } = useApplicationSort()
  const sameReview = useSameReview(review)
  const allColumns = useMemo(
    () => [...applicationColumns(columns.length > 0), ...columns, actionsColumn(sameReview)],
    [columns, sameReview],
  )
  return (
    <div className="grid gap-6">
      <DataTable
        caption={caption}
        rows={list.data ? rowsOf(list.data) : []}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
        columns={allColumns}
      />
      <ShowMore list={list} noun="applications" />
    </div>
  )
}

/** The same object in every render, so that rows are not rendered again; it calls the present review. */
function useSameReview(review: Review): Review {
  const latest = useRef(review)
  useEffect(() => {
    latest.current = review
  })
  return useMemo(
    () => ({
      viewDetails: (id) => latest.current.viewDetails(id),
      closeDetails: () => latest.current.closeDetails(),
      requestDecision: (request) => latest.current.requestDecision(request),
      moveFocusFrom: (id, action) => latest.current.moveFocusFrom(id, action),
      buttonOf: (id, action) => latest.current.buttonOf(id, action),
      haveRowsMoved: () => latest.current.haveRowsMoved(),
      onDecided: (decided) => latest.current.onDecided(decided),
    }),
    [],
  )
}

const noColumns: readonly Column<Application>[] = []

const actionsColumn = (review: Review): Column<Application> => ({
  key: 'actions',
  header: 'Actions',
  onPhone: 'actions',
  align: 'end',
  cell: (application) => <ApplicationActions application={application} review={review} />,
})

/** The sort order from the URL; newest first by default (contract 9.3). */
export const useApplicationSort = () =>
  useSortParam(['created_at'], { key: 'created_at', direction: 'descending' })

/** The order of the cards on a phone, among the filters. */
export function ApplicationSortField() {
  const { sort, onSort } = useApplicationSort()
  return (
    <SelectField
      label="Sort by"
      value={sort.direction}
      options={optionsOf({
        descending: 'Applied On, newest first',
        ascending: 'Applied On, oldest first',
      })}
      onChange={({ target }) =>
        onSort({
          key: 'created_at',
          direction: target.value === 'ascending' ? 'ascending' : 'descending',
        })
      }
    />
  )
}

/** The same where a list has no filters. */
export const ApplicationSortButton = () => (
  <fieldset aria-label="Sort by" className="text-sm text-ink-soft">
    <SortButton
      column={{ key: 'created_at', header: 'Applied On' }}
      isOneOfSeveral
      {...useApplicationSort()}
    />
  </fieldset>
)

interface ApplicationActionsProps {
  application: Application
  review: Review
}

function ApplicationActions({ application, review }: ApplicationActionsProps) {
  const { id, status } = application
  return (
    <RowActions rowId={id}>
      {canDecide(status, 'approved') && (
        <ApproveButton application={application} review={review} size="sm" />
      )}
      {canDecide(status, 'pending') && (
        <ReopenButton application={application} review={review} size="sm" />
      )}
      {canDecide(status, 'rejected') && (
        <Button
          size="sm"
          variant="soft"
          data-act="reject"
          onClick={() => review.requestDecision({ decision: 'rejected', application })}
        >
          Reject
        </Button>
      )}
      <CompactButton
        label="View Details"
        icon={Eye}
        variant={isPhone() ? 'soft' : 'ghost'}
        data-act="view"
        className="whitespace-nowrap"
        onClick={() => review.viewDetails(id)}
      />
    </RowActions>
  )
}

/** On a tablet with more columns the type is hidden, so that the names are not truncated. */
const applicationColumns = (hasMore: boolean): Column<Application>[] => [
  {
    key: 'name',
    header: 'Name',
    onPhone: 'title',
    share: 20,
    className: 'font-medium sm:max-lg:min-w-40! lg:min-w-36!',
    cell: ({ formData }) => formData.name,
  },
  {
    key: 'company',
    header: 'Company',
    onPhone: 'line',
    share: hasMore ? 55 : 26,
    cell: ({ formData }) => formData.companyName,
  },
  {
    key: 'type',
    header: 'Type',
    onPhone: 'line',
    isForDesk: hasMore,
    cell: ({ type }) => <TypeBadge type={type} />,
  },
  {
    key: 'created_at',
    header: 'Applied On',
    sortable: true,
    className: 'text-ink-soft tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
  },
]
