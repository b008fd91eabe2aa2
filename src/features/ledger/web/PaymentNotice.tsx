import type { Member } from '#features/members/answers.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { nextFinancialYear } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { isRenewal } from '../rules.ts'
import type { MarkPaidFailure } from './calls.ts'
import { paidUntil } from './PaymentPreview.tsx'

/** Shown above the form of Mark Payment as Paid: the failure, or that the only member has paid already. */
export function PaymentNotice({
  members,
  failures,
  from,
  onReload,
  onRenew,
}: {
  members: readonly Member[]
  failures: readonly MarkPaidFailure[]
  /** The first day in the form. */
  from: string
  onReload: () => void
  onRenew: (from: string, to: string) => void
}) {
  const [member, ...others] = members
  const isMany = others.length > 0
  if (failures.length > 0)
    return (
      <Banner
        tone="danger"
        title={isMany ? "Couldn't mark some members paid" : "Couldn't mark as paid"}
        action={
          <Button size="sm" onClick={onReload}>
            {isMany ? 'Reload members' : 'Reload member'}
          </Button>
        }
      >
        <p>
          {isMany ? 'See the reasons below.' : withFullStop(failures[0]?.message ?? '')} Your
          entries are kept.
        </p>
      </Banner>
    )
  if (!member?.payment_status || isMany) return null
  const { membership_valid_to: to } = member
  const renews = isRenewal(member, from)
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
        {paidUntil(member)}.{' '}
        {renews ? 'This payment is a renewal.' : 'Saving replaces that payment.'}
      </p>
    </Banner>
  )
}
