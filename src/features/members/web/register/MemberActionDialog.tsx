import { useCallback, useMemo, useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { useRowFocus } from '#platform/web/table/row-focus.ts'
import { lazyPart, usePreload } from '#platform/web/ui/lazy-part.tsx'
import type { Member } from '../../answers.ts'
import { useRemoveMember } from '../calls.ts'
import type { MemberAction, OnMemberAction, PaymentSlots } from '../components/member-actions.ts'
import { MemberDetailsDialog } from '../record/MemberDetailsDialog.tsx'

// A form and its libraries are as large as the list, so the list does not wait for them.
const EditMemberDialog = lazyPart(
  async () => (await import('../record/EditMemberDialog.tsx')).EditMemberDialog,
)

interface OpenMember {
  member: Member
  action: MemberAction
}

/** State of the dialog that the buttons of a member list open, and focus handling for removed rows. */
export function useMemberActions(members: readonly Member[]) {
  const [open, setOpen] = useState<OpenMember>()
  const { area, moveFocusFrom } = useRowFocus(members.map(({ id }) => id))
  const onAction: OnMemberAction = useCallback(
    (member, action) => {
      if (action === 'remove') moveFocusFrom(member.id, 'remove')
      setOpen({ member, action })
    },
    [moveFocusFrom],
  )
  return {
    area,
    /** The same function in every render, for memoised rows. */
    onAction,
    dialog: { open, onAction, onClose: () => setOpen(undefined) },
  }
}

/** The dialog of the open action. */
export function MemberActionDialog({
  open,
  removeLabel = 'Remove',
  paymentSlots,
  onAction,
  onClose,
}: {
  open: OpenMember | undefined
  removeLabel?: string
  paymentSlots: PaymentSlots
  onAction: OnMemberAction
  onClose: () => void
}) {
  usePreload(useMemo(() => [EditMemberDialog, paymentSlots], [paymentSlots]))
  if (!open) return null
  const { member, action } = open
  switch (action) {
    case 'view':
      return (
        <MemberDetailsDialog
          member={member}
          paymentSlots={paymentSlots}
          onAction={onAction}
          onClose={onClose}
        />
      )
    case 'edit':
      return <EditMemberDialog member={member} onClose={onClose} />
    case 'mark paid':
      return paymentSlots.markPaid([member], onClose)
    case 'mark unpaid':
      return paymentSlots.markUnpaid(member, onClose)
    case 'remove':
      return <RemoveDialog member={member} label={removeLabel} onClose={onClose} />
  }
}

function RemoveDialog({
  member,
  label,
  onClose,
}: {
  member: Member
  label: string
  onClose: () => void
}) {
  const remove = useRemoveMember(member.role)
  const who = member.name || member.company_name
  return (
    <ConfirmDialog
      open
      title={`${label} this member?`}
      confirmLabel={label}
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate(member.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {who}
        {member.name && member.company_name && ` of ${member.company_name}`} can no longer sign in
        and moves to Deleted Users, from where they can be restored.
      </p>
    </ConfirmDialog>
  )
}
