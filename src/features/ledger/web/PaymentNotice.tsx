import type { Member } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { numericDate } from '#shared/dates.ts'
import { nextFinancialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { isRenewal } from '../rules.ts'

/** Shown above the form of Mark Payment as Paid: the failure, or that the member has paid already. */
export function PaymentNotice({
  member,
  failure,
  from,
  onReload,
  onRenew,
}: {
  member: Member
  /** Why saving failed. */
  failure: string | undefined
  /** The first day in the form. */
  from: string
  onReload: () => void
  onRenew: (from: string, to: string) => void
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
  if (!member.payment_status) return null
  const { membership_valid_to: to } = member
  const renews = isRenewal(member, from)
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
        {until}. {renews ? 'This payment is a renewal.' : 'Saving replaces that payment.'}
      </p>
    </Banner>
  )
}
