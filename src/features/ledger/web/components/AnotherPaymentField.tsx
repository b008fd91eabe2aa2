import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { isReferenceTaken } from '../calls.ts'
import { EarlierPayment } from './EarlierPayment.tsx'

/**
 * Shown after a payment was refused. If its reference is taken, it names the member whose payment has the reference,
 * asks why this is another payment, and links to the earlier payment if the refusal names one.
 */
export function AnotherPaymentField({
  error,
  reason,
  problem,
  onChange,
}: {
  error: Error | null
  /** What is wrong with the reason. */
  problem?: string | undefined
  reason: string
  onChange: (reason: string) => void
}) {
  if (!isReferenceTaken(error)) return <EarlierPayment error={error} />
  return (
    <Banner tone="warning" title="This reference is taken">
      <div className="grid gap-3">
        <p>{error.text}.</p>
        <EarlierPayment error={error} />
        <TextField
          label="Why is it another payment?"
          hint="For example: one transfer for two firms. The history keeps the reason."
          autoComplete="off"
          value={reason}
          error={problem}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Banner>
  )
}
