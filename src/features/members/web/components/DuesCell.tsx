import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { State } from '#platform/web/ui/State.tsx'
import { isoDay } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import {
  type DuesStatus,
  duesStatusLabels,
  duesStatusOn,
  duesText,
  isPaidUntil,
} from '../../dues-status.ts'
import type { MemberAction, OnMemberAction } from './member-actions.ts'

export const duesTones: Record<DuesStatus, Tone> = {
  paid: 'success',
  waived: 'success',
  due: 'warning',
  lapsed: 'danger',
}

/** 'Paid', 'Waived', 'Due' or 'Lapsed since 01/04/2026' (contract 13.6); administrators have no dues. */
export function DuesBadge({ member }: { member: Member }) {
  if (!isMemberRole(member.role)) return null
  const now = new Date()
  const { status } = duesStatusOn(member, isoDay(now))
  return <State tone={duesTones[status]}>{duesText(member, now)}</State>
}

/** The word only; the caller shows since when. */
export const DuesStatusBadge = ({ status }: { status: DuesStatus }) => (
  <State tone={duesTones[status]}>{duesStatusLabels[status]}</State>
)

/** The action that follows from the dues of a member. */
function duesAction(member: Member): { label: string; action: MemberAction } {
  const today = isoDay(new Date())
  const { status } = duesStatusOn(member, today)
  // A member who has paid the dues of today owes something else: there is nothing to renew.
  if (status === 'lapsed' && !isPaidUntil(member, today))
    return { label: 'Renew', action: 'mark paid' }
  if ((status === 'paid' || status === 'waived') && member.payment_status)
    return { label: 'Mark Unpaid', action: 'mark unpaid' }
  return { label: 'Record payment', action: 'mark paid' }
}

/** The dues of a member, and the button for what follows from them. */
export function DuesCell({ member, onAction }: { member: Member; onAction: OnMemberAction }) {
  if (!isMemberRole(member.role)) return null
  const { label, action } = duesAction(member)
  return (
    <span className="flex w-full items-center gap-2 max-sm:flex-wrap">
      <DuesBadge member={member} />
      <Button
        size="sm"
        variant="ghost"
        className={classNames(
          // In a narrow table the menu of the row has it, so that names get the width.
          'ml-auto whitespace-nowrap @max-4xl:hidden',
          action === 'mark unpaid' && 'on-row-hover',
        )}
        aria-description={memberDisplayName(member)}
        data-act="mark"
        onClick={() => onAction(member, action)}
      >
        {label}
      </Button>
    </span>
  )
}
