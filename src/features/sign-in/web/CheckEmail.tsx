import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { countOf } from '#shared/sentences.ts'
import { linkLifetime, linkLifetimeText } from '../rules.ts'
import { CodeForm } from './CodeForm.tsx'
import { needsNewLink, useRequestLink, useVerify } from './calls.ts'
import { cookiesNotKept } from './cookies.ts'
import type { PendingLink } from './pending-link.ts'
import { useTimeLeft } from './use-time-left.ts'

interface CheckEmailProps {
  /** The requested link. */
  requested: PendingLink
  /** Called when a new link has been requested for the same address. */
  onSent: () => void
  onBack: () => void
}

/** Shown until the link in the mail is opened or its code is entered here, or both have expired. */
export function CheckEmail({ requested, onSent, onBack }: CheckEmailProps) {
  const { email, type, sentAt, isDelayed } = requested
  const verify = useVerify()
  const request = useRequestLink()
  const timeLeft = useTimeLeft(sentAt + linkLifetime)
  const isExpired = timeLeft === 0 && !verify.isPending
  const isClosed = isExpired || needsNewLink(verify.error)
  return (
    <>
      <div className="grid gap-2 text-ink-soft">
        <p>
          A magic link was sent to{' '}
          <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Please check
          your inbox and click the login link.
        </p>
        {isDelayed && (
          <p className="text-sm font-medium text-warning-text">
            {`Our emails are delayed at the moment: if nothing has come in ${linkLifetimeText}, please try again later or contact the association.`}
          </p>
        )}
        {!isClosed && !isDelayed && (
          <p className="text-sm">
            Nothing after a minute? Look in your spam folder and check the address above.
          </p>
        )}
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <CodeForm
          kind={type === 'admin' ? 'letters' : 'digits'}
          pending={verify.isPending}
          error={isExpired ? 'This code has expired' : codeError(verify.error)}
          isClosed={isClosed}
          onCode={(code) => verify.mutate({ email, code })}
        />
        {!isClosed && <p className="text-sm text-ink-faint">{timeLeftLabel(timeLeft)}</p>}
      </div>
      {isClosed && (
        <RequestNewLink
          pending={request.isPending}
          onClick={() => request.mutate({ email, type }, { onSuccess: onSent })}
        />
      )}
      <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        Back to Login
      </Button>
    </>
  )
}

function codeError(error: Error | null): string | undefined {
  if (!error) return undefined
  // The link was requested in this tab, so its cookie would be known.
  if (error instanceof ApiError && error.code === 'link-unknown') return cookiesNotKept
  return errorMessage(error, "Couldn't check the code. Please try again.")
}

function timeLeftLabel(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const time =
    seconds > 60
      ? countOf(Math.ceil(seconds / 60), 'minute', 'minutes')
      : countOf(seconds, 'second', 'seconds')
  return `The link and the code work for another ${time}.`
}

/** Takes the focus from the code field, which is disabled when this button appears. */
function RequestNewLink({ pending, onClick }: { pending: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="primary" size="lg" pending={pending} onClick={onClick}>
      Send a new link
    </Button>
  )
}
