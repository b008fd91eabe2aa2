import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { useLeaveQuestion } from './unsaved-changes.ts'

const ConfirmDialog = lazyPart(
  async () => (await import('../dialog/ConfirmDialog.tsx')).ConfirmDialog,
)

/** Asks before a screen with unsaved changes is left. */
export function LeaveQuestion() {
  const question = useLeaveQuestion()
  if (!question) return null
  return (
    <ConfirmDialog
      open
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      destructive
      onConfirm={question.leave}
      onClose={question.stay}
    >
      Your changes on this screen are not saved yet.
    </ConfirmDialog>
  )
}
