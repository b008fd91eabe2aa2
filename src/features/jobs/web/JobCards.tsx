import { Building2, Heart, IndianRupee, MapPin } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type InfiniteList, rowsOf } from '#platform/web/table/infinite-list.ts'
import { ShowMore } from '#platform/web/table/ShowMore.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { Skeleton, SkeletonCards } from '#platform/web/ui/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { Job } from '../answers.ts'
import { isOnBoard } from '../rules.ts'
import { useSaveJob } from './calls.ts'
import { JobStatusBadge } from './JobStatusBadge.tsx'
import { employmentLabels, locationLabels, payLabel } from './job-labels.ts'

export type JobListQuery = InfiniteList<Job>

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'

/** A list of jobs as cards, with its loading, error and empty states; more load on demand. */
export function JobCards({
  list,
  empty,
  onView,
}: {
  list: JobListQuery
  empty: ReactNode
  onView: (id: string) => void
}) {
  if (list.isPending) return <CardSkeletons />
  if (list.isError && !list.data) return <LoadFailed title="Couldn't load jobs" query={list} />
  const jobs = rowsOf(list.data)
  if (jobs.length === 0) return empty
  return (
    <div className="grid gap-6">
      <ul className={grid}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} onView={() => onView(job.id)} />
        ))}
      </ul>
      <ShowMore list={list} noun="jobs" />
    </div>
  )
}

const CardSkeletons = () => (
  <SkeletonCards count={3} label="Loading jobs" className={grid}>
    <Skeleton className="h-4 w-5/6" />
    <Skeleton className="mt-3 h-10 w-32" />
  </SkeletonCards>
)

function JobCard({ job, onView }: { job: Job; onView: () => void }) {
  const titleId = useId()
  const isListed = isOnBoard(job, new Date())
  return (
    <li
      className={classNames(
        'flex min-w-0 flex-col rounded-lg border border-line p-5 wrap-anywhere',
        isListed ? 'bg-surface shadow-card' : 'bg-page',
      )}
    >
      <div className="flex items-start gap-2">
        <h2 id={titleId} className="line-clamp-3 flex-1 pt-1 text-lg">
          {job.title}
        </h2>
        <SaveButton job={job} describedBy={titleId} />
      </div>
      <CardFacts job={job} />
      <p className="mt-3 flex flex-wrap gap-1.5">
        {!isListed && <JobStatusBadge job={job} />}
        <Badge>{employmentLabels[job.employment_type]}</Badge>
        <Badge>{locationLabels[job.location_type]}</Badge>
        {job.openings && <Badge>{countOf(job.openings, 'opening', 'openings')}</Badge>}
      </p>
      <p className="mt-3 mb-4 line-clamp-2 text-sm">
        {isListed ? job.description : 'This job is no longer on the board.'}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
        <p className="text-sm text-ink-faint">
          Posted on <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
        </p>
        <Button size="sm" aria-describedby={titleId} onClick={onView}>
          View Details
        </Button>
      </div>
    </li>
  )
}

/** Company, location and pay, each with an icon. */
function CardFacts({ job }: { job: Job }) {
  const pay = payLabel(job)
  return (
    <div className="mt-1 grid gap-1 text-sm text-ink-soft [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {job.company_name && (
        <p className="flex gap-2">
          <Building2 aria-hidden="true" />
          <span className="line-clamp-2 min-w-0">{job.company_name}</span>
        </p>
      )}
      <p className="flex gap-2">
        <MapPin aria-hidden="true" />
        <span className="line-clamp-2 min-w-0">{job.location}</span>
      </p>
      {pay && (
        <p className="flex gap-2">
          <IndianRupee aria-hidden="true" />
          <span className="min-w-0">{pay}</span>
        </p>
      )}
    </div>
  )
}

/** Saves a job or removes it from the saved ones; pressed while it is saved. */
function SaveButton({ job, describedBy }: { job: Job; describedBy: string }) {
  const save = useSaveJob(job.id)
  return (
    <IconButton
      label="Save job"
      aria-pressed={job.saved}
      aria-describedby={describedBy}
      className="-mt-1 -mr-2 shrink-0"
      onClick={() => save.mutate(!job.saved)}
    >
      <Heart aria-hidden="true" className={job.saved ? 'fill-current' : undefined} />
    </IconButton>
  )
}
