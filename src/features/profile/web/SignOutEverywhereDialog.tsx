import { useSignOutEverywhere } from '#features/sign-in/web/calls.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'

/** Asks before all sessions of the user end. `side` selects the message after a failure. */
export function SignOutEverywhereDialog({
  side,
  open,
  onClose,
}: {
  side: 'admin' | 'board'
  open: boolean
  onClose: () => void
}) {
  const signOut = useSignOutEverywhere(side)
  return (
    <ConfirmDialog
      open={open}
      title="Sign out everywhere?"
      confirmLabel="Sign out everywhere"
      pending={signOut.isPending}
      onConfirm={() => signOut.mutate()}
      onClose={onClose}
    >
      You'll be signed out on every phone and computer, including this device. You'll need a new
      sign-in link.
    </ConfirmDialog>
  )
}
