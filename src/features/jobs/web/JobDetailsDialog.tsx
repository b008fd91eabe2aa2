import { useQuery } from '@tanstack/react-query'
import { Building2, Heart, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/Button.tsx'
import { statusOf } from '#platform/web/call.ts'
import { Dialog } from '#platform/web/Dialog.tsx'
import { EmptyState } from '#platform/web/EmptyState.tsx'
import { LoadFailed } from '#platform/web/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../contract.ts'
import { linkParts } from '../rules.ts'
import { oneJob, useSaveJob } from './calls.ts'
import { employmentLabels, StandingBadge } from './JobCard.tsx'

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
  const job = useQuery(oneJob(id))
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
      ) : statusOf(job.error) === 404 ? (
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

/** Everything a job says (specification section 2, View Details). */
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
        <p>
          <StandingBadge job={job} />
        </p>
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

function Entry({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 whitespace-pre-line">{children}</dd>
    </div>
  )
}

const link = 'text-accent-text underline underline-offset-2 hover:no-underline'
const outside = { target: '_blank', rel: 'noopener noreferrer' }

/** Plain text whose addresses and phone numbers can be followed. */
function LinkedText({ text }: { text: string }) {
  let at = 0
  return linkParts(text).map(({ text: words, href, whatsapp }) => {
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
