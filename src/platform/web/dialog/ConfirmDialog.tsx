import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The consequences, in a sentence or two. */
  children: ReactNode
  /** The verb of the button, like 'Remove'. */
  confirmLabel: string
  cancelLabel?: string | undefined
  destructive?: boolean | undefined
  pending?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  pending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      closesOnBack
      footer={
        <>
          <Button data-first-focus variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            pending={pending}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-soft">{children}</div>
    </Dialog>
  )
}
