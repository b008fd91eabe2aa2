import Activity from 'lucide-react/icons/activity'
import BadgeIndianRupee from 'lucide-react/icons/badge-indian-rupee'
import Bookmark from 'lucide-react/icons/bookmark'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import Building2 from 'lucide-react/icons/building-complex'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Table2 from 'lucide-react/icons/table-2'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react/types'
import type { Role } from '#shared/roles.ts'
import type { Waiting } from '../answers.ts'

export interface SidebarItem {
  label: string
  href: string
  icon: LucideIcon
  /** True for the first entry below a line. */
  isApart?: boolean
  /** The count beside the label, of what waits for an administrator. */
  count?: (waiting: Waiting) => number
}

const memberItems = (role: 'oem' | 'vendor', jobsLabel: string): SidebarItem[] => [
  { label: 'Members Directory', href: `/${role}/members`, icon: Users },
  { label: jobsLabel, href: `/${role}/jobs`, icon: BriefcaseBusiness },
  { label: 'Company Profile', href: `/${role}/profile`, icon: Building2 },
]

/** The sidebar of each role (contract 2.2). */
export const sidebarItems: Record<Role | 'seeker', SidebarItem[]> = {
  admin: [
    {
      label: 'Dashboard',
      href: '/admin',
      icon: LayoutDashboard,
      count: ({ applications, jobs }) => applications + jobs,
    },
    { label: 'Members', href: '/admin/members', icon: Users },
    { label: 'Member Data', href: '/admin/member-data', icon: Table2 },
    { label: 'Renewals', href: '/admin/renewals', icon: BadgeIndianRupee },
    {
      label: 'Applications',
      href: '/admin/applications',
      icon: ClipboardCheck,
      count: ({ applications }) => applications,
    },
    { label: 'Settings', href: '/admin/settings', icon: Settings, isApart: true },
    { label: 'System', href: '/admin/system', icon: Activity },
  ],
  oem: memberItems('oem', 'Job Postings'),
  vendor: memberItems('vendor', 'Job Board'),
  seeker: [
    { label: 'Job Board', href: '/jobs', icon: BriefcaseBusiness },
    { label: 'Saved Jobs', href: '/jobs/saved', icon: Bookmark },
    { label: 'Search Jobs', href: '/jobs/search', icon: Search },
  ],
}

/** Of administrators: the sidebar shows it at its bottom, above Logout. */
export const helpItem: SidebarItem = {
  label: 'Help',
  href: '/admin/help',
  icon: CircleQuestionMark,
}
