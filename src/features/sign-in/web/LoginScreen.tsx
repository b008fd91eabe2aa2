import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ComponentProps, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyComponent, preload } from '#platform/web/ui/loading/lazy-component.tsx'
import { type LinkType, linkTypes } from '../rules.ts'
import { CookieNotice } from './CookieNotice.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LoginOptions } from './LoginOptions.tsx'
import { clearPendingLink, pendingLink } from './pending-link.ts'

// Loaded only when a link has been requested.
const CheckEmail = lazyComponent(async () => (await import('./CheckEmail.tsx')).CheckEmail)

const titles: Record<LinkType, string> = {
  member: 'Login',
  jobseeker: 'Login',
  admin: 'Admin Login',
}

/** Three views: the login options, the email form, and the wait for the mail (contract 2.3). */
export function LoginScreen({
  notice,
  isForJob,
}: Pick<ComponentProps<typeof LoginOptions>, 'notice' | 'isForJob'>) {
  const [search, setSearch] = useSearchParams()
  const [requested, setRequested] = useState(pendingLink)
  const [email, setEmail] = useState('')
  const type = linkTypes.find((linkType) => linkType === search.get('as'))
  useEffect(() => {
    if (type) preload([CheckEmail])
  }, [type])

  function backToOptions() {
    clearPendingLink()
    if (requested) setEmail(requested.email)
    setRequested(null)
    setSearch({})
  }

  if (requested)
    return (
      <CentredCard title="Check Your Email" view="sent">
        <CheckEmail
          key={requested.sentAt}
          requested={requested}
          onSent={() => setRequested(pendingLink())}
          onBack={backToOptions}
        />
      </CentredCard>
    )
  if (type)
    return (
      <CentredCard title={titles[type]} view={type}>
        <CookieNotice />
        <EmailForm
          type={type}
          email={email}
          onRequest={setEmail}
          onSent={() => setRequested(pendingLink())}
        />
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={backToOptions}>
          Back to login options
        </Button>
      </CentredCard>
    )
  return (
    <LoginOptions
      notice={notice}
      isForJob={isForJob}
      onChoose={(chosen) => setSearch({ as: chosen })}
    />
  )
}
