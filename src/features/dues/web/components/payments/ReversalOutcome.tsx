import { duesStatusText } from '#features/members/dues-status.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { ReversalPreview } from '../../../answers.ts'
import { type TypedReversal, useReversalPreview } from '../../payment-calls.ts'

/** The fee of the bank in paise, 0 for none; undefined for a text that is no amount. */
export const bankFeeOf = (typed: string): number | undefined =>
  typed === '' ? 0 : readPaise(typed)

export function BankFeeField({
  value,
  error = bankFeeOf(value) === undefined
    ? 'Please enter the amount in rupees, like 500'
    : undefined,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <AmountField
      label="Bank fee (₹)"
      optional
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
      hint="What the bank took. It is added to what the member owes."
    />
  )
}

/** What becomes void, what is owed afterwards, and the email. */
export function ReversalOutcome({
  memberId,
  entryId,
  typed,
}: {
  memberId: string
  entryId: string
  typed: TypedReversal
}) {
  const { email_member: emailsMember, ...reversal } = typed
  const preview = useReversalPreview(memberId, entryId, reversal)
  if (preview.isError)
    return (
      <Banner tone="warning">
        {errorMessage(preview.error, "Couldn't work out what this changes")}
      </Banner>
    )
  if (!preview.data) return <p className="min-h-16" aria-busy="true" />
  const { receipt_number: number, mail } = preview.data
  return (
    <>
      <Banner tone="warning" title={number ? `Receipt ${number} becomes void` : 'What changes'}>
        {sentencesOf(preview.data).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Banner>
      {emailsMember && mail && (
        <section
          aria-label="Email to the member"
          className="grid gap-2 rounded-md border border-line px-4 py-3 text-sm"
        >
          <p className="font-medium wrap-anywhere">{mail.subject}</p>
          <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{mail.text}</p>
        </section>
      )}
    </>
  )
}

function sentencesOf({ before, after, credit_paise, notices = [] }: ReversalPreview): string[] {
  const owed = after?.owed_paise ?? 0
  const sentences = [
    after && owed > 0 && `${formatRupees(owed)} will be owed (${after.owed_name}).`,
    after && owed === 0 && 'Nothing will be owed.',
    after &&
      before &&
      after.status !== before.status &&
      `The status becomes ${duesStatusText(after)}.`,
    credit_paise > 0 && `${formatRupees(credit_paise)} will be credit.`,
    ...notices,
  ]
  return sentences.filter((sentence) => sentence !== false && sentence !== null)
}

/** The address, and why 'Email the member' is ticked before anybody has ticked it. */
export const receiptMailHint = (email: string, isTickedByDefault: boolean): string =>
  isTickedByDefault ? `${email}. Ticked because the receipt was emailed.` : email
