import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'

export function MarkPaymentButton({
  member,
  onAction,
}: {
  member: Member
  onAction: OnMemberAction
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className={classNames(
        'ml-auto px-1.5! whitespace-nowrap',
        // The button stays visible while the payment is open.
        member.payment_status && 'on-row-hover',
      )}
      aria-description={memberDisplayName(member)}
      data-act="mark"
      onClick={() => onAction(member, member.payment_status ? 'mark unpaid' : 'mark paid')}
    >
      {member.payment_status ? 'Mark Unpaid' : 'Mark Paid'}
    </Button>
  )
}
