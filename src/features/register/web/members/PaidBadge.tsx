import type { Member } from '#features/members/answers.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { formatRupees } from '#shared/rupees.ts'

export const PaidBadge = ({ member }: { member: Member }) => (
  <Badge tone={member.payment_status ? 'success' : 'warning'}>
    {member.payment_status ? 'PAID' : 'PENDING'}
  </Badge>
)

/** The formatted amount of the current payment; '' while unpaid. */
export const paidAmount = ({ payment_amount: amount }: Member): string =>
  amount === null ? '' : formatRupees(Math.round(amount * 100))
