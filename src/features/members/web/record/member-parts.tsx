/** Small parts of a member, the same in tables, cards and dialogs of the register. */
import type { ReactNode } from 'react'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { formatRupees } from '#shared/rupees.ts'
import type { Member } from '../../contract.ts'
import { useMemberStatus } from '../register/calls.ts'

export type MemberAction = 'view' | 'edit' | 'remove' | 'mark paid' | 'mark unpaid'
export type OnMemberAction = (member: Member, act: MemberAction) => void

/** What the register shows of money; the payments feature stands above it, so app/web lends it. */
export interface PaymentSlots {
  /** A badge: VALID, EXPIRED or Not set. */
  validity: (member: Member) => ReactNode
  /** The payment block and the history of payments of Member Details. */
  payments: (member: Member) => ReactNode
  /** Mark Payment as Paid, for one member or several. */
  markPaid: (members: readonly Member[], onClose: (isDone: boolean) => void) => ReactNode
  markUnpaid: (member: Member, onClose: () => void) => ReactNode
}

/** The photo, or the initial letter of the name; the small version that was made for lists. */
export const MemberPhoto = ({ member }: { member: Member }) => (
  <Avatar
    name={(member.name || member.company_name).trim().split(/\s+/)[0]}
    photoUrl={member.photo_url && `${member.photo_url}?size=small`}
  />
)

export const PaidBadge = ({ member }: { member: Member }) => (
  <Badge tone={member.payment_status ? 'success' : 'warning'}>
    {member.payment_status ? 'PAID' : 'PENDING'}
  </Badge>
)

export const paidAmount = ({ payment_amount: amount }: Member): string =>
  amount === null ? '' : formatRupees(Math.round(amount * 100))

export function MarkPaymentButton({ member, onAct }: { member: Member; onAct: OnMemberAction }) {
  const words = member.payment_status ? 'Mark Unpaid' : 'Mark Paid'
  return (
    <Button
      size="sm"
      className="whitespace-nowrap"
      data-act="mark"
      onClick={() => onAct(member, member.payment_status ? 'mark unpaid' : 'mark paid')}
    >
      {words}
      <HiddenMemberName member={member} />
    </Button>
  )
}

/** Whose button it is, for who does not see the row. */
export const HiddenMemberName = ({ member }: { member: Member }): ReactNode => (
  <span className="sr-only"> {member.name || member.company_name}</span>
)

/** Switches a member off or on at once. */
export function ActiveSwitch({ member }: { member: Member }) {
  const status = useMemberStatus()
  const isActive = status.isPending ? status.variables.isActive : member.is_active
  return (
    <Switch
      label={`${member.name || member.company_name} is active`}
      hideLabel
      title="Active"
      className="px-1.5"
      disabled={status.isPending}
      checked={isActive}
      onChange={({ target }) => status.mutate({ id: member.id, isActive: target.checked })}
    />
  )
}
