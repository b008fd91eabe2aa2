import {
  Activity,
  BadgeIndianRupee,
  Bookmark,
  BriefcaseBusiness,
  Building2,
  ClipboardCheck,
  LayoutDashboard,
  type LucideIcon,
  Search,
  Settings,
  Table2,
  Users,
} from 'lucide-react'
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
