import type { ReactNode } from 'react'
import type { User } from '#features/members/contract.ts'
import { isMemberRole, type Role } from '#shared/roles.ts'
import { LogoutButton } from './LogoutButton.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** A screen of the signed-in frame: its address, who may open it, and what it shows. */
export interface ScreenRoute {
  path: string
  access: Role | 'everybody'
  render: (user: User) => ReactNode
  preload: () => Promise<unknown>
  /** What stands there for nobody; unless told, they are sent to sign in. */
  signedOut?: (onLogin: () => void) => ReactNode
}

export const canOpen = ({ access: who }: ScreenRoute, user: User): boolean =>
  who === 'everybody' || who === user.role

const AdminDashboardScreen = lazyScreen(
  async () => (await import('./AdminDashboardScreen.tsx')).AdminDashboardScreen,
)
const ApplicationsScreen = lazyScreen(
  async () =>
    (await import('#features/applications/web/review/ApplicationsScreen.tsx')).ApplicationsScreen,
)
const JobBoardScreen = lazyScreen(
  async () => (await import('#features/jobs/web/JobBoardScreen.tsx')).JobBoardScreen,
)
const DirectoryScreen = lazyScreen(
  async () => (await import('#features/members/web/directory/DirectoryScreen.tsx')).DirectoryScreen,
)
const MemberDataScreen = lazyScreen(
  async () => (await import('#features/member-data/web/MemberDataScreen.tsx')).MemberDataScreen,
)
const ProfileScreen = lazyScreen(
  async () => (await import('#features/profile/web/ProfileScreen.tsx')).ProfileScreen,
)
const SignedOutCard = lazyScreen(
  async () => (await import('#features/profile/web/SignedOutCard.tsx')).SignedOutCard,
)
const SettingsScreen = lazyScreen(
  async () => (await import('#features/settings/web/SettingsScreen.tsx')).SettingsScreen,
)
const AllMembersScreen = lazyScreen(async () => {
  const [{ AllMembersScreen: Screen }, { paymentSlots }] = await Promise.all([
    import('#features/members/web/register/AllMembersScreen.tsx'),
    import('./register-money.tsx'),
  ])
  return () => <Screen money={paymentSlots} />
})

const jobs = (
  path: string,
  who: ScreenRoute['access'],
  mode: 'board' | 'saved' | 'search',
): ScreenRoute => ({
  path,
  access: who,
  render: (user) => (
    <JobBoardScreen mode={mode} user={user} logoutButton={<LogoutButton side="board" />} />
  ),
  preload: JobBoardScreen.preload,
})

const directory = (path: string, who: ScreenRoute['access']): ScreenRoute => ({
  path,
  access: who,
  render: () => <DirectoryScreen />,
  preload: DirectoryScreen.preload,
})

const profile = (
  path: string,
  who: ScreenRoute['access'],
  of: 'company' | 'person',
): ScreenRoute => ({
  path,
  access: who,
  render: () => <ProfileScreen of={of} />,
  preload: ProfileScreen.preload,
})

/** Every address behind the sign-in, in the order of the specification's route table. */
export const routes: readonly ScreenRoute[] = [
  jobs('/jobs', 'everybody', 'board'),
  jobs('/jobs/saved', 'everybody', 'saved'),
  jobs('/jobs/search', 'everybody', 'search'),
  {
    path: '/admin',
    access: 'admin',
    render: () => <AdminDashboardScreen />,
    preload: AdminDashboardScreen.preload,
  },
  {
    path: '/admin/member-data',
    access: 'admin',
    render: () => <MemberDataScreen />,
    preload: MemberDataScreen.preload,
  },
  {
    path: '/admin/members',
    access: 'admin',
    render: () => <AllMembersScreen />,
    preload: AllMembersScreen.preload,
  },
  {
    path: '/admin/applications',
    access: 'admin',
    render: () => <ApplicationsScreen />,
    preload: ApplicationsScreen.preload,
  },
  {
    path: '/admin/settings',
    access: 'admin',
    render: () => <SettingsScreen />,
    preload: SettingsScreen.preload,
  },
  directory('/oem/members', 'oem'),
  jobs('/oem/jobs', 'oem', 'board'),
  profile('/oem/profile', 'oem', 'company'),
  directory('/vendor/members', 'vendor'),
  jobs('/vendor/jobs', 'vendor', 'board'),
  profile('/vendor/profile', 'vendor', 'company'),
  {
    ...profile('/profile', 'everybody', 'person'),
    signedOut: (onLogin) => <SignedOutCard onLogin={onLogin} />,
  },
]

/** The job screen of a role; its address with `?job=` shows one job. */
const jobsPath = (role: Role | undefined) => (isMemberRole(role) ? `/${role}/jobs` : '/jobs')

/**
 * Where this address leads this person: to itself, or for the job of somebody else's job screen to
 * that job on their own; undefined when it is nothing for them. Only addresses of `places` pass.
 */
export function resolvePath(wanted: string, user: User): string | undefined {
  if (!wanted.startsWith('/') || !URL.canParse(wanted, window.location.origin)) return undefined
  const { origin, pathname, search, searchParams } = new URL(wanted, window.location.origin)
  const place = routes.find(({ path }) => path === pathname)
  if (origin !== window.location.origin || !place) return undefined
  if (canOpen(place, user)) return pathname + search
  const job = searchParams.get('job')
  if (!job || !/^\/(oem|vendor)\/jobs$/.test(pathname)) return undefined
  return `${jobsPath(user.role)}?${new URLSearchParams({ job })}`
}
