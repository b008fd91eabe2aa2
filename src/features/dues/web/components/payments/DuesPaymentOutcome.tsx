import { chargeName } from '#features/ledger/charge-name.ts'
import { AssumedState } from '#features/ledger/web/components/AssumedState.tsx'
import { CreditText, isSurplus, OutcomeNote } from '#features/ledger/web/components/OutcomeNote.tsx'
import { errorMessage } from '#platform/web/api/call.ts'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { MemberAccount } from '../../../answers.ts'
import { dueFirst, type PreviewFields, useDuesPaymentPreview } from '../../payment-calls.ts'

const couldNotPreview = "Couldn't work out what this payment settles"

interface PreviewProps {
  memberId: string
  payment: PreviewFields
}

/** What a payment of dues would settle with the tax that was deducted from it, and what stays owed. */
export function DuesPaymentOutcome({ memberId, payment }: PreviewProps) {
  const preview = useDuesPaymentPreview(memberId, payment)
  if (preview.isError)
    return <Banner tone="warning">{errorMessage(preview.error, couldNotPreview)}</Banner>
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const { settles, owed_paise, remaining_paise, not_raised_paise } = preview.data
  const { valid_from, valid_to, notices = [] } = preview.data
  const isPart = remaining_paise > 0 || not_raised_paise > 0
  return (
    <>
      {notices.length > 0 && (
        <Banner tone="warning">
          {notices.map((notice) => (
            <p key={notice}>{withFullStop(notice)}</p>
          ))}
        </Banner>
      )}
      <OutcomeNote
        tone={isPart || isSurplus(preview.data) ? 'warning' : 'success'}
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
        {remaining_paise > 0 && <p>{formatRupees(remaining_paise)} will still be owed.</p>}
        {not_raised_paise > 0 && (
          <p>
            {formatRupees(not_raised_paise)} of dues that are not raised yet will still be owed.
          </p>
        )}
        <CreditText {...preview.data} />
        {valid_from && valid_to && (
          <p>
            Membership valid {numericDate(valid_from)} to {numericDate(valid_to)}.
          </p>
        )}
        <AssumedState state={preview.data.assumed_state} />
      </OutcomeNote>
    </>
  )
}

/**
 * Selects which of several open charges a payment pays. Until the administrator selects one, it shows the charge that
 * the server derives from the reference and the amount.
 */
export function PaidChargeField({
  memberId,
  payment,
  charges,
  error,
  onChange,
}: PreviewProps & {
  charges: MemberAccount['charges']
  error: string | undefined
  onChange: (charge_id: string) => void
}) {
  const suggestedChargeId = useDuesPaymentPreview(memberId, payment).data?.charge_id
  const { charge_id = '' } = payment
  const paise = (readPaise(payment.amount) ?? 0) + (readPaise(payment.tds ?? '') ?? 0)
  const [equal, another] = charges.filter(({ open_paise }) => open_paise === paise)
  const isOfAmount = !another && equal?.id === suggestedChargeId
  return (
    <SelectField
      label="For"
      options={[
        { value: dueFirst, label: 'What is due first' },
        ...charges.map((charge) => ({
          value: charge.id,
          label: `${chargeName(charge)}: ${formatRupees(charge.open_paise)}`,
        })),
      ]}
      hint={
        charge_id === '' && suggestedChargeId
          ? isOfAmount
            ? 'Just this amount is open'
            : 'The reference names this charge'
          : undefined
      }
      error={error}
      value={charge_id || (suggestedChargeId ?? dueFirst)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
