import UserPlus from 'lucide-react/icons/user-plus'
import { useLocation } from 'wouter'
import { memberTypeLabels } from '#features/members/role-labels.ts'
import { isTablet, useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import { FilterChips } from '#platform/web/table/filters/FilterBar.tsx'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { TabActions, tableBelowTabsClass } from '#platform/web/ui/Tabs.tsx'
import type { Application } from '../../answers.ts'
import { ApplicationSortButton, ApplicationTable, useApplicationSort } from './ApplicationTable.tsx'
import { CopyApplicationLinks } from './CopyApplicationLinks.tsx'
import { pendingApplications } from './calls.ts'
import { NewMemberBanner } from './NewMemberBanner.tsx'
import { ReviewDialog, reasonOnReach } from './ReviewDialog.tsx'
import { type Review, useReview } from './use-review.ts'

/** Pending Approvals (contract 2.5): the applications that wait for a decision, newest first. */
export function PendingApprovalsTab({ onAddMember }: { onAddMember: () => void }) {
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
        <ListActions onAddMember={onAddMember} />
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

/** Next to the tabs of a tablet there is only space for a menu. The drawer of a phone has all applications. */
function ListActions({ onAddMember }: { onAddMember: () => void }) {
  const [, navigate] = useLocation()
  const isPhone = useIsPhone()
  if (!isPhone && isTablet())
    return (
      <MenuButton
        place="head"
        groups={[
          [
            { label: allLabel, onSelect: () => navigate(allPath) },
            { label: addLabel, onSelect: onAddMember },
          ],
        ]}
      />
    )
  return (
    <div className="flush-end flex flex-wrap items-center gap-1 max-sm:-mt-1.5 max-sm:-mb-1 max-sm:justify-between">
      {isPhone ? (
        <ApplicationSortButton />
      ) : (
        <ButtonLink href={allPath} variant="quiet">
          {allLabel}
        </ButtonLink>
      )}
      <Button variant="ghost" icon={<UserPlus aria-hidden="true" />} onClick={onAddMember}>
        {addLabel}
      </Button>
    </div>
  )
}

const allPath = '/admin/applications'
const allLabel = 'All applications'
const addLabel = 'Add Member Manually'

function PendingApplications({
  list,
  review,
}: {
  list: InfiniteList<Application>
  review: Review
}) {
  if (list.isPending) return <SkeletonTable rows={5} label="Loading the pending applications" />
  if (list.isError && !list.data) return <LoadFailed isWhole query={list} />
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
