import { ApiError } from '#platform/web/api/call.ts'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import { memberPath } from '#shared/screens/paths.ts'
import { showEarlierPayment } from '../earlier-payment.ts'

/** Opens the member with the earlier payment that a refusal names, beside what was typed. */
export function EarlierPayment({ error }: { error: Error | null }) {
  if (!(error instanceof ApiError) || error.member === undefined) return null
  return (
    <div>
      <NewTabButton size="sm" href={memberPath(error.member)}>
        {showEarlierPayment}
      </NewTabButton>
    </div>
  )
}
