import { UserPlus } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { AddedMemberBanner } from '#features/register/web/record/AddedMemberBanner.tsx'
import { useChecklist } from '#features/settings/web/first-day/calls.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { isPhone } from '#platform/web/layout/phone.ts'
import { ShownTogether } from '#platform/web/layout/ShownTogether.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { DashboardFigures } from './DashboardFigures.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { StatCards, useStats } from './StatCards.tsx'

const lazyTab = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, () => <SkeletonRows />)

const PendingApprovalsTab = lazyTab(
  async () =>
    (await import('#features/applications/web/review/PendingApprovalsTab.tsx')).PendingApprovalsTab,
)
const PendingJobsTab = lazyTab(
  async () => (await import('#features/jobs/web/PendingJobsTab.tsx')).PendingJobsTab,
)
const ApprovedJobsTab = lazyTab(
  async () => (await import('#features/jobs/web/ApprovedJobsTab.tsx')).ApprovedJobsTab,
)
const MembersTab = lazyTab(
  async () => (await import('#features/register/web/members/MembersTab.tsx')).MembersTab,
)
const DeletedUsersTab = lazyTab(
  async () => (await import('#features/register/web/members/DeletedUsersTab.tsx')).DeletedUsersTab,
)
const AddMemberDialog = lazyPart(
  async () => (await import('#features/register/web/record/AddMemberDialog.tsx')).AddMemberDialog,
)

/** The home of administrators: counts, six lists, charts (contract 2.5). */
export function AdminDashboardScreen() {
  // A link to a tab lands on its rows: nothing may be inserted above them.
  const [isLinkToTab] = useState(() => new URLSearchParams(window.location.search).has('tab'))
  const stats = useStats()
  const checklist = useChecklist()
  return (
    <Page title="Admin Dashboard" actions={<LogoutButton side="admin" />}>
      <ShownTogether queries={isLinkToTab ? [] : [stats, checklist]}>
        {!isLinkToTab && <GettingStarted />}
        <StatCards />
        <DashboardTabs />
        <DashboardFigures />
      </ShownTogether>
    </Page>
  )
}

function DashboardTabs() {
  const stats = useStats().data
  const [search, setSearch] = useSearchParams()
  const area = useFocusOnTab(search)
  const tabs = [
    {
      value: 'pending-approvals',
      label: 'Pending Approvals',
      count: stats && stats.pendingOEMs + stats.pendingVendors,
      content: <PendingApprovals />,
    },
    {
      value: 'job-posts',
      label: 'Job Posts',
      count: stats?.pendingJobs,
      content: <PendingJobsTab />,
    },
    {
      value: 'approved-jobs',
      label: 'Approved Jobs',
      content: <ApprovedJobsTab />,
    },
    {
      value: 'oem-members',
      label: 'OEM Members',
      content: <MembersTab key="oem" type="oem" />,
    },
    {
      value: 'vendors',
      label: 'Vendors',
      content: <MembersTab key="vendor" type="vendor" />,
    },
    {
      value: 'deleted-users',
      label: 'Deleted Users',
      content: <DeletedUsersTab />,
    },
  ]
  const requested = search.get('tab')
  const selected = tabs.find(({ value }) => value === requested)?.value ?? 'pending-approvals'
  return (
    // On a phone as high as the screen, so that a short list can be scrolled to the top, too.
    <div
      ref={area}
      className="min-w-0 scroll-mt-12 max-sm:min-h-[calc(100dvh-6rem)] max-sm:scroll-mt-12"
    >
      <Tabs
        label="Administration"
        onReach={preload}
        value={selected}
        onChange={(tab) => setSearch((before) => withTab(before, tab))}
        tabs={tabs}
      />
    </div>
  )
}

/** Loads the code of the lists when the tabs are hovered or focused; a failure is ignored. */
function preload() {
  for (const tab of [MembersTab, DeletedUsersTab]) void tab.preload().catch(() => {})
}

/** The query of another tab: without the filters of this one, with the year of the figures. */
function withTab(before: URLSearchParams, tab: string): URLSearchParams {
  const year = before.get('year')
  return new URLSearchParams({ ...(year && { year }), tab })
}

/**
 * After a click on a figure: scrolls to the tabs and focuses the selected one. On a phone also when the
 * screen opens with a tab in its address, whose rows would be far below.
 */
function useFocusOnTab(search: URLSearchParams) {
  const area = useRef<HTMLDivElement>(null)
  const query = search.toString()
  const [hasTabAtFirst] = useState(() => search.has('tab'))
  useEffect(() => {
    if (hasTabAtFirst && isPhone()) area.current?.scrollIntoView()
  }, [hasTabAtFirst])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the query
  useEffect(() => {
    if (history.state?.toRows !== true) return
    area.current?.scrollIntoView()
    area.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [query])
  return area
}

/** The pending applications, and the button that adds a member by hand. */
function PendingApprovals() {
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<User>()
  return (
    <div className="grid gap-4">
      {added && <AddedMemberBanner member={added} onDismiss={() => setAdded(undefined)} />}
      <PendingApprovalsTab
        actions={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add Member Manually
          </Button>
        }
      />
      {isAdding && <AddMemberDialog onClose={() => setAdding(false)} onAdded={setAdded} />}
    </div>
  )
}
