import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { useLinkToken } from '#platform/web/state/link-token.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { homePath } from '#shared/roles.ts'
import { CodeForm } from './CodeForm.tsx'
import { clearPendingLink, currentUser, needsNewLink, useVerify } from './calls.ts'

/** The target of the link in the mail: signs in automatically, or explains why it failed. */
export function VerifyScreen() {
  const token = useLinkToken()
  if (token === null) return <Checking />
  if (token === undefined) return <IncompleteLink />
  return <Verify key={token} token={token} />
}

function Verify({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const verify = useVerify()
  const withCode = useVerify()
  const { mutateAsync } = verify

  const sendLink = useCallback(async () => {
    const user = await mutateAsync({ token }).catch(() => null)
    if (user) navigate('/', { replace: true })
  }, [mutateAsync, token, navigate])

  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void sendLink()
  }, [sendLink])

  if (!verify.isError) return <Checking />
  const status = errorStatus(verify.error)
  if (status !== 403)
    return <VerifyFailed status={status} error={verify.error} onRetry={() => void sendLink()} />

  const problem = withCode.isError ? withCode.error : undefined
  if (problem && needsNewLink(errorStatus(problem)))
    return <VerifyFailed status={errorStatus(problem)} error={problem} />
  return (
    <CentredCard title="One more step" view="code">
      <p className="text-ink-soft">
        This link was opened in another browser than the one that asked for it. Enter the six digits
        from the same e-mail, and you are in.
      </p>
      <CodeForm
        pending={withCode.isPending}
        error={problem && errorMessage(problem, 'The code could not be checked. Please try again.')}
        onCode={(code) =>
          withCode.mutate({ token, code }, { onSuccess: () => navigate('/', { replace: true }) })
        }
      />
      <NextSteps quiet />
    </CentredCard>
  )
}

function Checking() {
  return (
    <CentredCard title="Signing you in" view="checking">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner className="text-accent-text" />
        One moment, your link is being checked.
      </p>
    </CentredCard>
  )
}

function IncompleteLink() {
  return (
    <CentredCard title="This link is not complete" view="missing">
      <p className="text-ink-soft">
        Please open the link from your e-mail again, all of it from https to the last letter, or ask
        for a new one.
      </p>
      <NextSteps />
    </CentredCard>
  )
}

function VerifyFailed({
  status,
  error,
  onRetry,
}: {
  status: number | undefined
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  const { title, text } = failureCopy(status)
  const canRetry = onRetry && !needsNewLink(status)
  return (
    <CentredCard title={title} view={`refused-${status}`}>
      <p role="alert" className="text-ink-soft">
        {text ?? errorMessage(error, 'Something went wrong. Please try again.')}
      </p>
      <NextSteps>
        {canRetry && (
          <Button variant="primary" size="lg" onClick={onRetry}>
            Try again
          </Button>
        )}
      </NextSteps>
    </CentredCard>
  )
}

/** Title and text for each failure; without a text the server's message is shown. */
function failureCopy(status: number | undefined): { title: string; text?: string } {
  switch (status) {
    case 0:
      return {
        title: 'No connection',
        text: 'The portal cannot be reached just now. Your link is not used up: try it again.',
      }
    case 404:
      return {
        title: 'We do not know this link',
        text: 'It may have been cut short on its way. Open it from the e-mail again, or ask for a new one.',
      }
    case 409:
      return {
        title: 'This link has been used',
        text: 'Every link works once. Ask for a new one to sign in again.',
      }
    case 410:
      return {
        title: 'This link has expired',
        text: 'Links are good for ten minutes, to keep your account safe. Ask for a new one.',
      }
    case 429:
      return { title: 'Too many attempts' }
    default:
      return { title: 'That did not work' }
  }
}

/** A link to the portal for a signed-in user, otherwise a link to request a new sign-in link. */
function NextSteps({
  quiet = false,
  children,
}: {
  quiet?: boolean | undefined
  children?: ReactNode
}) {
  const user = useQuery(currentUser).data
  return (
    <div className="grid gap-3">
      {user && (
        <>
          <p className="text-sm text-ink-soft">You are signed in as {user.name || user.email}.</p>
          <ButtonLink
            href={homePath(user.role)}
            variant={quiet ? 'secondary' : 'primary'}
            size="lg"
          >
            Go on to the portal
          </ButtonLink>
        </>
      )}
      {children}
      {!user && (
        <ButtonLink
          href="/login"
          variant={quiet ? 'ghost' : children ? 'secondary' : 'primary'}
          size="lg"
          onClick={clearPendingLink}
        >
          Ask for a new link
        </ButtonLink>
      )}
    </div>
  )
}
