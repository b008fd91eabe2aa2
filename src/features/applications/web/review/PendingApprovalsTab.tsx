import type { ReactNode } from 'react'
import { memberTypeLabels } from '#features/members/role-labels.ts'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import { FilterChips } from '#platform/web/table/FilterBar.tsx'
import { type InfiniteList, rowsOf } from '#platform/web/table/infinite-list.ts'
import { useList } from '#platform/web/table/use-list.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { TabActions, tableBelowTabsClass } from '#platform/web/ui/Tabs.tsx'
import type { Application } from '../../answers.ts'
import { ApplicationTable, useApplicationSort } from './ApplicationTable.tsx'
import { CopyApplicationLinks } from './CopyApplicationLinks.tsx'
import { pendingApplications } from './calls.ts'
import { NewMemberBanner } from './NewMemberBanner.tsx'
import { ReviewDialog, reasonOnReach } from './ReviewDialog.tsx'
import { type Review, useReview } from './use-review.ts'

/** Pending Approvals (contract 2.5): the applications that wait for a decision, newest first. */
export function PendingApprovalsTab({ actions }: { actions: ReactNode }) {
  const { param: sort } = useApplicationSort()
  const { params, removeFilters } = useUrlFilters()
  const type = parseOption(memberTypeLabels, params.get('type'))
  const list = useList(pendingApplications({ sort, type }))
  const review = useReview(list)
  return (
    <div
      ref={review.area}
      {...reasonOnReach}
      tabIndex={-1}
      className="grid grid-cols-1 gap-4 outline-none max-sm:gap-1"
    >
      <TabActions>
        <div className="flex flex-wrap items-center gap-1">
          <ButtonLink href="/admin/applications" variant="quiet" className="max-sm:-ml-3">
            All applications
          </ButtonLink>
          {actions}
        </div>
      </TabActions>
      {type && (
        <FilterChips
          chips={[{ label: memberTypeLabels[type], names: ['type'] }]}
          onRemove={removeFilters}
        />
      )}
      {review.newMember && (
        <NewMemberBanner application={review.newMember} onDismiss={review.dismissNewMember} />
      )}
      <PendingApplications list={list} review={review} />
      <ReviewDialog review={review} />
    </div>
  )
}

function PendingApplications({
  list,
  review,
}: {
  list: InfiniteList<Application>
  review: Review
}) {
  if (list.isPending) return <SkeletonRows label="Loading the pending applications" />
  if (list.isError && !list.data) return <LoadFailed query={list} />
  if (rowsOf(list.data).length === 0)
    return (
      <EmptyState title="No pending applications" action={<CopyApplicationLinks />}>
        New applications appear here for your decision.
      </EmptyState>
    )
  return (
    <div className={tableBelowTabsClass}>
      <ApplicationTable caption="Pending applications" list={list} review={review} />
    </div>
  )
}
