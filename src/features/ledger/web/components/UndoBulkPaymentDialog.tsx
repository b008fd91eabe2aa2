import { useState } from 'react'
import type { BulkResult } from '#features/members/bulk.ts'
import { LeftOutMembers } from '#features/members/web/components/BulkPreviewList.tsx'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { formatCount, plural } from '#shared/sentences.ts'
import type { BulkUndoPreview } from '../../answers.ts'
import { useBulkUndo, useBulkUndoPreview } from '../list-payment-calls.ts'

/** Asks before the payments of a bulk action become void: how many, how much, and who is left out. */
export function UndoBulkPaymentDialog({
  batch,
  onClose,
}: {
  /** The id of the bulk payment. */
  batch: string
  /** Called with the members whose undo was refused. */
  onClose: (failures: BulkResult['failures']) => void
}) {
  const preview = useBulkUndoPreview(batch)
  const { mutate, isPending, done } = useBulkUndo()
  const members = preview.data?.members ?? 0
  const [chosen, setChosen] = useState<boolean>()
  // By default, members who got a receipt are mailed that it is void.
  const emailsMembers = chosen ?? (preview.data?.emailed ?? 0) > 0
  return (
    <ConfirmDialog
      open
      destructive
      title="Undo these payments?"
      confirmLabel={
        isPending ? `${formatCount(done ?? 0)} of ${formatCount(members)}` : 'Undo payments'
      }
      pending={isPending || members === 0}
      onConfirm={() =>
        mutate(
          { id: batch, email_member: emailsMembers },
          {
            onSuccess: ({ failures }) => onClose(failures),
            onError: () => onClose([]),
          },
        )
      }
      onClose={isPending ? () => {} : () => onClose([])}
    >
      {preview.isPending ? (
        <SkeletonRows rows={2} label="Loading what changes" />
      ) : preview.isError ? (
        <LoadFailed title="Couldn't work out what this changes" query={preview} />
      ) : (
        <div className="grid gap-3">
          {sentencesOf(preview.data).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <CheckboxField
            label="Email the members"
            hint="Each is told that the payment is reversed. Members without an email address are left out."
            disabled={isPending}
            checked={emailsMembers}
            onChange={({ target }) => setChosen(target.checked)}
          />
          <LeftOutMembers groups={preview.data.left_out} />
        </div>
      )}
    </ConfirmDialog>
  )
}

function sentencesOf({
  members,
  paise,
  receipts,
  restored,
  notices = [],
}: BulkUndoPreview): string[] {
  const sum = formatRupees(paise)
  const sentences = [
    plural(
      members,
      `1 payment of ${sum} no longer counts.`,
      `${formatCount(members)} payments of ${sum} in all no longer count.`,
    ),
    plural(
      receipts,
      '1 receipt becomes void and gets a cancellation number.',
      `${formatCount(receipts)} receipts become void and get cancellation numbers.`,
    ),
    restored > 0 &&
      plural(
        restored,
        '1 payment that was replaced counts again, with a new receipt.',
        `${formatCount(restored)} payments that were replaced count again, with new receipts.`,
      ),
    ...notices,
  ]
  return sentences.filter((sentence) => sentence !== false)
}
