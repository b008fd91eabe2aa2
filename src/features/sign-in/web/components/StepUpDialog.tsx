import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { confirmationLifetimeText } from '../../rules.ts'
import { ConfirmLoaded } from './ConfirmLoaded.tsx'

/** Asks for the second factor before a sensitive act, over the screen of that act. */
export function StepUpDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title="Confirm it's you"
      description={`This needs your second factor. You won't be asked again for ${confirmationLifetimeText}.`}
      size="sm"
      closesOnBack
      onClose={onClose}
    >
      <ConfirmLoaded onConfirmed={onConfirmed} />
    </Dialog>
  )
}
