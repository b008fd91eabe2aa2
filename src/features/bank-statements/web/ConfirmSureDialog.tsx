import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { StatementReview } from '../answers.ts'
import { useConfirmSure } from './calls.ts'

interface ConfirmSureProps {
  review: StatementReview
  emailsReceipts: boolean
  onClose: () => void
}

export function ConfirmSureDialog({ review, emailsReceipts, onClose }: ConfirmSureProps) {
  const confirm = useConfirmSure()
  const { sure, statement } = review
  return (
    <ConfirmDialog
      open
      title={`Confirm ${countOf(sure.count, 'sure match', 'sure matches')}?`}
      confirmLabel="Confirm all"
      pending={confirm.isPending}
      onConfirm={() =>
        confirm.mutate(
          { id: statement.id, body: { token: sure.token, email_receipt: emailsReceipts } },
          { onSettled: onClose },
        )
      }
      onClose={onClose}
    >
      <p>{sureText(sure)} You can undo each of them.</p>
      {emailsReceipts && sure.count > sure.recorded && (
        <p>Members with an email address get their receipt by email.</p>
      )}
    </ConfirmDialog>
  )
}

/** The text that says what 'Confirm all' does. */
export function sureText({ count, recorded, amount_paise }: StatementReview['sure']): string {
  const payments = count - recorded
  const matched = `${countOf(recorded, 'line is', 'lines are')} recorded already and only matched.`
  if (payments === 0) return matched
  const total = plural(
    payments,
    `1 payment of ${formatRupees(amount_paise)} is recorded with a receipt.`,
    `${formatCount(payments)} payments, ${formatRupees(amount_paise)} in total, are recorded, each with a receipt.`,
  )
  return recorded === 0 ? total : `${total} ${matched}`
}
