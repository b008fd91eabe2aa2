/**
 * The screens in the signed-in frame. shared/screens/paths.ts has their paths, which the server also uses, and who may
 * open them.
 */
import type { ReactNode } from 'react'
import { readSentNote } from '#features/applications/web/apply/sent-note.ts'
import type { User } from '#features/members/answers.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { parseUrl } from '#shared/links.ts'
import { isMemberRole, type MemberRole, type Role } from '#shared/roles.ts'
import { type ProtectedPath, screens } from '#shared/screens/paths.ts'
import { LogoutButton } from './LogoutButton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

interface RoutedScreen {
  render: (user: User) => ReactNode
  preload: () => Promise<unknown>
  /** Rendered for signed-out visitors; by default they are redirected to the login screen. */
  signedOut?: (onLogin: () => void) => ReactNode
}

/** A screen for signed-in users: its path, who may open it, and what it renders. */
export interface ScreenRoute extends RoutedScreen {
  path: ProtectedPath
  access: (typeof screens)[ProtectedPath]
}

export const canOpen = ({ access }: ScreenRoute, user: User): boolean =>
  access === 'signed-in' || access === user.role

const JobBoardScreen = lazyScreen(() => import('#features/jobs/web/JobBoardScreen.tsx'))
const SentNotice = lazyPart(
  async () => (await import('#features/applications/web/apply/SentNotice.tsx')).SentNotice,
)
const MemberStrip = lazyPart(async () => (await import('./MemberStrip.tsx')).MemberStrip)
const DirectoryScreen = lazyScreen(
  () => import('#features/members/web/directory/DirectoryScreen.tsx'),
)
const ProfileScreen = lazyScreen(() => import('#features/profile/web/ProfileScreen.tsx'))
const SignedOutCard = lazyScreen(() => import('#features/profile/web/SignedOutCard.tsx'))

/** A screen without props: the one component that the module exports. */
function screen(load: Parameters<typeof lazyScreen<object>>[0]): RoutedScreen {
  const Screen = lazyScreen(load)
  return { render: () => <Screen />, preload: Screen.preload }
}

const jobs = (mode: 'board' | 'saved' | 'search'): RoutedScreen => ({
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

const profile = (of: 'company' | 'person'): RoutedScreen => ({
  render: () => <ProfileScreen of={of} />,
  preload: ProfileScreen.preload,
})

/** The home of members: the directory below what is new. */
const members = (type: MemberRole): RoutedScreen => ({
  render: () => <DirectoryScreen news={<MemberStrip type={type} />} />,
  preload: DirectoryScreen.preload,
})

/** In the order of contract 2.1. */
const screenOf: Record<ProtectedPath, RoutedScreen> = {
  '/jobs': jobs('board'),
  '/jobs/saved': jobs('saved'),
  '/jobs/search': jobs('search'),
  '/admin': screen(() => import('./AdminDashboardScreen.tsx')),
  '/admin/member-data': screen(
    () => import('#features/register/web/member-data/MemberDataScreen.tsx'),
  ),
  '/admin/members': screen(() => import('#features/register/web/members/AllMembersScreen.tsx')),
  '/admin/renewals': screen(() => import('#features/register/web/renewals/RenewalsScreen.tsx')),
  '/admin/renewals/bank-statements': screen(
    () => import('#features/bank-statements/web/BankStatementsScreen.tsx'),
  ),
  '/admin/board-book': screen(() => import('#features/reports/web/board-book/BoardBookScreen.tsx')),
  '/admin/applications': screen(
    () => import('#features/applications/web/review/ApplicationsScreen.tsx'),
  ),
  '/admin/settings': screen(() => import('#features/settings/web/SettingsScreen.tsx')),
  '/admin/system': screen(() => import('./system/SystemScreen.tsx')),
  '/admin/help': screen(() => import('./HelpScreen.tsx')),
  '/oem/members': members('oem'),
  '/oem/jobs': jobs('board'),
  '/oem/profile': profile('company'),
  '/vendor/members': members('vendor'),
  '/vendor/jobs': jobs('board'),
  '/vendor/profile': profile('company'),
  '/profile': {
    ...profile('person'),
    signedOut: (onLogin) => <SignedOutCard onLogin={onLogin} />,
  },
}

export const routes: readonly ScreenRoute[] = Object.entries(screenOf).map(([key, routed]) => {
  const path = key as ProtectedPath
  return { path, access: screens[path], ...routed }
})

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
