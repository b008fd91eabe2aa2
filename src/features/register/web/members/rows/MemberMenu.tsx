import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { useMemberStatus } from '#features/members/web/calls.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { isMemberRole } from '#shared/roles.ts'

/** The actions of a member's row besides view and edit: payment, active or not, signing out, removal. */
export function MemberMenu({
  member,
  hasView = false,
  hasEdit = false,
  removeLabel,
  onAction,
}: {
  member: Member
  /** True where there is no button 'View' beside it. */
  hasView?: boolean
  /** The same for 'Edit'. */
  hasEdit?: boolean
  removeLabel: string
  onAction: OnMemberAction
}) {
  const status = useMemberStatus()
  // The row may show another member, after a search, before the call is answered.
  const isOfMember = status.isPending && status.variables.id === member.id
  const isActive = isOfMember ? status.variables.isActive : member.is_active
  return (
    <RowMenu
      rowId={member.id}
      label={`More actions for ${memberDisplayName(member)}`}
      items={[
        ...(hasView
          ? [{ label: 'View', iconName: 'view' as const, onSelect: () => onAction(member, 'view') }]
          : []),
        ...(hasEdit
          ? [{ label: 'Edit', iconName: 'edit' as const, onSelect: () => onAction(member, 'edit') }]
          : []),
        ...(isMemberRole(member.role)
          ? [
              {
                label: member.payment_status ? 'Mark Unpaid' : 'Mark Paid',
                iconName: 'payment' as const,
                onSelect: () =>
                  onAction(member, member.payment_status ? 'mark unpaid' : 'mark paid'),
              },
            ]
          : []),
        {
          label: 'Active',
          checked: isActive,
          disabled: status.isPending,
          onSelect: () => {
            onAction(member, 'active')
            status.mutate({ id: member.id, isActive: !member.is_active })
          },
        },
        ...(member.is_active
          ? [
              {
                label: 'Sign out everywhere',
                iconName: 'signOut' as const,
                onSelect: () => onAction(member, 'sign out'),
              },
              {
                label: removeLabel,
                iconName: 'remove' as const,
                isDestructive: true,
                onSelect: () => onAction(member, 'remove'),
              },
            ]
          : []),
      ]}
    />
  )
}
