// cspell:ignore noopener
import { memberRecord } from '#shared/screens/paths.ts'
import { ApiError, errorMessage } from '../api/call.ts'
import { toast } from './toast.ts'

/**
 * Shows a failed call in a toast: the server's message, or the fallback when it sent none, with a way to the earlier
 * payment that is the reason.
 */
export function errorToast(error: unknown, fallback: string): void {
  const member = error instanceof ApiError ? error.member : undefined
  toast({
    title: 'Error',
    description: errorMessage(error, fallback),
    variant: 'destructive',
    ...(member !== undefined && {
      action: {
        label: 'Show the earlier payment',
        onSelect: () => window.open(memberRecord(member), '_blank', 'noopener'),
      },
    }),
  })
}
