import type { Tone } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { isoDay } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import { type DuesStatus, duesStatusLabels, duesStatusOn, duesText } from '../../dues-status.ts'
import { HiddenMemberName } from './HiddenMemberName.tsx'
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
  const { status } = duesStatusOn(member, isoDay(new Date()))
  if (status === 'lapsed') return { label: 'Renew', action: 'mark paid' }
  if ((status === 'paid' || status === 'waived') && member.payment_status)
    return { label: 'Mark Unpaid', action: 'mark unpaid' }
  return { label: 'Record payment', action: 'mark paid' }
}

/** The dues of a member, and the button for what follows from them. */
export function DuesCell({ member, onAction }: { member: Member; onAction: OnMemberAction }) {
  if (!isMemberRole(member.role)) return null
  const { label, action } = duesAction(member)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 sm:flex-col sm:flex-nowrap sm:items-start">
      <DuesBadge member={member} />
      <Button
        size="sm"
        variant="ghost"
        className="-ml-1.5 min-h-6! px-1.5! py-0! text-xs! whitespace-nowrap max-sm:touch:min-h-11!"
        data-act="mark"
        onClick={() => onAction(member, action)}
      >
        {label}
        <HiddenMemberName member={member} />
      </Button>
    </span>
  )
}
