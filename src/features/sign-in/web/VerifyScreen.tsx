import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { homePath } from '#shared/roles.ts'
import { CodeForm } from './CodeForm.tsx'
import { clearPendingLink, currentUser, needsNewLink, useVerify } from './calls.ts'

/** Takes the token out of the address bar; from here on it lives in memory only. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token')
  if (window.location.hash !== '')
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return token || undefined
}

/** The token of the link that was opened last in this tab; null while the address is being read. */
function useLinkToken(): string | undefined | null {
  const [token, setToken] = useState<string | undefined | null>(null)
  useEffect(() => {
    const read = () => setToken((held) => takeToken() ?? held ?? undefined)
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}

/** Where the link of the mail leads: signs in by itself, or says what stands in the way. */
export function VerifyScreen() {
  const token = useLinkToken()
  if (token === null) return <Checking />
  if (token === undefined) return <Missing />
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
    return <Refused status={status} error={verify.error} onRetry={() => void sendLink()} />

  const problem = withCode.isError ? withCode.error : undefined
  if (problem && needsNewLink(errorStatus(problem)))
    return <Refused status={errorStatus(problem)} error={problem} />
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
      <WaysOn quiet />
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

function Missing() {
  return (
    <CentredCard title="This link is not complete" view="missing">
      <p className="text-ink-soft">
        Please open the link from your e-mail again, all of it from https to the last letter, or ask
        for a new one.
      </p>
      <WaysOn />
    </CentredCard>
  )
}

function Refused({
  status,
  error,
  onRetry,
}: {
  status: number | undefined
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  const { title, words } = explain(status)
  const mayRetry = onRetry && !needsNewLink(status)
  return (
    <CentredCard title={title} view={`refused-${status}`}>
      <p role="alert" className="text-ink-soft">
        {words ?? errorMessage(error, 'Something went wrong. Please try again.')}
      </p>
      <WaysOn>
        {mayRetry && (
          <Button variant="primary" size="lg" onClick={onRetry}>
            Try again
          </Button>
        )}
      </WaysOn>
    </CentredCard>
  )
}

/** The words for each way a link can fail; without words the portal's own sentence is shown. */
function explain(status: number | undefined): { title: string; words?: string } {
  switch (status) {
    case 0:
      return {
        title: 'No connection',
        words: 'The portal cannot be reached just now. Your link is not used up: try it again.',
      }
    case 404:
      return {
        title: 'We do not know this link',
        words:
          'It may have been cut short on its way. Open it from the e-mail again, or ask for a new one.',
      }
    case 409:
      return {
        title: 'This link has been used',
        words: 'Every link works once. Ask for a new one to sign in again.',
      }
    case 410:
      return {
        title: 'This link has expired',
        words: 'Links are good for ten minutes, to keep your account safe. Ask for a new one.',
      }
    case 429:
      return { title: 'Too many attempts' }
    default:
      return { title: 'That did not work' }
  }
}

/** The way to the portal for somebody who is signed in already, and the way to a new link. */
function WaysOn({
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
