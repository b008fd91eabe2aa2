import RotateCw from 'lucide-react/icons/rotate-cw'
import { errorMessage } from '../../api/call.ts'
import { Button } from '../Button.tsx'

/** Shows that a query failed, with the reason and a button that sends it again. */
export function LoadFailed({
  query,
  title = 'The list could not be loaded',
  canRetry = true,
}: {
  query: { error: unknown; refetch: () => Promise<unknown> }
  title?: string | undefined
  /** False where another button loads again. */
  canRetry?: boolean | undefined
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-lg border border-danger-text/25 bg-danger-soft px-5 py-4 text-danger-text"
    >
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-sm">
          {errorMessage(query.error, 'Something went wrong. Please try again.')}
        </p>
      </div>
      {canRetry && (
        <Button
          size="sm"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
