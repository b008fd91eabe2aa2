/**
 * The screens after signing in, and who may open them (`canOpen`, which AppRouter.tsx calls). The server knows all
 * paths from shared/screens/paths.ts; routes.test.tsx compares the two.
 */
import type { ReactNode } from 'react'
import { readSentNote } from '#features/applications/web/apply/sent-note.ts'
import type { User } from '#features/members/answers.ts'
import { lazyPart } from '#platform/web/ui/lazy-part.tsx'
import { parseUrl } from '#shared/links.ts'
import { isMemberRole, type Role } from '#shared/roles.ts'
import { LogoutButton } from './LogoutButton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** A screen for signed-in users: its path, who may open it, and what it renders. */
export interface ScreenRoute {
  path: string
  access: Role | 'signed-in'
  render: (user: User) => ReactNode
  preload: () => Promise<unknown>
  /** Rendered for signed-out visitors; by default they are redirected to the login screen. */
  signedOut?: (onLogin: () => void) => ReactNode
}

export const canOpen = ({ access }: ScreenRoute, user: User): boolean =>
  access === 'signed-in' || access === user.role

const AdminDashboardScreen = lazyScreen(() => import('./AdminDashboardScreen.tsx'))
const ApplicationsScreen = lazyScreen(
  () => import('#features/applications/web/review/ApplicationsScreen.tsx'),
)
const JobBoardScreen = lazyScreen(() => import('#features/jobs/web/JobBoardScreen.tsx'))
const SentNotice = lazyPart(
  async () => (await import('#features/applications/web/apply/SentNotice.tsx')).SentNotice,
)
const MemberStrip = lazyPart(async () => (await import('./MemberStrip.tsx')).MemberStrip)
const DirectoryScreen = lazyScreen(
  () => import('#features/members/web/directory/DirectoryScreen.tsx'),
)
const MemberDataScreen = lazyScreen(
  () => import('#features/register/web/member-data/MemberDataScreen.tsx'),
)
const ProfileScreen = lazyScreen(() => import('#features/profile/web/ProfileScreen.tsx'))
const SignedOutCard = lazyScreen(() => import('#features/profile/web/SignedOutCard.tsx'))
const SettingsScreen = lazyScreen(() => import('#features/settings/web/SettingsScreen.tsx'))
const SystemScreen = lazyScreen(() => import('./system/SystemScreen.tsx'))
const HelpScreen = lazyScreen(() => import('./HelpScreen.tsx'))
const AllMembersScreen = lazyScreen(
  () => import('#features/register/web/members/AllMembersScreen.tsx'),
)
const BankStatementsScreen = lazyScreen(
  () => import('#features/bank-statements/web/BankStatementsScreen.tsx'),
)
const BoardBookScreen = lazyScreen(
  () => import('#features/reports/web/board-book/BoardBookScreen.tsx'),
)
const RenewalsScreen = lazyScreen(
  () => import('#features/register/web/renewals/RenewalsScreen.tsx'),
)

const jobs = (
  path: string,
  access: ScreenRoute['access'],
  mode: 'board' | 'saved' | 'search',
): ScreenRoute => ({
  path,
  access,
  render: (user) => (
    <JobBoardScreen
      mode={mode}
      user={user}
      logoutButton={<LogoutButton side="board" />}
      notice={readSentNote() && <SentNotice />}
    />
  ),
  preload: JobBoardScreen.preload,
})

/** A screen without props. */
const screen = (
  path: string,
  access: ScreenRoute['access'],
  Screen: ReturnType<typeof lazyScreen<object>>,
): ScreenRoute => ({ path, access, render: () => <Screen />, preload: Screen.preload })

const profile = (
  path: string,
  access: ScreenRoute['access'],
  of: 'company' | 'person',
): ScreenRoute => ({
  path,
  access,
  render: () => <ProfileScreen of={of} />,
  preload: ProfileScreen.preload,
})

/** The home of members: the directory below what is new. */
const members = (role: 'oem' | 'vendor'): ScreenRoute => ({
  path: `/${role}/members`,
  access: role,
  render: () => <DirectoryScreen news={<MemberStrip type={role} />} />,
  preload: DirectoryScreen.preload,
})

/** All paths after signing in, in the order of contract 2.1. */
export const routes: readonly ScreenRoute[] = [
  jobs('/jobs', 'signed-in', 'board'),
  jobs('/jobs/saved', 'signed-in', 'saved'),
  jobs('/jobs/search', 'signed-in', 'search'),
  screen('/admin', 'admin', AdminDashboardScreen),
  screen('/admin/member-data', 'admin', MemberDataScreen),
  screen('/admin/members', 'admin', AllMembersScreen),
  screen('/admin/renewals', 'admin', RenewalsScreen),
  screen('/admin/renewals/bank-statements', 'admin', BankStatementsScreen),
  screen('/admin/board-book', 'admin', BoardBookScreen),
  screen('/admin/applications', 'admin', ApplicationsScreen),
  screen('/admin/settings', 'admin', SettingsScreen),
  screen('/admin/system', 'admin', SystemScreen),
  screen('/admin/help', 'admin', HelpScreen),
  members('oem'),
  jobs('/oem/jobs', 'oem', 'board'),
  profile('/oem/profile', 'oem', 'company'),
  members('vendor'),
  jobs('/vendor/jobs', 'vendor', 'board'),
  profile('/vendor/profile', 'vendor', 'company'),
  {
    ...profile('/profile', 'signed-in', 'person'),
    signedOut: (onLogin) => <SignedOutCard onLogin={onLogin} />,
  },
]

/** The job screen of a role; with `?job=` it shows one job. */
const jobsPath = (role: Role | undefined) => (isMemberRole(role) ? `/${role}/jobs` : '/jobs')

/**
 * The path a user gets when opening `target`: itself if they may open it; for a job on the job screen of
 * another role, that job on their own job screen; else undefined. Only paths of `routes` are accepted.
 */
export function resolvePath(target: string, user: User): string | undefined {
  const url = target.startsWith('/') ? parseUrl(target, window.location.origin) : undefined
  if (!url) return undefined
  const { origin, pathname, search, searchParams } = url
  const route = routes.find(({ path }) => path === pathname)
  if (origin !== window.location.origin || !route) return undefined
  if (canOpen(route, user)) return pathname + search
  const job = searchParams.get('job')
  if (!job || !/^\/(oem|vendor)\/jobs$/.test(pathname)) return undefined
  return `${jobsPath(user.role)}?${new URLSearchParams({ job })}`
}
