import type { Member } from '#features/members/answers.ts'
import {
  BeforeAndAfter,
  MemberChangeList,
} from '#features/members/web/components/MemberChangeList.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees, parseRupees } from '#shared/rupees.ts'
import { formatCount, plural } from '#shared/sentences.ts'
import { isCovered } from '../rules.ts'
import type { MarkPaidFailure, PaidValues } from './calls.ts'

interface PaymentPreviewProps {
  members: readonly Member[]
  /** Those of `members` that will be marked paid. */
  selected: readonly Member[]
  paid: PaidValues
  /** Whether the form holds a payment that can be recorded. */
  isReady: boolean
  failures: readonly MarkPaidFailure[]
  /** Whether payments for the same time are replaced. */
  shouldReplace: boolean
  onReplace: (shouldReplace: boolean) => void
}

/** Shows what will change for which member, and the sum, before anything is written. */
export function PaymentPreview(props: PaymentPreviewProps) {
  const { members, selected, paid, isReady, failures, shouldReplace, onReplace } = props
  const covered = members.filter((member) => isCovered(member, paid.membership_valid_to)).length
  return (
    <section className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 className="text-base">What will change</h3>
      {isReady && <p className="text-ink-soft">{sumOf(selected.length, paid)}</p>}
      {covered > 0 && (
        <CheckboxField
          label={plural(
            covered,
            'Replace the payment of the member who has paid for this period',
            `Replace the payments of the ${covered} members who have paid for this period`,
          )}
          checked={shouldReplace}
          onChange={({ target }) => onReplace(target.checked)}
        />
      )}
      <MemberChangeList
        members={members}
        change={(member) => (
          <Change member={member} paid={paid} isSelected={selected.includes(member)} />
        )}
        failures={failures}
      />
    </section>
  )
}

/** '3 members, ₹10,000 each: ₹30,000 in all, valid 01/04/2026 to 31/03/2027.' */
export function sumOf(count: number, paid: PaidValues): string {
  const paise = parseRupees(paid.paymentAmount) ?? 0
  const { membership_valid_from: from, membership_valid_to: to } = paid
  const days = `valid ${numericDate(from)} to ${numericDate(to)}`
  const sum = formatRupees(paise * count)
  return plural(
    count,
    `1 member, ${sum}, ${days}.`,
    `${formatCount(count)} members, ${formatRupees(paise)} each: ${sum} in all, ${days}.`,
  )
}

/** ' until 31/03/2027', or '' without a last day. */
export const paidUntil = ({ membership_valid_to: to }: Member): string =>
  to ? ` until ${numericDate(to)}` : ''

function Change({
  member,
  paid,
  isSelected,
}: {
  member: Member
  paid: PaidValues
  isSelected: boolean
}) {
  if (!isSelected) return <span className="text-ink-faint">stays PAID{paidUntil(member)}</span>
  const paise = parseRupees(paid.paymentAmount)
  return (
    <BeforeAndAfter
      before={
        <Badge tone={member.payment_status ? 'success' : 'warning'}>
          {member.payment_status ? `PAID${paidUntil(member)}` : 'PENDING'}
        </Badge>
      }
      after={<Badge tone="success">{paise ? `PAID ${formatRupees(paise)}` : 'PAID'}</Badge>}
    />
  )
}
