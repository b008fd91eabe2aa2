import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { useRemoveMember } from '#features/members/web/calls.ts'
import type {
  MemberAction,
  OnMemberAction,
} from '#features/members/web/components/member-actions.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import type { InfiniteList } from '#platform/web/table/loading/infinite-list.ts'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { lazyPart, preloadOnHover } from '#platform/web/ui/loading/lazy-part.tsx'
import { MarkPaid, MarkUnpaidDialog, moneyParts } from '../money.tsx'
import { useSiblings } from './siblings.ts'

// A form and its libraries are as large as the list, so the list does not wait for them.
const MemberDetailsSheet = lazyPart(
  async () => (await import('../record/MemberDetailsSheet.tsx')).MemberDetailsSheet,
)
const EditMemberDialog = lazyPart(
  async () => (await import('../record/EditMemberDialog.tsx')).EditMemberDialog,
)

const SignOutDialog = lazyPart(
  async () => (await import('#features/members/web/components/SignOutDialog.tsx')).SignOutDialog,
)

const onReach = preloadOnHover([MemberDetailsSheet, EditMemberDialog, ...moneyParts])

interface OpenMember {
  member: Member
  action: Exclude<MemberAction, 'view' | 'active'>
}

/**
 * What the buttons of a member list open: the details as a sheet, whose member is in the URL
 * (`?member=`), and the dialogs of the other actions, which may lie above the sheet.
 */
export function useMemberActions(members: readonly Member[], list: InfiniteList<Member>) {
  const [open, setOpen] = useState<OpenMember>()
  const { area, buttonOf, moveFocusFrom } = useRowFocus(members.map(({ id }) => id))
  const details = useDialogParam('member')
  const { open: openDetails } = details
  const openId = details.id ?? undefined
  useFocusOnClose(openId, buttonOf)
  const onAction: OnMemberAction = useCallback(
    (member, action) => {
      if (action === 'view') return openDetails(member.id)
      if (action === 'remove' || action === 'active') moveFocusFrom(member.id, 'menu')
      if (action === 'active') return
      setOpen({ member, action })
    },
    [moveFocusFrom, openDetails],
  )
  return {
    /** Props for the element around the list and its dialogs. */
    area: { ref: area, ...onReach },
    /** The id of the member whose details are open. */
    openId,
    /** The same function in every render, for memoised rows. */
    onAction,
    dialog: {
      open,
      onAction,
      onClose: () => setOpen(undefined),
      details: { ...details, siblings: useSiblings(members, list, details) },
    },
  }
}

/** Moves the focus to the row of the member shown last when the sheet closes, unless it is in this row already. */
function useFocusOnClose(
  openId: string | undefined,
  buttonOf: (id: string, action: string) => HTMLElement | null | undefined,
) {
  const lastId = useRef<string>(undefined)
  const focusRow = useEffectEvent((id: string) => {
    if (document.activeElement?.closest(`[data-row="${CSS.escape(id)}"]`)) return
    buttonOf(id, 'view')?.focus()
  })
  useEffect(() => {
    const closedId = lastId.current
    lastId.current = openId
    if (openId !== undefined || closedId === undefined) return
    // After the sheet has returned the focus to the row from which it was opened.
    const timer = setTimeout(() => focusRow(closedId))
    return () => clearTimeout(timer)
  }, [openId])
}

/** The dialogs of a member list. */
export function MemberActionDialog({
  open,
  details,
  removeLabel = 'Remove',
  onAction,
  onClose,
}: ReturnType<typeof useMemberActions>['dialog'] & {
  removeLabel?: string
}) {
  return (
    <>
      {details.id && (
        <MemberDetailsSheet
          id={details.id}
          listed={details.siblings.current}
          siblings={details.siblings}
          onAction={onAction}
          onClose={details.close}
        />
      )}
      {open && <ActionDialog open={open} removeLabel={removeLabel} onClose={onClose} />}
    </>
  )
}

function ActionDialog({
  open: { member, action },
  removeLabel,
  onClose,
}: {
  open: OpenMember
  removeLabel: string
  onClose: () => void
}) {
  switch (action) {
    case 'edit':
      return <EditMemberDialog member={member} onClose={onClose} />
    case 'mark paid':
      return <MarkPaid member={member} onClose={onClose} />
    case 'mark unpaid':
      return <MarkUnpaidDialog member={member} onClose={onClose} />
    case 'sign out':
      return <SignOutDialog person={member} onClose={onClose} />
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
        {memberDisplayName(member)}
        {member.name && member.company_name && <span> of {member.company_name}</span>}
        <span> can no longer sign in and moves to Deleted Users. You can restore them there.</span>
      </p>
    </ConfirmDialog>
  )
}
