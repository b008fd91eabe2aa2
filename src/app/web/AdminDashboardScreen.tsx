import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { AddedMemberBanner } from '#features/members/web/record/AddedMemberBanner.tsx'
import { queryOf } from '#platform/web/api/client.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { Skeleton, SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import type { Stats } from '../answers.ts'
import { getStats } from '../endpoints.ts'
import { DashboardFigures } from './DashboardFigures.tsx'
import { ImportButton } from './ImportButton.tsx'
import { LogoutButton } from './LogoutButton.tsx'

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
const MembersTab = lazyTab(async () => {
  const [{ MembersTab: Tab }, { paymentSlots }] = await Promise.all([
    import('#features/members/web/register/MembersTab.tsx'),
    import('./payment-slots.tsx'),
  ])
  return ({ type }: { type: MemberRole }) => (
    <Tab type={type} paymentSlots={paymentSlots} importButton={<ImportButton type={type} />} />
  )
})
const DeletedUsersTab = lazyTab(
  async () => (await import('#features/members/web/register/DeletedUsersTab.tsx')).DeletedUsersTab,
)
const AddMemberDialog = lazyPart(
  async () => (await import('#features/members/web/record/AddMemberDialog.tsx')).AddMemberDialog,
)

const useStats = () => useQuery(queryOf(getStats, {}))

/** The home of administrators: counts, figures and six lists (contract 2.5). */
export function AdminDashboardScreen() {
  return (
    <Page title="Admin Dashboard" actions={<LogoutButton side="admin" />}>
      <StatCards />
      <DashboardFigures />
      <DashboardTabs />
    </Page>
  )
}

const statLabels = [
  ['totalMembers', 'Total Members'],
  ['pendingOEMs', 'Pending OEM Applications'],
  ['pendingVendors', 'Pending Vendor Applications'],
  ['pendingJobs', 'Pending Jobs'],
] as const satisfies readonly (readonly [keyof Stats, string])[]

function StatCards() {
  const stats = useStats()
  if (stats.isError) return <LoadFailed title="The numbers could not be loaded" query={stats} />
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4" aria-busy={stats.isPending}>
      {statLabels.map(([key, label]) => (
        <div
          key={key}
          className="flex flex-col justify-between gap-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:py-4"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold sm:text-3xl tabular-nums">
            {stats.data ? formatCount(stats.data[key]) : <Skeleton className="h-9 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
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
    <div ref={area} className="min-w-0 scroll-mt-20">
      <Tabs
        label="Administration"
        onReach={preload}
        value={selected}
        onChange={(tab) => setSearch((before) => withTab(before, tab), { replace: true })}
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

/** After a click on a figure: scrolls to the tabs and focuses the selected one. */
function useFocusOnTab(search: URLSearchParams) {
  const area = useRef<HTMLDivElement>(null)
  const query = search.toString()
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
