import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { User } from '#features/members/answers.ts'
import { memberCounts } from '#features/members/web/calls.ts'
import { useChecklist } from '#features/settings/web/first-day/calls.ts'
import { useLacksMailServer } from '#platform/web/api/portal-info.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { ShownTogether } from '#platform/web/layout/ShownTogether.tsx'
import { preload } from '#platform/web/ui/loading/lazy-component.tsx'
import { lazyPart, usePartLoading } from '#platform/web/ui/loading/lazy-part.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { Tabs, tabCount } from '#platform/web/ui/Tabs.tsx'
import { DashboardFigures, OpenPayments } from './DashboardFigures.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { hasNothing, StatLine, useDashboard, useStats } from './StatLine.tsx'

const lazyTab = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, () => <SkeletonTable rows={5} />)

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
const DashboardTop = lazyPart(async () => (await import('./DashboardTop.tsx')).DashboardTop)
/** Loaded with the screen, unless it shows a list alone. */
const DashboardPlaceholder = lazyPart(
  async () => (await import('./DashboardPlaceholder.tsx')).DashboardPlaceholder,
)
const MailServerBanner = lazyPart(
  async () => (await import('#platform/web/mail/MailServerBanner.tsx')).MailServerBanner,
)
const AddedMemberBanner = lazyPart(
  async () =>
    (await import('#features/register/web/record/AddedMemberBanner.tsx')).AddedMemberBanner,
)
const AddMemberDialog = lazyPart(
  async () => (await import('#features/register/web/record/AddMemberDialog.tsx')).AddMemberDialog,
)

/** The home of administrators: what waits, counts, six lists, charts (contract 2.5). */
export function AdminDashboardScreen() {
  const hasTop = !useIsListAlone()
  const stats = useStats()
  const isEmpty = hasNothing(stats.data)
  const queries = [
    stats,
    useDashboard(hasTop),
    useQuery(memberCounts),
    useChecklist(hasTop),
    usePartLoading(DashboardTop, hasTop),
  ]
  const lacksMailServer = useLacksMailServer()
  return (
    <>
      {/* Otherwise DashboardTop says it in its list of open tasks. */}
      {lacksMailServer && !hasTop && (
        <div className="mt-4 print:hidden">
          <MailServerBanner />
        </div>
      )}
      <Page
        title="Admin Dashboard"
        subtitle={(!hasTop || isEmpty) && <StatLine />}
        actions={<LogoutButton side="admin" />}
      >
        <ShownTogether queries={hasTop ? queries : []} placeholder={<DashboardPlaceholder />}>
          <div className={hasTop ? 'grid grid-cols-1 gap-4 max-sm:gap-3' : undefined}>
            {hasTop && <DashboardTop isEmpty={isEmpty} />}
            <DashboardTabs />
          </div>
          {hasTop && <DashboardFigures isEmpty={isEmpty} />}
          <OpenPayments />
        </ShownTogether>
      </Page>
    </>
  )
}

/**
 * True after a link to a tab, whose rows come first then: nothing but a line of counts is above them. A click on a tab
 * changes nothing above it, so that nothing moves below the pointer.
 */
function useIsListAlone(): boolean {
  const [search] = useSearchParams()
  const state: unknown = useHistoryState()
  const query = search.toString()
  const hasTab = search.has('tab')
  const [shown, setShown] = useState({ query, isAlone: hasTab })
  const isAlone = hasTab && (shown.isAlone || opensTab(state))
  if (shown.query !== query) setShown({ query, isAlone })
  return shown.query === query ? shown.isAlone : isAlone
}

const opensTab = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toRows' in state

function DashboardTabs() {
  const stats = useStats()
  const counts = useQuery(memberCounts)
  const [search, setSearch] = useSearchParams()
  const area = useFocusOnTab(search)
  const tabs = [
    {
      value: 'pending-approvals',
      label: 'Pending Approvals',
      count: tabCount(stats, ({ pendingOEMs, pendingVendors }) => pendingOEMs + pendingVendors),
      content: <PendingApprovals />,
    },
    {
      value: 'job-posts',
      label: 'Job Posts',
      count: tabCount(stats, ({ pendingJobs }) => pendingJobs),
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
      count: tabCount(counts, ({ active }) => active.oem),
      content: <MembersTab key="oem" type="oem" />,
    },
    {
      value: 'vendors',
      label: 'Vendors',
      count: tabCount(counts, ({ active }) => active.vendor),
      content: <MembersTab key="vendor" type="vendor" />,
    },
    {
      value: 'deleted-users',
      label: 'Deleted Users',
      count: tabCount(counts, ({ inactive }) => inactive.oem + inactive.vendor),
      content: <DeletedUsersTab />,
    },
  ]
  const requested = search.get('tab')
  const selected = tabs.find(({ value }) => value === requested)?.value ?? 'pending-approvals'
  return (
    <div ref={area} className="min-w-0">
      <Tabs
        label="Administration"
        onReach={preloadLists}
        value={selected}
        onChange={(tab) => setSearch((before) => withTab(before, tab))}
        tabs={tabs}
      />
    </div>
  )
}

/** Loads the code of the lists when the tabs are hovered or focused. */
const preloadLists = () => preload([MembersTab, DeletedUsersTab])

/** The query of another tab: without the filters of this one, with the year of the figures. */
function withTab(before: URLSearchParams, tab: string): URLSearchParams {
  const year = before.get('year')
  return new URLSearchParams({ ...(year && { year }), tab })
}

/** After a link to rows on this screen: shows it from its top, with the focus on the selected tab. */
function useFocusOnTab(search: URLSearchParams) {
  const area = useRef<HTMLDivElement>(null)
  const state: unknown = useHistoryState()
  const query = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the query
  useEffect(() => {
    if (!opensTab(state)) return
    window.scrollTo(0, 0)
    const tab = area.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    tab?.focus({ preventScroll: true })
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
      <PendingApprovalsTab onAddMember={() => setAdding(true)} />
      {isAdding && <AddMemberDialog onClose={() => setAdding(false)} onAdded={setAdded} />}
    </div>
  )
}
