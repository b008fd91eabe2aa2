import { optionsOf } from '#platform/web/form/SelectField.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import type { Column } from '#platform/web/table/columns.ts'
import { emptyCell } from '#platform/web/table/empty-cell.tsx'
import { FilterBar } from '#platform/web/table/filters/FilterBar.tsx'
import { useFilters } from '#platform/web/table/filters/filters.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { StaleRows } from '#platform/web/table/loading/StaleRows.tsx'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Application } from '../../answers.ts'
import type { ApplicationStatus } from '../../contract.ts'
import { statusLabels } from '../../rules.ts'
import { ApplicationSortField, ApplicationTable, useApplicationSort } from './ApplicationTable.tsx'
import { applicantLabels, confirmationLabels, Note, StatusCell } from './application-badges.tsx'
import { CopyApplicationLinks } from './CopyApplicationLinks.tsx'
import { applications, type Filters } from './calls.ts'
import { NewMemberBanner } from './NewMemberBanner.tsx'
import { RetentionStatus } from './RetentionStatus.tsx'
import { ReviewDialog, reasonOnReach } from './ReviewDialog.tsx'
import { type Review, useReview } from './use-review.ts'

/** /admin/applications: the applications of every status (contract 2.11). */
export function ApplicationsScreen() {
  const filters = useFilters({
    status: statusLabels,
    type: applicantLabels,
    email: confirmationLabels,
  })
  const { param: sort } = useApplicationSort()
  const query = { sort, search: filters.search, ...filters.values }
  const list = useList(applications(query))
  const review = useReview(list)
  return (
    <Page title="Applications" subtitle="All applications: open, approved and rejected.">
      <div
        ref={review.area}
        {...reasonOnReach}
        tabIndex={-1}
        className="grid grid-cols-1 gap-3 outline-none"
      >
        <FilterBar
          filters={filters}
          search={{
            label: 'Search applications',
            placeholder: 'Name, company, email or number',
          }}
          selects={[
            {
              name: 'status',
              label: 'Status',
              placeholder: 'All',
              options: optionsOf(statusLabels),
            },
            {
              name: 'type',
              label: 'Type',
              placeholder: 'All',
              options: optionsOf(applicantLabels),
            },
            {
              name: 'email',
              label: 'Email',
              placeholder: 'All',
              options: optionsOf(confirmationLabels),
            },
          ]}
          count={{ list, one: 'application', many: 'applications' }}
          sheet={<ApplicationSortField />}
        />
        {review.newMember && (
          <NewMemberBanner application={review.newMember} onDismiss={review.dismissNewMember} />
        )}
        <StaleRows list={list}>
          <Results list={list} review={review} filters={query} onClear={filters.clear} />
        </StaleRows>
        {/* Below the rows: they would move it. */}
        {list.data && <RetentionStatus />}
        <ReviewDialog review={review} />
      </div>
    </Page>
  )
}

interface ResultsProps {
  list: InfiniteList<Application>
  review: Review
  filters: Filters
  /** Clears search and filters. */
  onClear: () => void
}

function Results({ list, review, filters, onClear }: ResultsProps) {
  if (list.isPending) return <SkeletonTable label="Loading the applications" />
  if (list.isError && !list.data) return <LoadFailed isWhole query={list} />
  if (rowsOf(list.data).length === 0) return <NoResults filters={filters} onClear={onClear} />
  return <ApplicationTable caption="Applications" list={list} columns={columns} review={review} />
}

function NoResults({ filters, onClear }: Pick<ResultsProps, 'filters' | 'onClear'>) {
  const { search, status, type, email } = filters
  if (search) return <NoMatches title="No applications match your search" onClear={onClear} />
  if (status || type || email)
    return (
      <NoMatches
        title={
          email
            ? 'No such applications'
            : `No ${status ? `${statusAdjectives[status]} ` : ''}applications${type ? ` of type ${applicantLabels[type]}` : ''}`
        }
        onClear={onClear}
      >
        {null}
      </NoMatches>
    )
  return (
    <EmptyState title="No applications yet" action={<CopyApplicationLinks />}>
      New applications appear here.
    </EmptyState>
  )
}

/** The status as an adjective before 'applications'. */
const statusAdjectives: Record<ApplicationStatus, string> = {
  pending: 'pending',
  changes: 'sent-back',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
}

const columns: Column<Application>[] = [
  {
    key: 'status',
    header: 'Status',
    onPhone: 'beside',
    share: 29,
    // Room for 'Changes requested', on a desk for 'Pending' and 'Email not confirmed'.
    className: 'sm:max-lg:min-w-42! lg:min-w-58!',
    cell: (application) => <StatusCell application={application} />,
  },
  {
    key: 'decided',
    header: 'Decided',
    share: 25,
    className: 'lg:min-w-28!',
    isForDesk: true,
    cell: ({ decided_at, decided_by }) =>
      decided_at ? (
        <span className="flex flex-wrap items-center gap-x-1.5 sm:line-of-parts">
          <time dateTime={decided_at} className="whitespace-nowrap tabular-nums">
            {shortDate(decided_at)}
          </time>
          {decided_by && <Note>{`by ${decided_by}`}</Note>}
        </span>
      ) : (
        emptyCell
      ),
  },
]
