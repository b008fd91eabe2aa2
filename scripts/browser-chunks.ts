/**
 * Divides the code of the browser side into files. A screen needs few files, because many small requests cost
 * a phone more than one.
 */
import type { Rolldown } from 'vite'

type Context = { getModuleInfo: Rolldown.PluginContext['getModuleInfo'] }

const entry = ['/index.html']
const app = ['/app/web/App.tsx']
/** The frame of signed-in users, with the banner that it shows administrators. */
const frame = ['/app/web/AppLayout.tsx', '/settings/web/PaymentChangesBanner.tsx']
/** Messages of every screen, also when the file of forms fails to load: what they share with a form is not in it. */
const toasts = ['/platform/web/toast/Toaster.tsx']
const apply = ['/applications/web/apply/ApplyScreen.tsx']

/** What members and job seekers open. */
const jobs = ['/jobs/web/JobBoardScreen.tsx']
const directory = [
  '/members/web/directory/DirectoryScreen.tsx',
  '/app/web/MemberStrip.tsx',
  '/dues/web/components/account/RenewalBanner.tsx',
]
const dashboard = ['/app/web/AdminDashboardScreen.tsx']
/**
 * The part above its tabs. It has a chunk of its own, because an icon that it
 * shares with a dialog would load all dialogs.
 */
const top = ['/app/web/DashboardTop.tsx']

/** The lists of members, and their parts. */
const members = [
  '/register/web/members/MembersTab.tsx',
  '/register/web/members/AllMembersScreen.tsx',
]

/** Other lists of administrators. */
const admin = [
  '/register/web/member-data/MemberDataScreen.tsx',
  '/register/web/renewals/RenewalsScreen.tsx',
  '/applications/web/review/ApplicationsScreen.tsx',
]

/** Screens of forms. */
const pages = ['/profile/web/ProfileScreen.tsx', '/settings/web/SettingsScreen.tsx']

/** Parts that follow a moment after the first paint: without the code of dialogs. */
const later = [
  '/platform/web/menu/OpenMenu.tsx',
  '/reports/web/figures/FigurePanels.tsx',
  '/app/web/palette/CommandPalette.tsx',
]

const names = [
  'base',
  'app',
  'frame',
  'lists',
  'jobs',
  'directory',
  'shared',
  'tables',
  'members',
  'admin',
  'forms',
  'top',
  'pages',
  'later',
  'dialogs',
]

/** In the order in which files get shared code: a file imports only from earlier ones. */
export const chunkGroups = names.map((name) => ({
  name: (id: string, context: Context) => (chunkOf(id, context) === name ? name : null),
  debugName: name,
}))

/**
 * The file of a module, by the roots (the entry and dynamic imports) that need it; null for a module of
 * one root, which goes into the file of that root.
 */
function chunkOf(id: string, context: Context): string | null {
  const roots = rootsOf(id, context)
  const isNeededFor = (screens: readonly string[]) =>
    screens.some((screen) => [...roots].some((root) => root.endsWith(screen)))
  if (isNeededFor(entry)) return 'base'
  if (isNeededFor(app)) return 'app'
  const isForMembers = isNeededFor(members)
  const isForAdmin = isNeededFor(admin)
  const isForDashboard = isNeededFor(dashboard)
  const isForTables = isForMembers || isForAdmin || isForDashboard
  const isForLists = isNeededFor(jobs) || isNeededFor(directory)
  if (isNeededFor(apply) && roots.size > 1)
    return isForTables || isForLists || isNeededFor([...frame, ...toasts, ...top]) ? 'app' : 'forms'
  if (isNeededFor(frame)) return 'frame'
  if (roots.size < 2) return null
  if (isForTables && isForLists) return 'lists'
  if (isNeededFor(directory)) return isNeededFor(jobs) ? 'lists' : 'directory'
  if (isNeededFor(jobs)) return 'jobs'
  if (isForDashboard || (isForTables && isNeededFor(pages))) return 'shared'
  if (isForMembers) return isForAdmin ? 'tables' : 'members'
  if (isForAdmin) return 'admin'
  if (isNeededFor(top)) return 'top'
  if (isNeededFor(pages)) return 'pages'
  return isNeededFor(later) ? 'later' : 'dialogs'
}

/** The roots that reach a module by static imports. */
function rootsOf(id: string, context: Context): Set<string> {
  const visited = new Set<string>()
  const roots = new Set<string>()
  const visit = (current: string) => {
    if (visited.has(current)) return
    visited.add(current)
    const info = context.getModuleInfo(current)
    if (!info) return
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(current)
    for (const importer of info.importers) visit(importer)
  }
  visit(id)
  return roots
}
