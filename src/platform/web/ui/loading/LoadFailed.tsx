import RotateCw from 'lucide-react/icons/rotate-cw'
import { errorMessage } from '../../api/call.ts'
import { Button } from '../Button.tsx'
import { FailedBlock, FailedLine } from './FailedLine.tsx'

/** Shows that a query failed, with the reason and a button that sends it again. */
export function LoadFailed({
  query,
  title = 'The list could not be loaded',
  canRetry = true,
  isWhole = false,
}: {
  query: { error: unknown; refetch: () => Promise<unknown> }
  title?: string | undefined
  /** False where another button loads again. */
  canRetry?: boolean | undefined
  /** Whether nothing but this is in the place of the list or screen. */
  isWhole?: boolean | undefined
}) {
  const Failed = isWhole ? FailedBlock : FailedLine
  return (
    <Failed title={title} reason={errorMessage(query.error, 'Something went wrong.')}>
      {canRetry && (
        <Button
          size="sm"
          variant={isWhole ? 'soft' : 'ghost'}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      )}
    </Failed>
  )
}
