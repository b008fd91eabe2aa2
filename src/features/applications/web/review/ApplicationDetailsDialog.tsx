import { useQuery } from '@tanstack/react-query'
import { FileX2 } from 'lucide-react'
import { useState } from 'react'
import { errorStatus } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ChangeHistory } from '#platform/web/ui/ChangeHistory.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { dateTime, shortDate } from '#shared/dates.ts'
import type { Application, ApplicationDetails } from '../../contract.ts'
import { canDecide } from '../../rules.ts'
import { ApplicationFacts, StatusBadge, TypeBadge } from './ApplicationFacts.tsx'
import { ApproveButton, ReopenButton, type Review } from './ApplicationTable.tsx'
import { applicationDetails } from './calls.ts'
import { Documents } from './Documents.tsx'
import { PossibleDuplicates } from './SimilarRecords.tsx'
import { UnconfirmedNotice } from './UnconfirmedNotice.tsx'

const title = 'Application Details'

/** Everything about one application, and what can be decided on it (contract 2). */
export function ApplicationDetailsDialog({ id, review }: { id: string; review: Review }) {
  const application = useQuery(applicationDetails(id))
  if (application.data) return <Details application={application.data} review={review} />
  return (
    <Dialog open size="lg" onClose={review.closeDetails} title={title}>
      {application.isPending ? (
        <SkeletonRows rows={6} label="Loading the application" />
      ) : errorStatus(application.error) === 404 ? (
        <EmptyState icon={<FileX2 className="size-6" />} title="This application is not here">
          It has been deleted, or the address is not complete.
        </EmptyState>
      ) : (
        <LoadFailed error={application.error} retry={() => void application.refetch()} />
      )}
    </Dialog>
  )
}

function Details({ application, review }: { application: ApplicationDetails; review: Review }) {
  const [clash, setClash] = useState<string>()
  const { formData } = application
  return (
    <Dialog
      open
      size="lg"
      onClose={review.closeDetails}
      title={title}
      description={`${formData.name} · ${formData.companyName}`}
      footer={<Decisions application={application} review={review} onClash={setClash} />}
    >
      <div className="grid gap-4 wrap-anywhere">
        {clash && <Banner tone="danger">{clash}</Banner>}
        <Standing application={application} />
        {isOpen(application) && !application.email_confirmed_at && (
          <UnconfirmedNotice email={formData.email} />
        )}
        <PossibleDuplicates alike={application.alike} onView={review.view} />
        <ApplicationFacts application={application} />
        <Documents application={application} />
        <ChangeHistory entries={application.history.toReversed()} />
      </div>
    </Dialog>
  )
}

const isOpen = ({ status }: Application) => status === 'pending' || status === 'changes'

/** Where it stands, whether the address is the applicant's, and what was consented to. */
function Standing({ application }: { application: Application }) {
  const { type, status, created_at, email_confirmed_at } = application
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <TypeBadge type={type} />
        <StatusBadge status={status} />
        {email_confirmed_at ? (
          <Badge tone="success">E-mail confirmed</Badge>
        ) : (
          <Badge tone="warning">E-mail not confirmed</Badge>
        )}
        <span>
          Applied on <time dateTime={created_at}>{shortDate(created_at)}</time>
        </span>
      </p>
      <Decision application={application} />
      <p className="text-sm text-ink-faint">{consentWords(application)}</p>
    </div>
  )
}

/** What was decided last, by whom, when, and in which words. */
function Decision({ application }: { application: Application }) {
  const { status, decided_at, decided_by, decision_reason } = application
  const verb = verbs[status]
  if (!decided_at || !verb) return null
  return (
    <div className="text-sm">
      <p>
        {verb} on {dateTime(decided_at)}
        {decided_by && ` by ${decided_by}`}
      </p>
      {decision_reason && (
        <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-line text-ink-soft">
          {decision_reason}
        </blockquote>
      )}
    </div>
  )
}

const verbs: Partial<Record<Application['status'], string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  changes: 'Changes asked for',
}

const consentWords = ({ consented_at, notice_version }: Application): string =>
  consented_at && notice_version
    ? `Agreed to the privacy notice of ${notice_version} on ${shortDate(consented_at)}.`
    : 'Sent without the form, so without agreeing to the privacy notice.'

/** On phones the buttons fill the foot of the sheet. */
const wide = 'max-sm:flex-1'

interface DecisionsProps {
  application: ApplicationDetails
  review: Review
  onClash: (words: string) => void
}

/** The buttons of what may follow the present state; else only the way out. */
function Decisions({ application, review, onClash }: DecisionsProps) {
  const { status, alike } = application
  const given = { application, review, onClash, className: wide }
  const ask = (decision: 'rejected' | 'changes') => review.ask({ decision, application })
  if (
    !(['approved', 'rejected', 'changes', 'pending'] as const).some((to) => canDecide(status, to))
  )
    return <Button onClick={review.closeDetails}>Close</Button>
  return (
    <>
      {canDecide(status, 'changes') && (
        <Button className={wide} onClick={() => ask('changes')}>
          Ask for changes
        </Button>
      )}
      {canDecide(status, 'rejected') && (
        <Button className={wide} onClick={() => ask('rejected')}>
          Reject
        </Button>
      )}
      {canDecide(status, 'pending') && <ReopenButton {...given} />}
      {canDecide(status, 'approved') && <ApproveButton {...given} alike={alike} />}
    </>
  )
}
