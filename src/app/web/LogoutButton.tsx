import LogOut from 'lucide-react/icons/log-out'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { IconButton } from '#platform/web/ui/Button.tsx'

/** 'Logout' beside the title of a screen; `side` selects the message after a failure. */
export function LogoutButton({ side }: { side: 'admin' | 'board' }) {
  const logout = useLogout(side)
  return (
    <IconButton label="Logout" disabled={logout.isPending} onClick={() => logout.mutate()}>
      <LogOut aria-hidden="true" />
    </IconButton>
  )
}
