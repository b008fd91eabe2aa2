import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleSlash from 'lucide-react/icons/circle-slash'
import CircleX from 'lucide-react/icons/circle-x'
import type { LucideIcon } from 'lucide-react/types'
import { ApiError } from '#platform/web/api/call.ts'
import { usePortal } from '#platform/web/api/portal-info.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { type Tone, toneClass } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Spinner } from '#platform/web/ui/loading/Spinner.tsx'
import { dateTime, longDate } from '#shared/dates.ts'
import type { Verification } from '../answers.ts'
import { statusTexts } from '../status-texts.ts'
import { verification } from './calls.ts'

const statusLooks: Record<Verification['status'], { tone: Tone; icon: LucideIcon }> = {
  valid: { tone: 'success', icon: BadgeCheck },
  expired: { tone: 'warning', icon: CircleSlash },
  revoked: { tone: 'danger', icon: CircleX },
  unknown: { tone: 'danger', icon: CircleHelp },
}

const noCertificate: Verification = {
  status: 'unknown',
  name: '',
  company_name: '',
  membership_number: '',
  valid_until: '',
}

/** The public page of a certificate: what it is worth at this moment. */
export function VerifyCertificateScreen({ code }: { code: string }) {
  const query = useQuery(verification(code))
  // A code that cannot exist is refused before it is looked up.
  const isMalformed = query.error instanceof ApiError && query.error.status === 404
  const result = isMalformed ? noCertificate : query.data
  const { association_name } = usePortal()
  return (
    <CentredCard title="Membership certificate" view={result?.status ?? 'checking'}>
      <p className="text-sm text-ink-soft">Checked by {association_name}</p>
      {result ? (
        <Result result={result} checkedAt={query.dataUpdatedAt || Date.now()} />
      ) : query.isError ? (
        <LoadFailed title="Couldn't check the certificate" query={query} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner className="text-accent-text" />
          Checking…
        </p>
      )}
      {result && (
        <Button size="lg" pending={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </Button>
      )}
    </CentredCard>
  )
}

function Result({ result, checkedAt }: { result: Verification; checkedAt: number }) {
  const { title, text } = statusTexts[result.status]
  const { tone, icon: Icon } = statusLooks[result.status]
  return (
    <>
      <div
        role="status"
        className={classNames(
          'flex items-start gap-3 rounded-lg p-4 forced-colors:border',
          toneClass[tone],
        )}
      >
        <Icon aria-hidden="true" className="mt-0.5 size-7 shrink-0" />
        <div className="grid gap-1">
          <p className="text-lg font-semibold">{title}</p>
          <p className="text-sm text-ink">{text}</p>
        </div>
      </div>
      {result.status !== 'unknown' && (
        <dl className="grid gap-3 wrap-anywhere">
          <DescriptionItem name="Name">{result.name}</DescriptionItem>
          {result.company_name && (
            <DescriptionItem name="Company">{result.company_name}</DescriptionItem>
          )}
          <DescriptionItem name="Membership No.">{result.membership_number}</DescriptionItem>
          {result.valid_until && (
            <DescriptionItem name="Valid until">{longDate(result.valid_until)}</DescriptionItem>
          )}
        </dl>
      )}
      <p className="text-xs text-ink-soft">Checked {dateTime(new Date(checkedAt))} (India)</p>
    </>
  )
}
