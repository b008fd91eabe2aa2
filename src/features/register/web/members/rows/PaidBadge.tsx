import type { Member } from '#features/members/answers.ts'
import { State } from '#platform/web/ui/State.tsx'
import { formatRupees } from '#shared/rupees.ts'

export const PaidBadge = ({ member }: { member: Member }) => (
  <State tone={member.payment_status ? 'success' : 'warning'}>
    {member.payment_status ? 'PAID' : 'PENDING'}
  </State>
)

/** The formatted amount of the current payment; '' while unpaid. */
export const paidAmount = ({ payment_amount: amount }: Member): string =>
  amount === null ? '' : formatRupees(Math.round(amount * 100))
