import type { Member } from '#features/members/contract.ts'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees, parseRupees } from '#shared/rupees.ts'
import { isCovered } from '../rules.ts'
import type { PaidValues } from './calls.ts'

interface PaidPreviewCardProps {
  members: readonly Member[]
  /** Those of them that will be marked. */
  touched: readonly Member[]
  paid: PaidValues
  /** Whether the form holds a payment that can be recorded. */
  isReady: boolean
  refused: readonly { id: string; words: string }[]
  again: boolean
  onAgain: (again: boolean) => void
}

/** What will change on whom, and what it comes to, before anything is written. */
export function PaymentPreview(props: PaidPreviewCardProps) {
  const { members, touched, paid, isReady, refused, again, onAgain } = props
  const covered = members.filter((member) => isCovered(member, paid.membership_valid_to)).length
  return (
    <section className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 className="text-base">What will change</h3>
      {isReady && <p className="text-ink-soft">{sumOf(touched.length, paid)}</p>}
      {covered > 0 && (
        <CheckboxField
          label={`Replace the payment of ${covered === 1 ? 'the one' : `the ${covered}`} who paid for this time`}
          checked={again}
          onChange={({ target }) => onAgain(target.checked)}
        />
      )}
      <ul className="grid gap-2">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {member.name || member.company_name}{' '}
              <span className="text-ink-faint">{member.membership_number}</span>
            </span>
            <Change member={member} paid={paid} isTouched={touched.includes(member)} />
            {refused
              .filter(({ id }) => id === member.id)
              .map(({ words }) => (
                <p key={words} role="alert" className="basis-full text-danger-text">
                  {words}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** '3 members, ₹10,000 each: ₹30,000 in all, valid 01/04/2026 to 31/03/2027.' */
function sumOf(count: number, paid: PaidValues): string {
  const paise = parseRupees(paid.paymentAmount) ?? 0
  const { membership_valid_from: from, membership_valid_to: to } = paid
  const days = `valid ${numericDate(from)} to ${numericDate(to)}`
  if (count === 1) return `1 member, ${formatRupees(paise)}, ${days}.`
  return `${count} members, ${formatRupees(paise)} each: ${formatRupees(paise * count)} in all, ${days}.`
}

/** ' until 31/03/2027' where it is known. */
export const paidUntil = ({ membership_valid_to: to }: Member): string =>
  to ? ` until ${numericDate(to)}` : ''

function Change({
  member,
  paid,
  isTouched,
}: {
  member: Member
  paid: PaidValues
  isTouched: boolean
}) {
  if (!isTouched) return <span className="text-ink-faint">stays PAID{paidUntil(member)}</span>
  const paise = parseRupees(paid.paymentAmount)
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={member.payment_status ? 'success' : 'warning'}>
        {member.payment_status ? `PAID${paidUntil(member)}` : 'PENDING'}
      </Badge>
      <span aria-hidden="true">→</span>
      <span className="sr-only">becomes</span>
      <Badge tone="success">PAID {paise ? formatRupees(paise) : ''}</Badge>
    </span>
  )
}
