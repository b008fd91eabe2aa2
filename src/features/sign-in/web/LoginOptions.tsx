import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { portal } from '#platform/web/api/portal-info.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import type { LinkType } from '../rules.ts'
import { CookieNotice } from './CookieNotice.tsx'

/** The first view of the login screen. It needs no data, so that visitors see it before the rest is loaded. */
export function LoginOptions({
  notice,
  isForJob = false,
  onChoose,
}: {
  notice?: ReactNode
  /** True for a visitor who has opened the link of a job: the login of job seekers is the primary one. */
  isForJob?: boolean | undefined
  onChoose: (type: LinkType) => void
}) {
  return (
    <CentredCard title={`Welcome to ${portal.product_name} Portal`} view="options">
      {notice}
      <CookieNotice />
      <div className="grid gap-3">
        <Button
          variant={isForJob ? undefined : 'primary'}
          size="lg"
          onClick={() => onChoose('member')}
        >
          Login as OEM / Vendor (Members only)
        </Button>
        <Button
          variant={isForJob ? 'primary' : undefined}
          size="lg"
          onClick={() => onChoose('jobseeker')}
        >
          Login to check job openings
        </Button>
      </div>
      <div className="grid gap-2 border-t border-line pt-4">
        <h2 className="text-sm font-medium text-ink-soft">Not a member yet?</h2>
        <div className="grid gap-3 min-[380px]:grid-pairs">
          <ButtonLink href="/apply/oem" variant="soft" className="min-h-11 px-1!">
            Apply as OEM Member
          </ButtonLink>
          <ButtonLink href="/apply/vendor" variant="soft" className="min-h-11 px-1!">
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
            aria-description="Opens in a new tab"
            className={linkClass}
          >
            Go back to website
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        )}
      </div>
    </CentredCard>
  )
}

const linkClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-sm font-medium text-ink-soft underline-offset-3 hover:text-ink hover:underline touch:min-h-11'
