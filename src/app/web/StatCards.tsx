import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { registerTotal } from '#features/register/web/members/calls.ts'
import { queryOf } from '#platform/web/api/client.ts'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { formatCount, plural } from '#shared/sentences.ts'
import type { Month, Stats } from '../answers.ts'
import { getMonth, getStats } from '../endpoints.ts'

export const useStats = () => useQuery(queryOf(getStats, {}))

/** Makes the dashboard move to the rows of the tab. */
const toRows = { toRows: true }

interface StatCard {
  key: keyof Stats
  label: string
  /** The list with as many rows as the card says. */
  href: string
  added: Exclude<keyof Month, 'isBackupLate' | 'isMailStopped'>
}

const cards: readonly StatCard[] = [
  {
    key: 'totalMembers',
    label: 'Total Members',
    href: '/admin/members?active=true',
    added: 'members',
  },
  {
    key: 'pendingOEMs',
    label: 'Pending OEM Applications',
    href: '/admin?tab=pending-approvals&type=oem',
    added: 'oemApplications',
  },
  {
    key: 'pendingVendors',
    label: 'Pending Vendor Applications',
    href: '/admin?tab=pending-approvals&type=vendor',
    added: 'vendorApplications',
  },
  { key: 'pendingJobs', label: 'Pending Jobs', href: '/admin?tab=job-posts', added: 'jobs' },
]

/** The counts of the dashboard, each a link to its rows, and how many members owe dues. */
export function StatCards() {
  const stats = useStats()
  const month = useQuery(queryOf(getMonth, {})).data
  if (stats.isError) return <LoadFailed title="Couldn't load totals" query={stats} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl className="grid grid-pairs gap-3 lg:grid-cols-4 lg:gap-4" aria-busy={stats.isPending}>
        {cards.map(({ key, label, href, added }) => (
          <div
            key={key}
            className="relative grid grid-cols-[auto_1fr] items-baseline gap-x-2.5 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-edge max-sm:px-3"
          >
            <dt className="col-span-2 text-sm text-ink-soft">
              {/* The link covers the card. */}
              <Link
                href={href}
                state={toRows}
                className="inline-block min-h-6 after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                {label}
              </Link>
            </dt>
            <dd className="text-2xl font-semibold tabular-nums">
              {stats.data ? (
                formatCount(stats.data[key])
              ) : (
                // As high as a number, and with its baseline.
                <Skeleton className="w-14 before:invisible before:content-['0']" />
              )}
            </dd>
            <dd className="min-h-4 text-xs text-ink-faint max-sm:col-span-2">
              {month ? addedThisMonth(month[added]) : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
      {month?.isMailStopped && <SystemLink>No emails are being sent</SystemLink>}
      {month?.isBackupLate && <SystemLink>The last backup is more than a day old</SystemLink>}
      <OwingMembers />
    </div>
  )
}

/** '+3 this month'. */
const addedThisMonth = (count: number): string =>
  count === 0 ? 'None new this month' : `+${formatCount(count)} this month`

/** What needs attention; the System page says why. */
const SystemLink = ({ children }: { children: string }) => (
  <Link
    href="/admin/system"
    className="flex min-h-11 items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm hover:border-edge"
  >
    {children}
    <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
  </Link>
)

const owing = { role: 'member', active: 'true', dues: 'owes' } as const

/** How many members owe dues, with a link to exactly those. */
function OwingMembers() {
  const { data: count } = useQuery(registerTotal(owing))
  if (count === undefined) return <Skeleton className="h-11 w-full rounded-lg" />
  return (
    <Link
      href="/admin/members?active=true&dues=owes"
      className="flex min-h-11 items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm hover:border-edge"
    >
      <span>
        <span className="font-semibold tabular-nums">{formatCount(count)}</span>{' '}
        {plural(count, 'member owes', 'members owe')} dues
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
    </Link>
  )
}
