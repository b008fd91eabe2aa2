import type { ApiError } from '#platform/web/api/call.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { EarlierPayment } from './EarlierPayment.tsx'

/** Says whose payment has the reference, and asks why this is another one. */
export function AnotherPaymentField({
  error,
  reason,
  onChange,
}: {
  error: ApiError
  reason: string
  onChange: (reason: string) => void
}) {
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
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Banner>
  )
}
