import { type ReactNode, useId } from 'react'
import { withFullStop } from '#shared/sentences.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { BannerInView } from '../ui/BannerInView.tsx'
import { Button } from '../ui/Button.tsx'
import { DraftBanner } from './DraftBanner.tsx'
import type { useEditDialog } from './use-edit-dialog.ts'

interface EditDialogProps {
  /** What `useEditDialog` returned. */
  edit: Pick<
    ReturnType<typeof useEditDialog>,
    'state' | 'hasDraft' | 'conflict' | 'handleSubmit' | 'loadLatest' | 'startOver'
  >
  title: string
  description?: ReactNode
  size?: 'sm' | 'lg' | undefined
  submitLabel?: string | undefined
  submitVariant?: 'primary' | 'destructive' | undefined
  /** The title of the banner that shows a conflict. */
  conflictTitle?: string | undefined
  /** True when something outside of the form was changed too. */
  hasOtherChanges?: boolean | undefined
  closesOnBack?: boolean | undefined
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with one form, its draft, and the buttons to save and to cancel. Cancel discards the draft;
 * Escape, Back and the close button keep it.
 */
export function EditDialog({
  edit,
  title,
  description,
  size = 'lg',
  submitLabel = 'Save Changes',
  submitVariant = 'primary',
  conflictTitle,
  hasOtherChanges = false,
  closesOnBack,
  onClose,
  children,
}: EditDialogProps) {
  const id = useId()
  const { state, hasDraft, conflict } = edit
  const isSaving = state === 'saving'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      dirty={state !== 'pristine' || hasDraft || hasOtherChanges}
      closesOnBack={closesOnBack}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              edit.startOver()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={id} variant={submitVariant} pending={isSaving}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={edit.handleSubmit}
        className={size === 'sm' ? 'grid gap-4' : 'grid gap-5'}
      >
        {conflict !== undefined && (
          <ConflictBanner title={conflictTitle} message={conflict} onReload={edit.loadLatest} />
        )}
        {hasDraft && <DraftBanner disabled={isSaving} onDiscard={edit.startOver} />}
        {children}
      </form>
    </Dialog>
  )
}

function ConflictBanner({
  title,
  message,
  onReload,
}: {
  title: string | undefined
  message: string
  /** Loads the newer values; undefined when there are none to load. */
  onReload: (() => Promise<void>) | undefined
}) {
  return (
    <BannerInView
      tone="danger"
      title={title}
      action={
        onReload && (
          <Button size="sm" onClick={() => void onReload()}>
            Reload
          </Button>
        )
      }
    >
      <p>{onReload ? `${withFullStop(message)} Your entries are kept.` : message}</p>
    </BannerInView>
  )
}
