import { LogOut, Menu as MenuIcon, Monitor, MonitorOff, Moon, Sun, UserRound } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { SignOutEverywhereDialog } from '#features/profile/web/SignOutEverywhereDialog.tsx'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { usePortal } from '#platform/web/api/portal-info.ts'
import { AssociationLogo } from '#platform/web/layout/AssociationLogo.tsx'
import { SampleBanner } from '#platform/web/layout/SampleBanner.tsx'
import { selectTheme, useBrowserBarColour, useTheme } from '#platform/web/state/theme.ts'
import { Avatar, initials } from '#platform/web/ui/Avatar.tsx'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { Menu } from '#platform/web/ui/Menu.tsx'
import { Sidebar, SidebarDrawer } from './Sidebar.tsx'

/** The frame of all signed-in screens: sidebar, top bar and content. */
export function AppLayout({ user, children }: { user: User; children: ReactNode }) {
  const [drawerOpen, setDrawerOpen] = useState(false)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="sticky top-0 hidden h-dvh lg:block">
        <Sidebar role={user.role} />
      </div>
      {drawerOpen && <SidebarDrawer role={user.role} onClose={() => setDrawerOpen(false)} />}
      <div className="min-w-0">
        <SampleBanner />
        <TopBar user={user} onMenu={() => setDrawerOpen(true)} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[100rem] px-4 py-6 pb-16 sm:px-6 lg:px-8"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

function TopBar({ user, onMenu }: { user: User; onMenu: () => void }) {
  const { association_name, association_short_name } = usePortal()
  const ref = useRef<HTMLElement>(null)
  useBrowserBarColour(ref)
  return (
    <header
      ref={ref}
      className="sticky top-0 z-30 flex min-h-14 flex-wrap items-center gap-2 border-b border-line bg-surface px-3 max-sm:gap-x-[8px] max-sm:px-[12px] sm:px-6 lg:px-8"
    >
      <div className="flex min-w-fit flex-1 basis-0 items-center gap-2 max-sm:gap-[8px]">
        <IconButton label="Open menu" onClick={onMenu} className="-ml-1 lg:hidden">
          <MenuIcon aria-hidden="true" />
        </IconButton>
        <AssociationLogo size="bar" alt={association_name} />
        <span aria-hidden="true" className="hidden font-semibold sm:inline">
          {association_short_name}
        </span>
      </div>
      <h2 className="text-lg max-sm:text-base">Welcome</h2>
      <div className="flex min-w-fit flex-1 basis-0 justify-end">
        <AccountMenu user={user} />
      </div>
    </header>
  )
}

const themeOptions = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

function AccountMenu({ user }: { user: User }) {
  const [, navigate] = useLocation()
  const [isConfirming, setConfirming] = useState(false)
  const side = user.role === 'admin' ? 'admin' : 'board'
  const logout = useLogout(side)
  const theme = useTheme()
  return (
    <>
      <Menu
        label={`${initials(user.name)}, account of ${user.name || user.email}`}
        trigger={<Avatar name={user.name} />}
        heading={
          <>
            {user.name && <span className="block font-semibold text-ink">{user.name}</span>}
            <span className="block wrap-anywhere">{user.email}</span>
          </>
        }
        items={[
          {
            label: 'Profile Settings',
            icon: <UserRound aria-hidden="true" />,
            onSelect: () => navigate('/profile'),
          },
          {
            label: 'Log out',
            icon: <LogOut aria-hidden="true" />,
            onSelect: () => logout.mutate(),
          },
          {
            label: 'Sign out everywhere',
            icon: <MonitorOff aria-hidden="true" />,
            onSelect: () => setConfirming(true),
          },
        ]}
        choice={{ label: 'Theme', value: theme, options: themeOptions, onChange: selectTheme }}
      />
      <SignOutEverywhereDialog
        side={side}
        open={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}
