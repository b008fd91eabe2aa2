import { type FormEvent, useEffect, useRef, useState } from 'react'
import { EmailField } from '#platform/web/form/EmailField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { emailProblem, type LinkType } from '../rules.ts'
import { useRequestLink } from './calls.ts'

const notes: Record<LinkType, string> = {
  member: 'Note: Only registered members can access OEM/Vendor features',
  admin: 'Note: Only authorized administrators can access this area',
  jobseeker: "You'll be able to browse available job positions",
}

/** Requests a link for an address. Plain React, so that the first screen does not load the form library. */
export function EmailForm({
  type,
  email: typedBefore,
  onRequest,
  onSent,
}: {
  type: LinkType
  /** The address that a link was requested for before; empty for none. */
  email: string
  /** The address stays when the request is refused, also in the form of another kind of person. */
  onRequest: (email: string) => void
  onSent: () => void
}) {
  const requestLink = useRequestLink()
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const known = takeInvitedEmail() ?? typedBefore
    if (known && input.current) input.current.value = known
    input.current?.focus()
  }, [typedBefore])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const email = input.current?.value.trim() ?? ''
    const emailError = emailProblem(email)
    setError(emailError)
    if (emailError) return input.current?.focus()
    onRequest(email)
    requestLink.mutate({ email, type }, { onSuccess: onSent })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      <EmailField
        ref={input}
        label="Email"
        error={error}
        name="email"
        maxLength={254}
        placeholder="you@company.in"
      />
      <Button type="submit" variant="primary" size="lg" pending={requestLink.isPending}>
        Send Magic Link
      </Button>
      <p className="text-sm text-ink-soft">{notes[type]}</p>
    </form>
  )
}

/** The address in the link of an invitation, `/login#email=…`; it is removed from the address bar. */
function takeInvitedEmail(): string | null {
  const email = new URLSearchParams(window.location.hash.slice(1)).get('email')
  if (email !== null)
    window.history.replaceState(
      window.history.state,
      '',
      window.location.pathname + window.location.search,
    )
  return email
}
