import type { UseQueryResult } from '@tanstack/react-query'
import { errorMessage } from '#platform/web/api/call.ts'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { financialYearOf } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { MarkPreview } from '../../answers.ts'
import { chargeName } from '../../charge-name.ts'
import type { PaidValues } from '../calls.ts'
import { AssumedState } from './AssumedState.tsx'
import { CreditText, isSurplus, OutcomeNote } from './OutcomeNote.tsx'

export type PaymentKind = 'full' | 'instalment'

/**
 * How much less than the dues is paid for a year that is not charged yet, in paise; the treasurer then selects whether
 * it is the full fee or an instalment. 0 where a charge states what stays owed, and for several years.
 */
export function missingOf(
  { paymentAmount, membership_valid_from: from, membership_valid_to: to }: PaidValues,
  dues: string,
  preview: MarkPreview | undefined,
): number {
  const fee = readPaise(dues) ?? 0
  const paise = readPaise(paymentAmount) ?? 0
  const year = financialYearOf(from)
  const isOneYear = from >= year.from && to <= year.to
  const [first, ...others] = preview?.settles ?? []
  const isWhole = first?.year === year.name && first.paise === paise && others.length === 0
  return isOneYear && isWhole && first.open_paise === 0 && paise < fee ? fee - paise : 0
}

/** Asks whether an amount below the dues is all that the member has to pay. */
export const FullOrInstalment = ({
  missing,
  kind,
  onChange,
}: {
  missing: number
  kind: PaymentKind
  onChange: (kind: PaymentKind) => void
}) => (
  <SelectField
    label="Full fee or instalment?"
    hint={`${formatRupees(missing)} less than the dues`}
    options={[
      { value: 'full', label: 'Full fee: nothing more is owed' },
      { value: 'instalment', label: `Instalment: ${formatRupees(missing)} stays owed` },
    ]}
    value={kind}
    onChange={({ target }) => onChange(target.value as PaymentKind)}
  />
)

/**
 * What a payment settles, what stays owed or is credit, and which receipts become
 * void. `missing` is the rest of an instalment.
 */
export function PaymentOutcome({
  preview,
  missing,
}: {
  preview: UseQueryResult<MarkPreview>
  missing: number
}) {
  if (preview.isError)
    return (
      <Banner tone="warning">
        {errorMessage(preview.error, "Couldn't work out what this payment settles")}
      </Banner>
    )
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const remaining = preview.data.remaining_paise + missing
  return (
    <OutcomeNote
      tone={
        remaining > 0 || preview.data.replaces.length > 0 || isSurplus(preview.data)
          ? 'warning'
          : 'success'
      }
      title={
        remaining > 0 ? `${formatRupees(remaining)} will still be owed` : 'Nothing will be owed'
      }
    >
      {sentencesOf(preview.data).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <CreditText {...preview.data} />
      <AssumedState state={preview.data.assumed_state} />
    </OutcomeNote>
  )
}

function sentencesOf({ settles, replaces, notices = [] }: MarkPreview): string[] {
  return [
    ...settles.map((part) => `${chargeName(part)}: ${formatRupees(part.paise)}`),
    ...replaces.map(({ receipt_number: number, amount_paise }) =>
      number
        ? `Receipt ${number} of ${formatRupees(amount_paise)} is replaced and becomes void.`
        : `The payment of ${formatRupees(amount_paise)} is replaced.`,
    ),
    ...notices,
  ]
}
