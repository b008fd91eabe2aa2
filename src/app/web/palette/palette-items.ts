/** What the command palette offers without asking the server: screens and actions of a role. */

import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import ChartColumn from 'lucide-react/icons/chart-column'
import Download from 'lucide-react/icons/download'
import IndianRupee from 'lucide-react/icons/indian-rupee'
import Landmark from 'lucide-react/icons/landmark'
import ListChecks from 'lucide-react/icons/list-checks'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import type { LucideIcon } from 'lucide-react/types'
import type { Member, User } from '#features/members/answers.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Theme } from '#shared/theme.ts'
import { helpItem, sidebarItems } from '../sidebar-items.ts'

/** A dialog that opens above the current screen. */
export type ActionDialog =
  | { name: 'add-member' }
  | { name: 'post-job' }
  | { name: 'import'; role: MemberRole }
  | { name: 'mark-paid'; member: Member }

/** What choosing an item does. */
export type PaletteTarget =
  | { href: string }
  | { dialog: ActionDialog }
  | { exportOf: MemberRole }
  | { theme: Theme }
  /** The palette then asks for the member. */
  | 'record-payment'
  | 'log-out'

export type PaletteGroup =
  | 'Recent'
  | 'Screens'
  | 'Actions'
  | 'Members'
  | 'Applications'
  | 'Job openings'

export interface PaletteItem {
  /** Unique in the palette; the same for the same target. */
  key: string
  group: PaletteGroup
  label: string
  /** Shown beside the label. */
  detail?: string | undefined
  /** Other words that find it. */
  keywords?: string
  icon: LucideIcon
  target: PaletteTarget
}

/** Screens first, then actions, each in the order in which an empty search shows them. */
export function paletteItems(user: User): PaletteItem[] {
  return [...screensOf(user), ...actionsOf(user), ...commonActions]
}

function screensOf({ role }: User): PaletteItem[] {
  const entries = sidebarItems[role ?? 'seeker'].map(({ label, href, icon }) =>
    screen(label, href, icon),
  )
  const tabsOfRole = role === 'admin' ? adminTabs : role ? memberTabs(role) : []
  return [
    ...entries,
    ...tabsOfRole,
    screen('Profile Settings', '/profile', UserRound, 'account email'),
  ]
}

const screen = (label: string, href: string, icon: LucideIcon, keywords?: string): PaletteItem => ({
  key: `screen ${href}`,
  group: 'Screens',
  label,
  icon,
  target: { href },
  ...(keywords && { keywords }),
})

const settingsTab = (label: string, tab: string, keywords = ''): PaletteItem => ({
  ...screen(label, `/admin/settings?tab=${tab}`, Settings, `settings ${keywords}`),
  detail: 'Settings',
})

const adminTabs = [
  screen('Pending Approvals', '/admin?tab=pending-approvals', ListChecks, 'applications'),
  screen('Job Posts', '/admin?tab=job-posts', BriefcaseBusiness, 'pending review'),
  screen('Approved Jobs', '/admin?tab=approved-jobs', BriefcaseBusiness),
  screen('OEM Members', '/admin?tab=oem-members', UsersRound, 'dues manufacturers'),
  screen('Vendors', '/admin?tab=vendors', UsersRound, 'dues suppliers'),
  screen('Deleted Users', '/admin?tab=deleted-users', UsersRound, 'restore removed'),
  screen('Bank statements', '/admin/renewals/bank-statements', Landmark, 'renewals import'),
  screen('Board book', '/admin/board-book', ChartColumn, 'renewals annual meeting numbers'),
  settingsTab('Dues', 'dues', 'amounts joining fee due date'),
  settingsTab('Certificates', 'certificates', 'membership cards signature'),
  settingsTab(
    'Receipts',
    'receipts',
    'books day year book close year gst register tax tally numbers',
  ),
  settingsTab('Emails', 'mails', 'mails texts'),
  settingsTab('Administrators', 'administrators', 'secretary treasurer'),
  settingsTab('Notifications', 'notifications'),
  settingsTab('History', 'history', 'changes'),
  screen(helpItem.label, helpItem.href, helpItem.icon, 'guide first day treasurer accountant'),
]

const memberTabs = (role: MemberRole) => [
  ...(role === 'oem' ? [screen('My Postings', '/oem/jobs?tab=mine', BriefcaseBusiness)] : []),
  screen('Saved Jobs', '/jobs/saved', BriefcaseBusiness),
  screen('Search Jobs', '/jobs/search', BriefcaseBusiness),
]

const action = (
  label: string,
  icon: LucideIcon,
  target: PaletteTarget,
  keywords?: string,
): PaletteItem => ({
  key: `action ${label}`,
  group: 'Actions',
  label,
  icon,
  target,
  ...(keywords && { keywords }),
})

function actionsOf({ role }: User): PaletteItem[] {
  if (role === 'oem')
    return [action('Post New Job', BriefcaseBusiness, { dialog: { name: 'post-job' } }, 'create')]
  if (role !== 'admin') return []
  return [
    action('Record payment…', IndianRupee, 'record-payment', 'mark paid dues'),
    action('Add Member Manually', UserPlus, { dialog: { name: 'add-member' } }, 'new create'),
    action('Import OEMs', Upload, { dialog: { name: 'import', role: 'oem' } }, 'sheet excel csv'),
    action('Import Vendors', Upload, { dialog: { name: 'import', role: 'vendor' } }, 'excel csv'),
    action('Export OEMs', Download, { exportOf: 'oem' }, 'download csv'),
    action('Export Vendors', Download, { exportOf: 'vendor' }, 'download csv'),
  ]
}

const commonActions = [
  action('Theme: System', Monitor, { theme: 'system' }, 'appearance'),
  action('Theme: Light', Sun, { theme: 'light' }, 'appearance day'),
  action('Theme: Dark', Moon, { theme: 'dark' }, 'appearance night'),
  action('Log out', LogOut, 'log-out', 'sign out logout'),
]

/** The items whose label or keywords have a word that starts with each word of the search. */
export function matchItems(items: readonly PaletteItem[], search: string): PaletteItem[] {
  const terms = wordsOf(search)
  return items.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`)
    return terms.every((term) => words.some((word) => word.startsWith(term)))
  })
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
