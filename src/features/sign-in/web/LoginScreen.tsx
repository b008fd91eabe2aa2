import { ArrowLeft, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { portal } from '#platform/web/api/portal-info.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { lazyComponent } from '#platform/web/ui/lazy-component.tsx'
import { type LinkType, linkTypes } from '../rules.ts'
import { clearPendingLink, pendingLink } from './calls.ts'
import { EmailForm } from './EmailForm.tsx'

// Not needed until a link has been requested.
const CheckEmail = lazyComponent(async () => (await import('./CheckEmail.tsx')).CheckEmail)

const titles: Record<LinkType, string> = {
  member: 'Login',
  jobseeker: 'Login',
  admin: 'Admin Login',
}

/** Three views: the login options, the email form, and the wait for the mail (contract 2.3). */
export function LoginScreen({ notice }: { notice?: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const [requested, setRequested] = useState(pendingLink)
  const type = linkTypes.find((linkType) => linkType === search.get('as'))
  useEffect(() => {
    if (type) CheckEmail.preload().catch(() => {})
  }, [type])

  const chooseType = (type: LinkType) => setSearch({ as: type })
  function backToOptions() {
    clearPendingLink()
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
        <EmailForm type={type} onSent={() => setRequested(pendingLink())} />
        <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={backToOptions}>
          Back to login options
        </Button>
      </CentredCard>
    )
  return (
    <CentredCard title={`Welcome to ${portal.product_name} Portal`} view="options">
      {notice}
      <LoginOptions onChoose={chooseType} />
    </CentredCard>
  )
}

function LoginOptions({ onChoose }: { onChoose: (type: LinkType) => void }) {
  return (
    <>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" onClick={() => onChoose('member')}>
          Login as OEM / Vendor (Members only)
        </Button>
        <Button size="lg" onClick={() => onChoose('jobseeker')}>
          Login to check job openings
        </Button>
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <h2 className="text-base">Not a member yet?</h2>
        <div className="grid gap-3 min-[380px]:grid-cols-2">
          <ButtonLink href="/apply/oem" className="px-2">
            Apply as OEM Member
          </ButtonLink>
          <ButtonLink href="/apply/vendor" className="px-2">
            Apply as Vendor
          </ButtonLink>
        </div>
      </div>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <Link href="/login?as=admin" className={linkClass}>
          Admin Login
        </Link>
        {portal.association_website && (
          <a
            href={portal.association_website}
            target="_blank"
            rel="noopener noreferrer"
            className={linkClass}
          >
            Go back to website
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
    </>
  )
}

const linkClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-sm text-accent-text underline underline-offset-3 hover:decoration-2 pointer-coarse:min-h-11'
