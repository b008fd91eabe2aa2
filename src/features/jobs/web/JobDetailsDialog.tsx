import { useQuery } from '@tanstack/react-query'
import { Building2, Heart, Link2, MessageCircle, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorStatus } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Entry } from '#platform/web/ui/Entry.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../contract.ts'
import { isOnBoard } from '../rules.ts'
import { jobDetails, useSaveJob } from './calls.ts'
import { employmentLabels, JobStatusBadge } from './JobCards.tsx'
import { linkify } from './linkify.ts'

/** A job of the board by its id, as the address of the screen names it. */
export function JobDetailsDialog({
  id,
  saving,
  onClose,
}: {
  id: string
  saving: boolean
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
            {saving && <SaveButton job={job.data} />}
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    )
  return (
    <Dialog open onClose={onClose} title="Job Details">
      {job.isPending ? (
        <SkeletonRows rows={4} label="Loading the job" />
      ) : errorStatus(job.error) === 404 ? (
        <EmptyState icon={<Building2 className="size-6" />} title="This job is no longer here">
          It has left the board, or the address is not complete.
        </EmptyState>
      ) : (
        <LoadFailed error={job.error} retry={() => void job.refetch()} />
      )}
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

/** From how many characters on the head of the dialog may cut a title off. */
const longTitle = 80

/** Everything a job says (contract 2, View Details). */
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
  const isBare = job.description === '' && job.how_to_apply === ''
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
          {isOnBoard(job, new Date()) && <Sharing job={job} />}
        </div>
        <dl className="grid gap-4 sm:grid-cols-2">
          {title !== job.title && <Entry name="Title">{job.title}</Entry>}
          <Entry name="Company">{job.company_name || 'Not given'}</Entry>
          <Entry name="Location">
            {job.location} ({job.location_type})
          </Entry>
          <Entry name="Employment Type">{employmentLabels[job.employment_type]}</Entry>
          {isBare ? (
            <Entry name="Description" wide>
              This job is not on the board at the moment, so it shows no more than this.
            </Entry>
          ) : (
            <>
              <Entry name="Description" wide>
                {job.description}
              </Entry>
              <Entry name="How to Apply" wide>
                <LinkedText text={job.how_to_apply} />
              </Entry>
            </>
          )}
          {job.decision_reason && (
            <Entry name="Reason of the rejection" wide>
              {job.decision_reason}
            </Entry>
          )}
        </dl>
        <p className="text-sm text-ink-faint">
          Posted on <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
        </p>
      </div>
    </Dialog>
  )
}

/** Sends a job of the board on: by its address, or by what the device shares with. */
function Sharing({ job }: { job: Job }) {
  const [isByHand, setIsByHand] = useState(false)
  const url = `${window.location.origin}/jobs?job=${encodeURIComponent(job.id)}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setIsByHand(false)
      toast({ title: 'Link copied' })
    } catch {
      setIsByHand(true)
    }
  }

  async function share() {
    try {
      await navigator.share({ title: job.title, url })
    } catch (reason) {
      // Whoever closes the share sheet has changed their mind.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) setIsByHand(true)
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
      {isByHand && (
        <TextField
          label="Address of this job"
          hint="It could not be copied by itself. Please copy it from here."
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

const link = 'text-accent-text underline underline-offset-2 hover:no-underline'
const outside = { target: '_blank', rel: 'noopener noreferrer' }

/** Plain text whose addresses and phone numbers can be followed. */
function LinkedText({ text }: { text: string }) {
  let at = 0
  return linkify(text).map(({ text: words, href, whatsapp }) => {
    const key = at
    at += words.length
    if (!href) return words
    return (
      <span key={key}>
        <a href={href} className={link} {...(/^http/i.test(href) ? outside : { rel: outside.rel })}>
          {words}
        </a>
        {whatsapp && (
          <>
            {' '}
            <a
              href={`https://wa.me/${whatsapp}`}
              className={`${link} inline-flex items-center gap-1 text-sm`}
              {...outside}
            >
              <MessageCircle aria-hidden="true" className="size-4" />
              WhatsApp
            </a>
          </>
        )}
      </span>
    )
  })
}
