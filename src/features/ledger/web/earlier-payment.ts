// cspell:ignore noopener
import type { ApiError } from '#platform/web/api/call.ts'
import { memberPath } from '#shared/screens/paths.ts'

export const showEarlierPayment = 'Show the earlier payment'

/** In a toast: opens the member with the earlier payment that a refusal names. */
export const earlierPaymentAction = ({ member }: ApiError) =>
  member === undefined
    ? undefined
    : {
        label: showEarlierPayment,
        onSelect: () => void window.open(memberPath(member), '_blank', 'noopener'),
      }
