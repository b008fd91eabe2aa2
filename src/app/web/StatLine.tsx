import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryOf } from '#platform/web/api/client.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { Dashboard, Stats } from '../answers.ts'
import { getDashboard, getStats } from '../endpoints.ts'

export const useStats = () => useQuery(queryOf(getStats, {}))
/** Not loaded while `isShown` is false. */
export const useDashboard = (isShown = true) =>
  useQuery({ ...queryOf(getDashboard, {}), enabled: isShown })

/** Makes the dashboard show the rows of the tab alone, and focus its tab. */
export const toRows = { toRows: true }

interface StatCard {
  key: keyof Stats
  label: string
  /** The list with the rows that the card counts. */
  href: string
  /** One line that explains the number. */
  note: (dashboard: Dashboard) => string
}

export const cards: readonly StatCard[] = [
  {
    key: 'totalMembers',
    label: 'Total Members',
    href: '/admin/members?active=true',
    note: ({ types }) =>
      `${formatCount(types.oem)} OEM, ${countOf(types.vendor, 'vendor', 'vendors')}`,
  },
  {
    key: 'pendingOEMs',
    label: 'Pending OEM Applications',
    href: '/admin?tab=pending-approvals&type=oem',
    note: ({ oemApplications }) => sentThisMonth(oemApplications),
  },
  {
    key: 'pendingVendors',
    label: 'Pending Vendor Applications',
    href: '/admin?tab=pending-approvals&type=vendor',
    note: ({ vendorApplications }) => sentThisMonth(vendorApplications),
  },
  {
    key: 'pendingJobs',
    label: 'Pending Jobs',
    href: '/admin?tab=job-posts',
    note: ({ jobsOnBoard }) => `${formatCount(jobsOnBoard)} on the board`,
  },
]

const sentThisMonth = (count: number): string =>
  count === 0 ? 'None sent this month' : `${formatCount(count)} sent this month`

/** Whether a portal has no members yet, and nothing that waits. */
export const hasNothing = (stats: Stats | undefined): boolean =>
  stats !== undefined && Object.values(stats).every((count) => count === 0)

/**
 * The same counts in one line, beside the title: above a list that was asked for, and while all are 0. A phone shows
 * them only in the content of the screen.
 */
export function StatLine({ isInContent = false }: { isInContent?: boolean }) {
  const { data: stats, isPending } = useStats()
  return (
    <ul
      aria-label="Counts"
      className={
        isInContent
          ? 'grid grid-pairs gap-x-4'
          : // Numbers that come later would move the labels.
            `flex min-h-7 flex-wrap items-center gap-x-6 max-sm:hidden ${isPending ? 'opacity-0' : ''}`
      }
    >
      {cards.map(({ key, label, href }) => (
        <li key={key}>
          <Link
            href={href}
            state={toRows}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-ink max-sm:min-h-11"
          >
            <span className="font-semibold text-ink tabular-nums">
              {stats ? formatCount(stats[key]) : '\u00a0'}
            </span>{' '}
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
