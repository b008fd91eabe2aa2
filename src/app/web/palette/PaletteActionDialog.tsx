import { useLocation } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import type { ActionDialog } from './palette-items.ts'

const AddMemberDialog = lazyPart(
  async () => (await import('#features/register/web/record/AddMemberDialog.tsx')).AddMemberDialog,
)
const PostJobDialog = lazyPart(
  async () => (await import('#features/jobs/web/PostJobDialog.tsx')).PostJobDialog,
)
const ImportDialog = lazyPart(
  async () =>
    (await import('#features/register/web/invitations/ImportMembersDialog.tsx'))
      .ImportMembersDialog,
)
const MarkPaid = lazyPart(async () => (await import('#features/register/web/money.tsx')).MarkPaid)

/** The dialog of an action, above the screen on which the palette was opened. */
export function PaletteActionDialog({
  dialog,
  user,
  onClose,
}: {
  dialog: ActionDialog
  user: User
  onClose: () => void
}) {
  const [, navigate] = useLocation()
  switch (dialog.name) {
    case 'add-member':
      return (
        <AddMemberDialog
          onClose={onClose}
          // Replaces the history entry of the dialog.
          onAdded={({ id }) => navigate(`/admin/members?member=${id}`, { replace: true })}
        />
      )
    case 'post-job':
      return (
        <PostJobDialog
          user={user}
          onClose={onClose}
          onPosted={() => {
            navigate('/oem/jobs?tab=mine', { replace: true })
            onClose()
          }}
        />
      )
    case 'import':
      return <ImportDialog type={dialog.role} onClose={onClose} />
    case 'mark-paid':
      return <MarkPaid member={dialog.member} onClose={onClose} />
  }
}
