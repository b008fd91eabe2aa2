import type { Member } from '#features/members/contract.ts'
import { ConfirmDialog } from '#platform/web/ConfirmDialog.tsx'
import { rupees } from '#shared/rupees.ts'
import { useMarkUnpaid } from './calls.ts'

/** Mark Unpaid takes the payment back by a line of its own; nothing leaves the history. */
export function MarkUnpaidDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const markUnpaid = useMarkUnpaid()
  const paise = Math.round((member.payment_amount ?? 0) * 100)
  return (
    <ConfirmDialog
      open
      title="Mark this member unpaid?"
      confirmLabel="Mark Unpaid"
      destructive
      pending={markUnpaid.isPending}
      onConfirm={() => markUnpaid.mutate(member, { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The payment of {rupees(paise)} of {member.name || member.company_name} is taken back, with
        its validity. The history of payments keeps both.
      </p>
    </ConfirmDialog>
  )
}
