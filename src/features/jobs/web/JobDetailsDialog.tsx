import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useState } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/loading/DetailsPlaceholder.tsx'
import { Placeholders, Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import { isOnBoard } from '../rules.ts'
import { applyActions, footActions } from './apply-actions.ts'
import { jobDetails } from './calls.ts'
import { ApplyButtons, ApplyFoot, HowToApply } from './HowToApply.tsx'
import { JobStatusBadge } from './JobStatusBadge.tsx'
import { employmentLabels, payLabel } from './job-labels.ts'
import { SaveJobButton } from './SaveJobButton.tsx'

/** The details of the job that the URL names (`?job=`). */
export function JobDetailsDialog({
  id,
  canSave,
  onClose,
}: {
  id: string
  canSave: boolean
  onClose: () => void
}) {
  const job = useQuery(jobDetails(id))
  if (job.data) return <JobDialog job={job.data} canSave={canSave} onClose={onClose} />
  return (
    <Dialog open size="md" onClose={onClose} title="Job Details">
      <DetailsPlaceholder
        query={job}
        loading={<Bones />}
        notFound={
          <EmptyState title="Job not found">
            It has left the board, or the link is incomplete.
          </EmptyState>
        }
      />
    </Dialog>
  )
}

const Bones = () => (
  <Placeholders label="Loading the job" className="grid gap-4">
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-4/5" />
  </Placeholders>
)

/** Titles longer than this may be truncated in the header of the dialog; they are repeated below. */
const longTitle = 80

/** A job in full (contract 2.4, View Details). */
export function JobDialog({
  job,
  title = job.title,
  canSave = false,
  footer,
  onClose,
}: {
  job: Job
  title?: string
  /** True where the reader can save the job. */
  canSave?: boolean
  /** The foot of the dialog; by default the ways to apply. */
  footer?: ReactNode
  onClose: () => void
}) {
  const pay = payLabel(job)
  const isPublished = isOnBoard(job, new Date())
  const share = useShare(job)
  const actions = applyActions(job)
  const inFoot = footer === undefined ? footActions(actions) : []
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={title}
      description={pay && <Pay>{pay}</Pay>}
      headerActions={isPublished && share.buttons}
      footer={
        footer ?? (
          <>
            {canSave && <SaveJobButton job={job} className="mr-auto max-sm:flex-none!" />}
            {inFoot.length > 0 ? (
              <ApplyFoot actions={inFoot} all={actions} />
            ) : (
              <Button onClick={onClose}>Close</Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4 wrap-anywhere">
        {share.address}
        {title === job.title && job.title.length > longTitle && (
          <p className="font-semibold">{job.title}</p>
        )}
        {!isPublished && <JobStatusBadge job={job} />}
        <dl className="grid gap-1.5 *:grid *:grid-cols-[8.5rem_minmax(0,1fr)] *:items-baseline">
          {title !== job.title && <DescriptionItem name="Title">{job.title}</DescriptionItem>}
          <DescriptionItem name="Company">{job.company_name || 'Not given'}</DescriptionItem>
          <DescriptionItem name="Location">
            {job.location} ({job.location_type})
          </DescriptionItem>
          <DescriptionItem name="Employment Type">
            {employmentLabels[job.employment_type]}
          </DescriptionItem>
          {job.openings && <DescriptionItem name="Openings">{job.openings}</DescriptionItem>}
        </dl>
        <dl className="grid gap-4">
          <Texts job={job}>
            <ApplyButtons
              actions={actions.filter((action) => !inFoot.includes(action))}
              all={actions}
            />
          </Texts>
          {job.decision_reason && (
            <DescriptionItem name="Reason for rejection">{job.decision_reason}</DescriptionItem>
          )}
        </dl>
        <PostedOn job={job} isPublished={isPublished} />
      </div>
    </Dialog>
  )
}

const Pay = ({ children: pay }: { children: string }) => (
  <p className="text-md font-semibold text-ink">
    <span className="sr-only">Pay: </span>
    {pay}
  </p>
)

/** The texts of a job; `children` follow the one on how to apply. */
function Texts({ job, children }: { job: Job; children: ReactNode }) {
  if (job.description === '' && job.how_to_apply === '')
    return (
      <DescriptionItem name="Description">
        This job is no longer on the board, so its details are hidden.
      </DescriptionItem>
    )
  return (
    <>
      <DescriptionItem name="Description">{job.description}</DescriptionItem>
      <DescriptionItem name="How to Apply">
        <HowToApply text={job.how_to_apply} />
        {children}
      </DescriptionItem>
    </>
  )
}

function PostedOn({ job, isPublished }: { job: Job; isPublished: boolean }) {
  const { created_at, expires_at } = job
  return (
    <p className="text-xs text-ink-faint">
      Posted on <time dateTime={created_at}>{shortDate(created_at)}</time>
      {isPublished && expires_at && (
        <>
          {' '}
          · until <time dateTime={expires_at}>{shortDate(expires_at)}</time>
        </>
      )}
    </p>
  )
}

/** Shares a job on the board: copies its URL, or opens the share sheet of the device. */
function useShare(job: Job) {
  const [isManualCopy, setManualCopy] = useState(false)
  const url = `${window.location.origin}/jobs?job=${encodeURIComponent(job.id)}`

  async function copy() {
    const isCopied = await copyText(url)
    setManualCopy(!isCopied)
    if (isCopied) toast({ title: 'Link copied' })
  }

  async function share() {
    try {
      await navigator.share({ title: job.title, url })
    } catch (reason) {
      // An AbortError means that the user closed the share sheet.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) setManualCopy(true)
    }
  }

  return {
    buttons: (
      <>
        {'share' in navigator && (
          <IconButton label="Share" onClick={share}>
            <Share2 aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Copy link" onClick={copy}>
          <Link2 aria-hidden="true" />
        </IconButton>
      </>
    ),
    /** Where copying did not work. */
    address: isManualCopy && (
      <TextField
        label="Link to this job"
        hint="Couldn't copy the link. Please copy it from here."
        readOnly
        autoFocus
        value={url}
        onFocus={({ target }) => target.select()}
      />
    ),
  }
}
