import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { FormPage } from '#platform/web/layout/FormPage.tsx'
import { LinkFailed, LinkIncomplete, LinkLoading } from '#platform/web/layout/private-link.tsx'
import { useLinkToken } from '#platform/web/state/link-token.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { isoDay, longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../../notices/answers.ts'
import { itemLabels, paidText } from '../../notices/labels.ts'
import { noticeName, waitingReport } from '../../notices/rules.ts'
import { noticeOf, useNoticeDocument } from './calls.ts'
import { PaymentDetails } from './PaymentDetails.tsx'
import { ReportPayment } from './ReportPayment.tsx'
import { waitingText } from './waiting-text.ts'

interface DuesNoticeProps {
  /** Shown in the bar: the way back for those who are signed in. */
  lead?: ReactNode
}

/** What a dues notice's private link opens (contract 2.12): what is owed, and how to pay it. */
export function DuesNoticeScreen({ lead }: DuesNoticeProps) {
  const token = useLinkToken('dues-notice')
  if (token === null) return <Loading />
  if (token === undefined) return <LinkIncomplete steps={steps} />
  return <LoadedNotice key={token} token={token} lead={lead} />
}

/** Members also see their dues after signing in. */
const steps = (
  <div className="grid gap-3">
    <p className="text-ink-soft">Members also see what they owe after signing in.</p>
    <ButtonLink href="/login?as=member" variant="primary" size="lg">
      Sign in to see your dues
    </ButtonLink>
  </div>
)

function LoadedNotice({ token, lead }: DuesNoticeProps & { token: string }) {
  const notice = useQuery(noticeOf(token))
  if (notice.isPending) return <Loading />
  if (notice.isError)
    return (
      <LinkFailed
        query={notice}
        unknownLink="Please open the link in the newest email, or write to the association."
        steps={steps}
      />
    )
  return <NoticeSheet token={token} notice={notice.data} lead={lead} />
}

function NoticeSheet({ token, notice, lead }: DuesNoticeProps & { token: string; notice: Notice }) {
  const { owed_paise, name, company_name, membership_number, reference } = notice
  const isOwing = owed_paise > 0
  const waiting = waitingReport(notice)
  return (
    <FormPage
      title={noticeName(notice)}
      view={isOwing ? 'owing' : 'paid'}
      lead={lead}
      intro={
        // Hides a separator dot at the beginning of a line.
        <div className="overflow-hidden">
          <p className="-ml-4 flex flex-wrap text-ink-soft wrap-anywhere">
            {[company_name || name, company_name && name, membership_number]
              .filter(Boolean)
              .map((fact, index) => (
                <span
                  key={fact}
                  className={classNames(
                    'relative min-w-0 pl-4',
                    index === 0
                      ? 'font-medium text-ink'
                      : "before:absolute before:left-1.5 before:content-['·']",
                  )}
                >
                  {fact}
                </span>
              ))}
          </p>
        </div>
      }
    >
      <div className="grid gap-6 px-(--gutter) py-5">
        {isOwing ? (
          <>
            {waiting && <Banner tone="info">{waitingText(waiting)}</Banner>}
            <Charges notice={notice} />
            <PaymentDetails notice={notice} isReported={waiting !== undefined} />
          </>
        ) : (
          <Banner tone="success" title="Nothing to pay">
            <span>{paidText(notice)}</span>
            {notice.credit_paise > 0 && (
              <span> You have a credit of {formatRupees(notice.credit_paise)}.</span>
            )}
          </Banner>
        )}
        <div className="flex flex-wrap gap-x-2 gap-y-6">
          <ReportPayment token={token} notice={notice} />
          <Downloads token={token} />
        </div>
        <Association notice={notice} />
        <p className="text-xs text-ink-faint">
          Notice {reference}. Anyone with this link can see this notice.
        </p>
      </div>
    </FormPage>
  )
}

/** What is not paid yet, oldest first, and the total. */
function Charges({ notice: { charges, owed_paise } }: { notice: Notice }) {
  const today = isoDay(new Date())
  return (
    <section aria-label="What you owe" className="border-b border-line">
      <ul className="divide-y divide-line">
        {charges.map((charge) => (
          <li
            key={`${charge.item} ${charge.year} ${charge.due_on}`}
            className="flex flex-wrap justify-between gap-x-4 py-3 text-sm first:pt-0"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {charge.label || itemLabels[charge.item]} {charge.year}
              </p>
              <p className={charge.due_on < today ? 'text-danger-text' : 'text-ink-soft'}>
                {charge.due_on < today ? 'Was due' : 'Due'} {longDate(charge.due_on)}
              </p>
            </div>
            <div className="text-right">
              <p>{formatRupees(charge.open_paise)}</p>
              {charge.open_paise < charge.amount_paise && (
                <p className="text-ink-faint">of {formatRupees(charge.amount_paise)}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line py-3 text-lg font-semibold">
        <span>Total</span>
        <span>{formatRupees(owed_paise)}</span>
      </p>
    </section>
  )
}

function Downloads({ token }: { token: string }) {
  const download = useNoticeDocument(token)
  const isRunning = (language: string) => download.isPending && download.variables === language
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Download aria-hidden="true" />}
        pending={isRunning('en')}
        onClick={() => download.mutate('en')}
      >
        Download PDF
      </Button>
      <Button
        icon={<Download aria-hidden="true" />}
        pending={isRunning('hi')}
        onClick={() => download.mutate('hi')}
      >
        <span lang="hi">हिन्दी PDF</span>
      </Button>
    </div>
  )
}

function Association({ notice: { association } }: { notice: Notice }) {
  const { name, address, pan, gstin, email } = association
  return (
    <section aria-label="Association" className="grid gap-0.5 text-sm text-ink-soft wrap-anywhere">
      <p className="font-medium text-ink">{name}</p>
      {address && <p className="whitespace-pre-line">{address}</p>}
      {(pan || gstin) && (
        <p>{[pan && `PAN ${pan}`, gstin && `GSTIN ${gstin}`].filter(Boolean).join(' · ')}</p>
      )}
      {email && (
        <p>
          Questions?{' '}
          <a className="text-accent-text underline" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      )}
    </section>
  )
}

const Loading = () => <LinkLoading title="Membership dues">Loading your notice…</LinkLoading>
