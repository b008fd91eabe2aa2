import { useQuery } from '@tanstack/react-query'
import type { Member } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Day, numericDate, type Period } from '#shared/dates.ts'
import { nextFinancialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { activeEntries, overlapsDays } from '../../account-entries.ts'
import { isRenewal } from '../../validity.ts'
import { memberPayments } from '../calls.ts'

/** Shown above the form of Mark Payment as Paid: the failure, or that the member has paid already. */
export function PaymentNotice({
  member,
  failure,
  days,
  onReload,
  onRenew,
}: {
  member: Member
  /** Why saving failed. */
  failure: string | undefined
  /** The days in the form, '' for none. */
  days: Period
  onReload: () => void
  onRenew: (from: Day, to: Day) => void
}) {
  if (failure !== undefined)
    return (
      <Banner
        tone="danger"
        title="Couldn't mark as paid"
        action={
          <Button size="sm" onClick={onReload}>
            Reload member
          </Button>
        }
      >
        <p>{`${withFullStop(failure)} Your entries are kept.`}</p>
      </Banner>
    )
  return member.payment_status ? <PaidNotice member={member} days={days} onRenew={onRenew} /> : null
}

/** Says whether the new payment renews or replaces the member's current payment. */
function PaidNotice({
  member,
  days,
  onRenew,
}: Pick<Parameters<typeof PaymentNotice>[0], 'member' | 'days' | 'onRenew'>) {
  const entries = useQuery(memberPayments(member.id))
  const { membership_valid_to: to } = member
  const renews = isRenewal(member, days.from)
  const isReplaced = activeEntries(entries.data ?? []).some((entry) => overlapsDays(entry, days))
  const until = to ? ` until ${numericDate(to)}` : ''
  const nextYear = to && !renews ? nextFinancialYear(to) : undefined
  return (
    <Banner
      tone="accent"
      action={
        nextYear && (
          <Button size="sm" onClick={() => onRenew(nextYear.from, nextYear.to)}>
            Renew for {nextYear.name}
          </Button>
        )
      }
    >
      <p>
        Already paid: {formatRupees(Math.round((member.payment_amount ?? 0) * 100))}
        {until}. {textOf({ isReplaced, renews })}
      </p>
    </Banner>
  )
}

const textOf = ({ isReplaced, renews }: { isReplaced: boolean; renews: boolean }): string => {
  if (isReplaced) return 'Saving replaces the payment for these days.'
  if (renews) return 'This payment is a renewal.'
  return 'That payment stays. What is not owed will be credit.'
}
