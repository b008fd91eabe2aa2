import { useState } from 'react'
import { BulkFailures, BulkPreviewList } from '#features/members/web/components/BulkPreviewList.tsx'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { formatCount } from '#shared/sentences.ts'
import { type BulkAction, useBulkAction, useBulkPreview } from './bulk-actions.ts'

/** Shows whom the action changes, carries it out for exactly them, and shows for whom it was refused. */
export function BulkActionDialog({
  action,
  selection: selected,
  onClose,
  onDone,
}: {
  action: BulkAction
  selection: SelectedMembers
  onClose: () => void
  onDone: () => void
}) {
  // The selection at opening: the list behind the dialog changes when the action is done.
  const [selection] = useState(selected)
  const preview = useBulkPreview(action.name, selection)
  const { mutate, isPending, data: result, done } = useBulkAction(action)
  const failures = result?.failures ?? []
  const affected = preview.data?.affected ?? 0
  const confirm = () =>
    mutate(
      { ...selection, token: preview.data?.token },
      {
        onSuccess: ({ failures: refused }) => {
          if (refused.length > 0) return
          onDone()
          onClose()
        },
        // The members have changed: the new preview shows who they are now, or why the list cannot be used.
        onError: () => void preview.refetch(),
      },
    )
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : onClose}
      title={action.title}
      description={action.description}
      dirty={isPending}
      closesOnBack={!isPending}
      footer={
        failures.length > 0 ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="quiet" disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={action.destructive ? 'destructive' : 'primary'}
              pending={isPending}
              disabled={affected === 0}
              onClick={confirm}
            >
              {isPending
                ? `${formatCount(done ?? 0)} of ${formatCount(preview.data?.count ?? 0)}`
                : action.confirmLabel(affected)}
            </Button>
          </>
        )
      }
    >
      {failures.length > 0 ? (
        <BulkFailures failures={failures} />
      ) : preview.isPending ? (
        <SkeletonRows rows={3} label="Loading the members" />
      ) : preview.isError ? (
        <LoadFailed title="Couldn't load the preview" query={preview} />
      ) : (
        <BulkPreviewList preview={preview.data} />
      )}
    </Dialog>
  )
}
