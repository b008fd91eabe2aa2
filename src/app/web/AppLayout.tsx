import LogOut from 'lucide-react/icons/log-out'
import MenuIcon from 'lucide-react/icons/menu'
import Monitor from 'lucide-react/icons/monitor'
import MonitorOff from 'lucide-react/icons/monitor-off'
import Moon from 'lucide-react/icons/moon'
import Search from 'lucide-react/icons/search'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { UndoPaymentsPrompt } from '#features/ledger/web/components/UndoPaymentsPrompt.tsx'
import type { User } from '#features/members/answers.ts'
import { SignOutEverywhereDialog } from '#features/profile/web/SignOutEverywhereDialog.tsx'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { StepUp } from '#features/sign-in/web/components/StepUp.tsx'
import { useLacksMailServer, usePortal } from '#platform/web/api/portal-info.ts'
import { AssociationLogo } from '#platform/web/layout/AssociationLogo.tsx'
import { SampleBanner } from '#platform/web/layout/SampleBanner.tsx'
import { Menu } from '#platform/web/menu/Menu.tsx'
import { OpenMenu } from '#platform/web/menu/use-menu.tsx'
import { selectTheme, useBrowserBarColour, useTheme } from '#platform/web/state/theme.ts'
import { Avatar, initials } from '#platform/web/ui/Avatar.tsx'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { lazyPart, usePreload } from '#platform/web/ui/loading/lazy-part.tsx'
import { paletteKeys, usePaletteShortcuts } from './palette/shortcuts.ts'
import { Sidebar, SidebarDrawer } from './Sidebar.tsx'

const CommandPalette = lazyPart(
  async () => (await import('./palette/CommandPalette.tsx')).CommandPalette,
)
const RenewalBanner = lazyPart(
  async () =>
    (await import('#features/dues/web/components/account/RenewalBanner.tsx')).RenewalBanner,
)
const PaymentChangesBanner = lazyPart(
  async () =>
    (await import('#features/settings/web/PaymentChangesBanner.tsx')).PaymentChangesBanner,
)
const MailServerBanner = lazyPart(
  async () => (await import('#platform/web/mail/MailServerBanner.tsx')).MailServerBanner,
)
const laterParts = [CommandPalette, OpenMenu]

/** The frame of all signed-in screens: sidebar, top bar and content. */
export function AppLayout({ user, children }: { user: User; children: ReactNode }) {
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  const { sample } = usePortal()
  const lacksMailServer = useLacksMailServer()
  // The dashboard shows it itself: in its list of open tasks, or above the rows when it shows them alone.
  const isDashboard = useLocation()[0] === '/admin'
  const openPalette = () => setPalette('open')
  usePaletteShortcuts(openPalette)
  usePreload(laterParts)
  const scrollBar = useScrollBarWidth()
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <SampleBanner />
      <TopBar user={user} onMenu={() => setDrawerOpen(true)} onSearch={openPalette} />
      {drawerOpen && <SidebarDrawer role={user.role} onClose={() => setDrawerOpen(false)} />}
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="hidden border-r border-line bg-sunken lg:block print:hidden">
          {/* The height of the window without the top bar, and in a sample portal without its banner. */}
          <div
            className={classNames(
              'sticky top-12',
              sample ? 'h-[calc(100dvh-4.5rem)]' : 'h-[calc(100dvh-3rem)]',
            )}
          >
            <Sidebar role={user.role} />
          </div>
        </div>
        <main
          id="content"
          tabIndex={-1}
          // As high as its content, not as the window: RegisterTable observes it.
          className="min-w-0 self-start pr-[calc(var(--gutter)+var(--bar,0px))] pl-(--gutter) clear-of-bars"
        >
          {user.is_member && (
            <div className="mt-4 empty:hidden">
              <RenewalBanner />
            </div>
          )}
          {user.role === 'admin' && (
            <div className="mt-4 grid gap-3 empty:hidden print:hidden">
              {lacksMailServer && !isDashboard && <MailServerBanner />}
              <PaymentChangesBanner userId={user.id} />
            </div>
          )}
          {children}
        </main>
      </div>
      <div ref={scrollBar} className="invisible fixed top-0 h-0 w-max overflow-y-scroll" />
      {user.role === 'admin' && <StepUp />}
      {user.role === 'admin' && <UndoPaymentsPrompt />}
      {palette !== 'unused' && (
        <CommandPalette
          user={user}
          isOpen={palette === 'open'}
          onClose={() => setPalette('closed')}
        />
      )}
    </div>
  )
}

/** Sets `--scroll-bar` to the width of a scroll bar, that of an empty box with one; it changes with the zoom. */
function useScrollBarWidth() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () =>
      document.documentElement.style.setProperty('--scroll-bar', `${box.current?.offsetWidth}px`)
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current, { box: 'border-box' })
    return () => observer.disconnect()
  }, [])
  return box
}

function TopBar({
  user,
  onMenu,
  onSearch,
}: {
  user: User
  onMenu: () => void
  onSearch: () => void
}) {
  const { association_name, association_short_name } = usePortal()
  const ref = useRef<HTMLElement>(null)
  useBrowserBarColour(ref)
  return (
    <header
      ref={ref}
      // On a phone one thing is sticky at a time.
      className="sticky top-0 z-30 flex min-h-12 flex-wrap items-center gap-3 border-b border-line bg-sunken pr-[calc(1rem+var(--bar,0px))] pl-4 max-sm:gap-x-[8px] max-sm:px-[8px] max-sm:[html:has([data-selection-bar])_&]:static"
    >
      <div className="flex min-w-fit flex-1 basis-0 items-center gap-2.5 max-sm:gap-[8px]">
        <IconButton label="Open menu" onClick={onMenu} className="-ml-1 max-sm:ml-0 lg:hidden">
          <MenuIcon aria-hidden="true" />
        </IconButton>
        <AssociationLogo size="bar" alt={association_name} />
        <span aria-hidden="true" className="hidden text-sm font-semibold sm:inline">
          {association_short_name}
        </span>
      </div>
      <h2 className="text-sm font-medium text-ink-soft">Welcome</h2>
      <div className="flex min-w-fit flex-1 basis-0 items-center justify-end gap-3 max-sm:gap-0">
        <SearchButton onClick={onSearch} />
        <AccountMenu user={user} />
      </div>
    </header>
  )
}

/** Opens the palette; an icon on small screens. */
function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      title={`Search (${paletteKeys})`}
      onClick={onClick}
      className="flex min-h-8 items-center justify-center gap-2 rounded-md text-sm text-ink-soft transition-colors max-lg:size-8 max-lg:hover:bg-press lg:w-50 lg:justify-start lg:border lg:border-line lg:bg-surface lg:pr-1.5 lg:pl-2.5 lg:text-ink-faint lg:hover:border-rim touch:min-h-11 max-lg:touch:size-11"
    >
      <Search aria-hidden="true" className="size-4 touch:max-lg:size-5" />
      <span className="max-lg:sr-only">
        Search<span className="sr-only"> and commands</span>
      </span>
      <span
        aria-hidden="true"
        className="ml-auto rounded-sm border border-line px-1 text-2xs max-lg:hidden"
      >
        {paletteKeys}
      </span>
    </button>
  )
}

const themeOptions = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

function changeTheme(value: string) {
  const option = themeOptions.find((candidate) => candidate.value === value)
  if (option) selectTheme(option.value)
}

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
        trigger={<Avatar name={user.name} className="size-7 text-2xs touch:size-8" />}
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
        choice={{ label: 'Theme', value: theme, options: themeOptions, onChange: changeTheme }}
      />
      <SignOutEverywhereDialog
        side={side}
        open={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}
