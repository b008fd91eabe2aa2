import { ApiError } from '#platform/web/api/call.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'

/** Whether a payment was refused because another member's payment has its reference. */
export const isReferenceTaken = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'reference-taken'

/** The reason is long enough for the server. */
export const isReason = (reason: string): boolean => reason.trim().length >= 3

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
