import { chargeName } from '#features/ledger/charge-name.ts'
import { AssumedState } from '#features/ledger/web/components/AssumedState.tsx'
import { errorMessage } from '#platform/web/api/call.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { usePaymentPreview } from '../calls.ts'

const couldNotPreview = "Couldn't work out what this payment settles"

/**
 * What a payment of dues would settle with the tax that was deducted from it, and what stays owed; `paidOn` is
 * yyyy-MM-dd.
 */
export function DuesPaymentOutcome({
  memberId,
  amount,
  tds = '',
  paidOn,
}: {
  memberId: string
  amount: string
  tds?: string
  paidOn: string
}) {
  const preview = usePaymentPreview(memberId, { amount, tds, paid_on: paidOn })
  if (preview.isError)
    return <Banner tone="warning">{errorMessage(preview.error, couldNotPreview)}</Banner>
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const { settles, owed_paise, remaining_paise, credit_paise, valid_from, valid_to } = preview.data
  const isPart = remaining_paise > 0
  return (
    <Banner
      tone={isPart ? 'warning' : 'success'}
      title={
        isPart
          ? 'Part payment'
          : owed_paise === 0 && settles.length === 0
            ? 'No dues are owed'
            : 'Settles everything owed'
      }
    >
      {settles.map((part) => (
        <p key={`${part.item} ${part.year} ${part.label}`}>
          {`${chargeName(part)}: ${formatRupees(part.paise)}`}
        </p>
      ))}
      {isPart && <p>{formatRupees(remaining_paise)} will still be owed.</p>}
      {credit_paise > 0 && <p>{formatRupees(credit_paise)} stays as credit for the next dues.</p>}
      {valid_from && valid_to && (
        <p>
          Membership valid {numericDate(valid_from)} to {numericDate(valid_to)}.
        </p>
      )}
      <AssumedState state={preview.data.assumed_state} />
    </Banner>
  )
}
