/** What the screens of private links show while a link cannot be opened. */
import type { ReactNode } from 'react'
import { errorMessage, errorStatus } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/loading/Spinner.tsx'
import { CentredCard } from './CentredCard.tsx'

export const LinkLoading = ({ title, children }: { title: string; children: ReactNode }) => (
  <CentredCard title={title} view="loading">
    <p role="status" aria-busy="true" className="flex items-center gap-3 text-ink-soft">
      <Spinner className="text-accent-text" />
      {children}
    </p>
  </CentredCard>
)

/** `steps` describes what else the reader can do. */
export const LinkIncomplete = ({ steps }: { steps?: ReactNode }) => (
  <CentredCard title="This link is incomplete" view="incomplete">
    <p className="text-ink-soft">Open it again from the email.</p>
    {steps}
  </CentredCard>
)

interface LinkFailedProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** What to do about a link that the portal does not have, or not any more. */
  unknownLink: string
  steps?: ReactNode
}

/** An incomplete or unknown link, or a failure after which it can be opened again. */
export function LinkFailed({ query, unknownLink, steps }: LinkFailedProps) {
  const status = errorStatus(query.error)
  if (status === 400) return <LinkIncomplete steps={steps} />
  const isUnknown = status === 404
  return (
    <CentredCard title={titles[status ?? -1] ?? "That didn't work"} view={`failed-${status}`}>
      <p role="alert" className="text-ink-soft">
        {isUnknown
          ? unknownLink
          : errorMessage(query.error, 'Something went wrong. Please try again.')}
      </p>
      {isUnknown ? (
        steps
      ) : (
        <Button
          variant="primary"
          size="lg"
          pending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      )}
    </CentredCard>
  )
}

const titles: Record<number, string> = {
  0: 'No connection',
  404: 'This link is invalid or has expired',
  429: 'Too many attempts',
}
