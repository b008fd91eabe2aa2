import { useQuery } from '@tanstack/react-query'
import { LogOut, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { queryOf } from '#platform/web/api/client.ts'
import { usePortal } from '#platform/web/api/portal-info.ts'
import { useModal } from '#platform/web/dialog/modal.ts'
import { isPhone } from '#platform/web/layout/phone.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { isMemberRole, type Role } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import type { Waiting } from '../answers.ts'
import { getWaiting } from '../endpoints.ts'
import { routes } from './routes.tsx'
import { sidebarEntries } from './sidebar-entries.ts'

interface SidebarProps {
  role: Role | undefined
  onNavigate?: (() => void) | undefined
  /** True in the drawer of phones: the next screen replaces the history entry of the drawer. */
  replacesHistory?: boolean | undefined
}

/** The name of the association, links to the screens of the role, and Logout. */
export function Sidebar({ role, onNavigate, replacesHistory = false }: SidebarProps) {
  const [path] = useLocation()
  const { association_name } = usePortal()
  const jobsHref = isMemberRole(role) ? `/${role}/jobs` : undefined
  function ariaCurrent(href: string): 'page' | 'true' | undefined {
    if (path === href) return 'page'
    // Members may open the screens of job seekers too; there their own jobs entry is marked.
    return href === jobsHref && /^\/jobs(\/|$)/.test(path) ? 'true' : undefined
  }
  const logout = useLogout(role === 'admin' ? 'admin' : 'board')
  return (
    <nav aria-label="Main" className="on-walnut flex h-dvh flex-col bg-walnut text-walnut-ink">
      <div aria-hidden="true" className="ply-edge h-1.5 shrink-0" />
      <p className="flex min-h-14 items-center px-5 py-3 pr-14 text-sm leading-snug font-semibold lg:pr-5">
        {association_name}
      </p>
      <ul className="grid flex-1 content-start gap-1 overflow-y-auto px-2 py-3">
        {sidebarEntries[role ?? 'seeker'].map(({ label, href, icon: Icon, count }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onNavigate}
              onPointerEnter={() => preload(href)}
              onFocus={() => preload(href)}
              replace={replacesHistory}
              aria-current={ariaCurrent(href)}
              className={classNames(
                entryClass,
                ariaCurrent(href)
                  ? 'border-oak bg-walnut-lit font-semibold text-walnut-ink'
                  : 'border-transparent text-walnut-soft forced-colors:border-[Canvas] hover:bg-walnut-lit/60 hover:text-walnut-ink',
              )}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              {label}
              {count && <WaitingCount of={count} />}
            </Link>
          </li>
        ))}
      </ul>
      <div className="border-t border-walnut-line px-2 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <button
          type="button"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
          className={classNames(
            entryClass,
            'w-full border-transparent text-walnut-soft forced-colors:border-[Canvas] hover:bg-walnut-lit/60 hover:text-walnut-ink',
          )}
        >
          <LogOut aria-hidden="true" className="size-4.5 shrink-0" />
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

/** How many wait; nothing for none, and while that is not known. */
function WaitingCount({ of }: { of: (waiting: Waiting) => number }) {
  const { data } = useQuery(waiting)
  const count = data ? of(data) : 0
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-oak px-2 py-0.5 text-xs font-semibold text-walnut tabular-nums">
      {formatCount(count)}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

/** Loads the code of a screen when its link is hovered or focused; a failure is ignored. */
const preload = (href: string) =>
  void routes
    .find(({ path }) => path === href)
    ?.preload()
    .catch(() => {})

const entryClass =
  'flex min-h-10 items-center gap-3 rounded-md border-l-3 px-3 text-sm transition-colors pointer-coarse:min-h-11'

/** The sidebar of small screens, a modal that slides in from the left. */
export function SidebarDrawer({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [replacesHistory] = useState(isPhone)
  useModal(ref, { onClose, closesOnBack: true })
  return (
    <dialog
      ref={ref}
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-slide-in overflow-hidden bg-walnut p-0 shadow-raised"
    >
      <Sidebar role={role} onNavigate={onClose} replacesHistory={replacesHistory} />
      <button
        type="button"
        aria-label="Close menu"
        onClick={onClose}
        className="on-walnut absolute top-2.5 right-2 grid size-11 place-items-center rounded-md text-walnut-soft hover:bg-walnut-lit"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </dialog>
  )
}
