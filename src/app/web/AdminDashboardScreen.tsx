import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Stats, User } from '#features/members/contract.ts'
import { AddedMemberBanner } from '#features/members/web/record/AddedMemberBanner.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { Skeleton, SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import type { MemberRole } from '#shared/roles.ts'
import { DashboardFigures } from './DashboardFigures.tsx'
import { ImportButton } from './ImportButton.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

const PendingApprovalsTab = lazyScreen(
  async () =>
    (await import('#features/applications/web/review/PendingApprovalsTab.tsx')).PendingApprovalsTab,
)
const PendingJobsTab = lazyScreen(
  async () => (await import('#features/jobs/web/PendingJobsTab.tsx')).PendingJobsTab,
)
const ApprovedJobsTab = lazyScreen(
  async () => (await import('#features/jobs/web/ApprovedJobsTab.tsx')).ApprovedJobsTab,
)
const MembersTab = lazyScreen(async () => {
  const [{ MembersTab: Tab }, { paymentSlots }] = await Promise.all([
    import('#features/members/web/register/MembersTab.tsx'),
    import('./register-money.tsx'),
  ])
  return ({ type }: { type: MemberRole }) => (
    <Tab type={type} money={paymentSlots} importButton={<ImportButton type={type} />} />
  )
})
const DeletedUsersTab = lazyScreen(
  async () => (await import('#features/members/web/register/DeletedUsersTab.tsx')).DeletedUsersTab,
)
const AddMemberDialog = lazyScreen(
  async () => (await import('#features/members/web/record/AddMemberDialog.tsx')).AddMemberDialog,
)

const statsKey = ['/api/admin/stats'] as const
const useStats = () => useQuery<Stats>({ queryKey: statsKey })

/** Where an administrator begins: what waits, and the six lists (contract 2). */
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
  if (stats.isError)
    return (
      <LoadFailed
        title="The numbers could not be loaded"
        error={stats.error}
        retry={() => void stats.refetch()}
      />
    )
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4" aria-busy={stats.isPending}>
      {statLabels.map(([key, label]) => (
        <div
          key={key}
          className="flex flex-col justify-between gap-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:py-4"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold sm:text-3xl tabular-nums">
            {stats.data ? (
              stats.data[key].toLocaleString('en-IN')
            ) : (
              <Skeleton className="h-9 w-14" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DashboardTabs() {
  const stats = useStats().data
  const [search, setSearch] = useSearchParams()
  const area = useArrivals(search)
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
      content: <Arriving tab={<PendingJobsTab />} />,
    },
    {
      value: 'approved-jobs',
      label: 'Approved Jobs',
      content: <Arriving tab={<ApprovedJobsTab />} />,
    },
    {
      value: 'oem-members',
      label: 'OEM Members',
      content: <Arriving key="oem" tab={<MembersTab type="oem" />} />,
    },
    {
      value: 'vendors',
      label: 'Vendors',
      content: <Arriving key="vendor" tab={<MembersTab type="vendor" />} />,
    },
    {
      value: 'deleted-users',
      label: 'Deleted Users',
      content: <Arriving tab={<DeletedUsersTab />} />,
    },
  ]
  const asked = search.get('tab')
  const shown = tabs.find(({ value }) => value === asked)?.value ?? 'pending-approvals'
  return (
    <div ref={area} className="min-w-0 scroll-mt-20">
      <Tabs
        label="Administration"
        onReach={preload}
        value={shown}
        onChange={(tab) => setSearch((before) => onTab(before, tab), { replace: true })}
        tabs={tabs}
      />
    </div>
  )
}

/** The lists behind the tabs come while somebody reaches for them; what fails is asked for again. */
function preload() {
  for (const tab of [MembersTab, DeletedUsersTab]) void tab.preload().catch(() => {})
}

/** Another tab has its own filters; the year of the figures stays. */
function onTab(before: URLSearchParams, tab: string): URLSearchParams {
  const year = before.get('year')
  return new URLSearchParams({ ...(year && { year }), tab })
}

/** Who comes from a figure is taken to its rows: the tab has the focus and is in sight. */
function useArrivals(search: URLSearchParams) {
  const area = useRef<HTMLDivElement>(null)
  const address = search.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is an arrival of its own
  useEffect(() => {
    if (history.state?.toRows !== true) return
    area.current?.scrollIntoView()
    area.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [address])
  return area
}

const Arriving = ({ tab }: { tab: ReactNode }) => (
  <Suspense fallback={<SkeletonRows />}>{tab}</Suspense>
)

/** The applications that wait, and the other way in: adding a member by hand. */
function PendingApprovals() {
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<User>()
  return (
    <div className="grid gap-4">
      {added && <AddedMemberBanner member={added} onDismiss={() => setAdded(undefined)} />}
      <Arriving
        tab={
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
        }
      />
      {adding && (
        <Suspense fallback={null}>
          <AddMemberDialog open onClose={() => setAdding(false)} onAdded={setAdded} />
        </Suspense>
      )}
    </div>
  )
}
