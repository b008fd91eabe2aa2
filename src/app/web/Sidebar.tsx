import { useQuery } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { queryOf } from '#platform/web/api/client.ts'
import { usePortal } from '#platform/web/api/portal-info.ts'
import { useModal } from '#platform/web/dialog/modal.ts'
import { AssociationLogo } from '#platform/web/layout/AssociationLogo.tsx'
import { isPhone } from '#platform/web/layout/phone.ts'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { Count, countText } from '#platform/web/ui/Count.tsx'
import { preload } from '#platform/web/ui/loading/lazy-component.tsx'
import { isMemberRole, type Role } from '#shared/roles.ts'
import { getWaiting } from '../endpoints.ts'
import { routes } from './routes.tsx'
import { helpItem, type SidebarItem, sidebarItems } from './sidebar-items.ts'

interface SidebarProps extends Navigation {
  role: Role | undefined
}

interface Navigation {
  onNavigate?: (() => void) | undefined
  /** True in the drawer of phones: the next screen replaces the history entry of the drawer. */
  replacesHistory?: boolean | undefined
}

/** Links to the screens of the role, and Logout. */
export function Sidebar({ role, ...navigation }: SidebarProps) {
  const [path] = useLocation()
  const jobsHref = isMemberRole(role) ? `/${role}/jobs` : undefined
  function ariaCurrent(href: string): 'page' | 'true' | undefined {
    if (path === href) return 'page'
    // Bank statements are below Renewals. Members may open the screens of job seekers; their own jobs entry is marked.
    const isBelow = href === '/admin/renewals' && path.startsWith(`${href}/`)
    return isBelow || (href === jobsHref && /^\/jobs(\/|$)/.test(path)) ? 'true' : undefined
  }
  const logout = useLogout(role === 'admin' ? 'admin' : 'board')
  return (
    <nav
      aria-label="Main"
      className="flex h-full flex-col gap-1 overflow-y-auto bg-sunken px-2 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <ul className="grid content-start gap-px">
        {sidebarItems[role ?? 'seeker'].map((item) => (
          <li
            key={item.href}
            className={item.isApart ? 'mt-2 border-t border-line pt-2' : undefined}
          >
            <Entry item={item} current={ariaCurrent(item.href)} {...navigation} />
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-px">
        {role === 'admin' && (
          <Entry item={helpItem} current={ariaCurrent(helpItem.href)} {...navigation} />
        )}
        <button
          type="button"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
          className={entryClass}
        >
          <LogOut aria-hidden="true" />
          Logout
        </button>
      </div>
    </nav>
  )
}

/** Kept fresh while the tab is visible: every minute, on return to the tab, and after own changes. */
const waiting = {
  ...queryOf(getWaiting, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
}

/** A link to a screen: its name and text are the label alone, how many wait there is its description. */
function Entry({
  item: { label, href, icon: Icon, count },
  current,
  onNavigate,
  replacesHistory = false,
}: Navigation & { item: SidebarItem; current: 'page' | 'true' | undefined }) {
  const { data } = useQuery({ ...waiting, enabled: count !== undefined })
  const waits = data && count?.(data)
  const waitsText = countText(waits)
  return (
    <Link
      href={href}
      onClick={onNavigate}
      onPointerEnter={() => preloadScreen(href)}
      onFocus={() => preloadScreen(href)}
      replace={replacesHistory}
      aria-current={current}
      aria-label={label}
      aria-description={waitsText && `${waitsText} waiting`}
      className={entryClass}
    >
      <Icon aria-hidden="true" />
      <span className="flex-1">{label}</span>
      <Count of={waits} />
    </Link>
  )
}

/** Loads the code of a screen when its link is hovered or focused. */
const preloadScreen = (href: string) => preload(routes.filter(({ path }) => path === href))

const entryClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink [&[aria-current]]:bg-press [&[aria-current]]:font-semibold [&[aria-current]]:text-ink [&[aria-current]_svg]:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0 touch:min-h-11'

/** The sidebar of small screens, a modal that slides in from the left. */
export function SidebarDrawer({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [replacesHistory] = useState(isPhone)
  const { association_short_name } = usePortal()
  useModal(ref, { onClose, closesOnBack: true })
  return (
    <dialog
      ref={ref}
      aria-label="Menu"
      data-drawer
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-slide-in flex-col overflow-hidden bg-sunken p-0 text-ink shadow-dialog open:flex"
    >
      <div className="flex min-h-14 shrink-0 items-center gap-2.5 pr-2 pl-4">
        <AssociationLogo size="bar" />
        <span className="text-sm font-semibold">{association_short_name}</span>
        <IconButton label="Close menu" onClick={onClose} className="ml-auto">
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">
        <Sidebar role={role} onNavigate={onClose} replacesHistory={replacesHistory} />
      </div>
    </dialog>
  )
}
