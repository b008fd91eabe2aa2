import { RotateCw } from 'lucide-react'
import { errorMessage } from '../api/call.ts'
import { Button } from './Button.tsx'

/** Shows that loading failed, with the reason and, if `retry` is given, a button. */
export function LoadFailed({
  error,
  title = 'This could not be loaded',
  retry,
}: {
  error: unknown
  title?: string | undefined
  retry?: (() => void) | undefined
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-lg border border-danger-text/25 bg-danger-soft px-5 py-4 text-danger-text"
    >
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-sm">{errorMessage(error, 'Something went wrong. Please try again.')}</p>
      </div>
      {retry && (
        <Button size="sm" icon={<RotateCw aria-hidden="true" />} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
