import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { CodeForm } from './CodeForm.tsx'
import { needsNewLink, useVerify } from './calls.ts'

/** Shown until the link in the mail is opened or its six-digit code is entered here. */
export function CheckEmail({
  email,
  onRequestNew,
  onBack,
}: {
  email: string
  /** Opens the form that requests a new link. */
  onRequestNew: () => void
  onBack: () => void
}) {
  const verify = useVerify()
  const error = verify.isError
    ? errorMessage(verify.error, 'The code could not be checked. Please try again.')
    : undefined
  const isClosed = needsNewLink(verify.error)
  return (
    <>
      <div className="grid gap-2 text-ink-soft">
        <p>
          A magic link was sent to{' '}
          <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Please check
          your inbox and click the login link.
        </p>
        <p className="text-sm">
          Nothing there after a minute? Look in the spam folder, and see that the address above is
          right.
        </p>
      </div>
      <div className="border-t border-line pt-5">
        <CodeForm
          pending={verify.isPending}
          error={error}
          isClosed={isClosed}
          onCode={(code) => verify.mutate({ email, code })}
        />
      </div>
      {isClosed && <RequestNewLink onClick={onRequestNew} />}
      <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        Back to Login
      </Button>
    </>
  )
}

/** Takes the focus from the code field, which is disabled when this button appears. */
function RequestNewLink({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="primary" size="lg" onClick={onClick}>
      Ask for a new link
    </Button>
  )
}
