import RotateCw from 'lucide-react/icons/rotate-cw'
import { errorMessage } from '../../api/call.ts'
import { Button } from '../Button.tsx'
import { FailedLine } from './FailedLine.tsx'

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
    <FailedLine
      title={title}
      reason={errorMessage(query.error, 'Something went wrong. Please try again.')}
    >
      {canRetry && (
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      )}
    </FailedLine>
  )
}
