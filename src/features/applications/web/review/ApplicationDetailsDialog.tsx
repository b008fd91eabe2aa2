import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/loading/DetailsPlaceholder.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { dateTime, isDay, shortDate } from '#shared/dates.ts'
import type { Application, ApplicationDetails } from '../../answers.ts'
import { applicationNumber, canDecide, isUnconfirmed } from '../../rules.ts'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { ApproveButton } from './ApproveButton.tsx'
import { ApplicationStatusBadge, TypeBadge } from './application-badges.tsx'
import { applicationDetails } from './calls.ts'
import { Documents } from './Documents.tsx'
import { PossibleDuplicates } from './PossibleDuplicates.tsx'
import { ReopenButton } from './ReopenButton.tsx'
import { KeepNotice } from './UnconfirmedNotice.tsx'
import type { Review } from './use-review.ts'

const title = 'Application Details'

/** Application Details (contract 2.5) with the buttons of the possible decisions. */
export function ApplicationDetailsDialog({ id, review }: { id: string; review: Review }) {
  const application = useQuery(applicationDetails(id))
  if (application.data) return <Details application={application.data} review={review} />
  return (
    <Dialog open size="xl" onClose={review.closeDetails} title={title}>
      <DetailsPlaceholder
        query={application}
        loading={<SkeletonRows rows={6} label="Loading the application" />}
        notFound={
          <EmptyState title="Application not found">
            It was deleted, or the link is incomplete.
          </EmptyState>
        }
      />
    </Dialog>
  )
}

function Details({ application, review }: { application: ApplicationDetails; review: Review }) {
  const [conflict, setConflict] = useState<string>()
  const { formData } = application
  return (
    <Dialog
      open
      size="xl"
      onClose={review.closeDetails}
      title={title}
      description={`${formData.name} · ${formData.companyName}`}
      footer={
        <DecisionButtons application={application} review={review} onConflict={setConflict} />
      }
    >
      <div className="bleed -mt-1 -mb-5 grid border-t border-line wrap-anywhere lg:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="grid content-start gap-5 px-(--gutter) py-4">
          {conflict && <Banner tone="danger">{conflict}</Banner>}
          <StatusSummary application={application} />
          {isUnconfirmed(application) && <KeepNotice application={application} />}
          <PossibleDuplicates duplicates={application.alike} onView={review.viewDetails} />
          <ApplicationFacts application={application} />
          <ChangeHistory entries={[...application.history].reverse()} />
        </div>
        <div className="border-line bg-sunken px-(--gutter) py-4 max-lg:border-t lg:border-l">
          <Documents application={application} />
        </div>
      </div>
    </Dialog>
  )
}

/** Type, status, e-mail confirmation, last decision and consent. */
function StatusSummary({ application }: { application: Application }) {
  const { id, type, status, created_at, email_confirmed_at } = application
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <TypeBadge type={type} />
        <ApplicationStatusBadge status={status} />
        {/* While it can be decided, a banner says so. */}
        {!isUnconfirmed(application) && (
          <State tone={email_confirmed_at ? 'success' : 'warning'}>
            {email_confirmed_at ? 'Email confirmed' : 'Email not confirmed'}
          </State>
        )}
        <span className="whitespace-nowrap">{applicationNumber(id)}</span>
        <span>
          Applied on <time dateTime={created_at}>{shortDate(created_at)}</time>
        </span>
      </p>
      <LastDecision application={application} />
      <Consent application={application} />
    </div>
  )
}

/** The last decision: by whom, when, and the reason. */
function LastDecision({ application }: { application: Application }) {
  const { status, decided_at, decided_by, decision_reason } = application
  const label = pastDecisions[status]
  if (!decided_at || !label) return null
  return (
    <div className="text-sm">
      <p>
        <span>
          {label} on {dateTime(decided_at, shortDate)}
        </span>
        {decided_by && <span> by {decided_by}</span>}
      </p>
      {decision_reason && (
        <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-line text-ink-soft">
          {decision_reason}
        </blockquote>
      )}
    </div>
  )
}

const pastDecisions: Partial<Record<Application['status'], string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  changes: 'Changes requested',
}

const Consent = ({
  application: { consented_at, notice_version },
}: {
  application: Application
}) => (
  <p className="text-sm text-ink-faint">
    {consented_at && notice_version ? (
      <>
        <span>Agreed to the privacy notice of </span>
        <time dateTime={notice_version}>
          {isDay(notice_version) ? shortDate(notice_version) : notice_version}
        </time>
        <span> on </span>
        <time dateTime={consented_at}>{`${shortDate(consented_at)}.`}</time>
      </>
    ) : (
      'Sent without the form, so the privacy notice was not accepted.'
    )}
  </p>
)

/** On phones the buttons fill the width of the dialog. */
const buttonClass = 'max-sm:flex-1'

interface DecisionButtonsProps {
  application: ApplicationDetails
  review: Review
  onConflict: (message: string) => void
}

/** The buttons of the decisions that the status allows; a Close button when there are none. */
function DecisionButtons({ application, review, onConflict }: DecisionButtonsProps) {
  const { status } = application
  const props = { application, review, onConflict, className: buttonClass }
  const request = (decision: 'rejected' | 'changes') =>
    review.requestDecision({ decision, application })
  if (
    !(['approved', 'rejected', 'changes', 'pending'] as const).some((to) => canDecide(status, to))
  )
    return <Button onClick={review.closeDetails}>Close</Button>
  return (
    <>
      {canDecide(status, 'rejected') && (
        <Button variant="quiet" className={buttonClass} onClick={() => request('rejected')}>
          Reject
        </Button>
      )}
      {canDecide(status, 'changes') && (
        <Button
          variant="quiet"
          className={classNames('sm:mr-auto', buttonClass)}
          onClick={() => request('changes')}
        >
          Request changes
        </Button>
      )}
      {canDecide(status, 'pending') && <ReopenButton {...props} />}
      {canDecide(status, 'approved') && <ApproveButton {...props} details={application} />}
    </>
  )
}
