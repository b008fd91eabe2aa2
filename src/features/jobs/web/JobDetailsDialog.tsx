import { useQuery } from '@tanstack/react-query'
import { Heart, Link2, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DescriptionItem } from '#platform/web/ui/DescriptionItem.tsx'
import { DetailsPlaceholder } from '#platform/web/ui/DetailsPlaceholder.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import { isOnBoard } from '../rules.ts'
import { jobDetails, useSaveJob } from './calls.ts'
import { HowToApply } from './HowToApply.tsx'
import { JobStatusBadge } from './JobStatusBadge.tsx'
import { employmentLabels, payLabel } from './job-labels.ts'

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
  if (job.data)
    return (
      <JobDialog
        job={job.data}
        onClose={onClose}
        footer={
          <>
            {canSave && <SaveButton job={job.data} />}
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    )
  return (
    <Dialog open onClose={onClose} title="Job Details">
      <DetailsPlaceholder
        query={job}
        loading={<SkeletonRows rows={4} label="Loading the job" />}
        notFound={
          <EmptyState title="Job not found">
            It has left the board, or the link is incomplete.
          </EmptyState>
        }
      />
    </Dialog>
  )
}

function SaveButton({ job }: { job: Job }) {
  const save = useSaveJob(job.id)
  return (
    <Button
      variant="ghost"
      icon={<Heart aria-hidden="true" className={job.saved ? 'fill-current' : undefined} />}
      onClick={() => save.mutate(!job.saved)}
    >
      {job.saved ? 'Remove from saved jobs' : 'Save job'}
    </Button>
  )
}

/** Titles longer than this may be truncated in the header of the dialog; they are repeated below. */
const longTitle = 80

/** A job in full (contract 2.4, View Details). */
export function JobDialog({
  job,
  title = job.title,
  footer,
  onClose,
}: {
  job: Job
  title?: string
  footer?: ReactNode
  onClose: () => void
}) {
  const pay = payLabel(job)
  const isTextHidden = job.description === '' && job.how_to_apply === ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={footer ?? <Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-5 wrap-anywhere">
        {title === job.title && job.title.length > longTitle && (
          <p className="font-semibold">{job.title}</p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <JobStatusBadge job={job} />
          {isOnBoard(job, new Date()) && <ShareButtons job={job} />}
        </div>
        <dl className="grid gap-4 sm:grid-cols-2">
          {title !== job.title && <DescriptionItem name="Title">{job.title}</DescriptionItem>}
          <DescriptionItem name="Company">{job.company_name || 'Not given'}</DescriptionItem>
          <DescriptionItem name="Location">
            {job.location} ({job.location_type})
          </DescriptionItem>
          <DescriptionItem name="Employment Type">
            {employmentLabels[job.employment_type]}
          </DescriptionItem>
          {pay && <DescriptionItem name="Pay">{pay}</DescriptionItem>}
          {job.openings && <DescriptionItem name="Openings">{job.openings}</DescriptionItem>}
          {isTextHidden ? (
            <DescriptionItem name="Description" wide>
              This job is no longer on the board, so its details are hidden.
            </DescriptionItem>
          ) : (
            <>
              <DescriptionItem name="Description" wide>
                {job.description}
              </DescriptionItem>
              <DescriptionItem name="How to Apply" wide>
                <HowToApply job={job} />
              </DescriptionItem>
            </>
          )}
          {job.decision_reason && (
            <DescriptionItem name="Reason for rejection" wide>
              {job.decision_reason}
            </DescriptionItem>
          )}
        </dl>
        <p className="text-sm text-ink-faint">
          Posted on <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
        </p>
      </div>
    </Dialog>
  )
}

/** Shares a job on the board: copies its URL, or opens the share sheet of the device. */
function ShareButtons({ job }: { job: Job }) {
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

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Link2 aria-hidden="true" />} onClick={copy}>
          Copy link
        </Button>
        {'share' in navigator && (
          <Button size="sm" icon={<Share2 aria-hidden="true" />} onClick={share}>
            Share
          </Button>
        )}
      </div>
      {isManualCopy && (
        <TextField
          label="Link to this job"
          hint="Couldn't copy the link. Please copy it from here."
          className="basis-full"
          readOnly
          autoFocus
          value={url}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  )
}
