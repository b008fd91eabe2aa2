import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { useLinkToken } from '#platform/web/state/link-token.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Spinner } from '#platform/web/ui/loading/Spinner.tsx'
import type { RefusalCode } from '#shared/refusal.ts'
import { homePath } from '#shared/roles.ts'
import { type CodeKind, linkLifetimeText } from '../rules.ts'
import { CodeForm } from './CodeForm.tsx'
import { currentUser, needsNewLink, useVerify } from './calls.ts'
import { cookiesNotKept } from './cookies.ts'
import { clearPendingLink } from './pending-link.ts'

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
  const kind = codeKinds[reasonOf(verify.error)]
  if (!kind) return <VerifyFailed error={verify.error} onRetry={() => void sendLink()} />

  const problem = withCode.error
  if (needsNewLink(problem)) return <VerifyFailed error={problem} />
  return (
    <CentredCard title="One more step" view="code">
      <p className="text-ink-soft">
        This link was opened in a different browser from the one you started in. Enter the code from
        the same email to sign in.
      </p>
      <CodeForm
        kind={kind}
        pending={withCode.isPending}
        error={
          problem ? errorMessage(problem, "Couldn't check the code. Please try again.") : undefined
        }
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
        Checking your link…
      </p>
    </CentredCard>
  )
}

function IncompleteLink() {
  return (
    <CentredCard title="This link is incomplete" view="missing">
      <p className="text-ink-soft">Open it again from the email, or request a new one.</p>
      <NextSteps />
    </CentredCard>
  )
}

function VerifyFailed({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const reason = reasonOf(error)
  const { title, text }: FailureCopy = failureCopy[reason] ?? { title: "That didn't work" }
  const canRetry = onRetry && !needsNewLink(error) && reason !== 'no-cookies'
  return (
    <CentredCard title={title} view={`refused-${reason}`}>
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

/**
 * The code of a refusal; 'offline' when there was no response, 'no-cookies' when the browser did
 * not keep the session, '' for anything else.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  if (error.status === 0) return 'offline'
  return error.status === 401 ? 'no-cookies' : (error.code ?? '')
}

/** The refusals that ask for a code. */
const codeKinds: Partial<Record<string, CodeKind>> = {
  'code-needed': 'digits',
  'code-needed-letters': 'letters',
} satisfies Partial<Record<RefusalCode, CodeKind>>

interface FailureCopy {
  title: string
  /** The text of the message; by default the message of the server. */
  text?: string
}

const usedLink: FailureCopy = {
  title: 'This link has already been used',
  text: 'Each link works once. Request a new one to sign in again.',
}
const expiredLink: FailureCopy = {
  title: 'This link has expired',
  text: `For your security, links work for ${linkLifetimeText}. Request a new one.`,
}

const failureCopy: Partial<Record<string, FailureCopy>> = {
  offline: {
    title: 'No connection',
    text: "The portal can't be reached. Your link still works: try again in a moment.",
  },
  'no-cookies': { title: 'Cookies are blocked', text: cookiesNotKept },
  'link-unknown': {
    title: 'This link is invalid',
    text: 'It may be incomplete. Open it again from the email, or request a new one.',
  },
  'link-used': usedLink,
  'link-replaced': usedLink,
  'link-expired': expiredLink,
  'link-blocked': { title: 'Too many incorrect codes' },
  'too-many-tries': { title: 'Too many attempts' },
} satisfies Partial<Record<RefusalCode | 'offline' | 'no-cookies', FailureCopy>>

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
            Continue to the portal
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
          Request a new link
        </ButtonLink>
      )}
    </div>
  )
}
