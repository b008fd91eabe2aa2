import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { useSignOutPerson } from '../calls.ts'

/** Confirms that all sessions of another person end. */
export function SignOutDialog({
  person,
  onClose,
}: {
  person: { id: string; name: string; email: string }
  onClose: () => void
}) {
  const signOut = useSignOutPerson()
  return (
    <ConfirmDialog
      open
      title={`Sign out ${person.name || person.email} everywhere?`}
      confirmLabel="Sign out"
      pending={signOut.isPending}
      onConfirm={() => signOut.mutate({ id: person.id }, { onSettled: onClose })}
      onClose={onClose}
    >
      For a lost or stolen phone or computer. They are signed out on all their devices at once, and
      can sign in again with a new email.
    </ConfirmDialog>
  )
}
