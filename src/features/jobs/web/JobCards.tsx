import type { ReactNode } from 'react'
import { useId } from 'react'
import { cardListClass, listCardClass } from '#platform/web/table/card-list.ts'
import { type InfiniteList, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Placeholders, Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { Job } from '../answers.ts'
import { isOnBoard } from '../rules.ts'
import { JobStatusBadge } from './JobStatusBadge.tsx'
import { employmentLabels, locationLabels, payLabel } from './job-labels.ts'
import { SaveJobButton } from './SaveJobButton.tsx'

export type JobListQuery = InfiniteList<Job>

/** One, two or three columns (contract 2.4). */
const grid = `${cardListClass} sm:grid-cols-2 xl:grid-cols-3`

const cardClass = `${listCardClass} flex flex-col p-4`

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
  if (list.isError && !list.data)
    return <LoadFailed isWhole title="Couldn't load jobs" query={list} />
  const jobs = rowsOf(list.data)
  if (jobs.length === 0) return empty
  return (
    <div className="grid grid-cols-1 gap-6">
      <ul aria-label="Jobs" className={grid}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} onView={() => onView(job.id)} />
        ))}
      </ul>
      <ShowMore list={list} noun="jobs" />
    </div>
  )
}

/** Three cards (contract 2.4). */
const CardSkeletons = () => (
  <Placeholders count={3} label="Loading jobs" className={grid}>
    <span data-skeleton="card" className={`${cardClass} gap-2.5 bg-surface`}>
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="mt-1 h-7 w-24 self-end max-sm:h-11" />
    </span>
  </Placeholders>
)

function JobCard({ job, onView }: { job: Job; onView: () => void }) {
  const titleId = useId()
  const isPublished = isOnBoard(job, new Date())
  const place = [job.company_name, job.location].filter(Boolean).join(' · ')
  return (
    <li className={`${cardClass} hover:border-rim ${isPublished ? 'bg-surface' : 'bg-page'}`}>
      <div className="flex items-start gap-2">
        <h2
          id={titleId}
          title={job.title}
          className="line-clamp-2 min-w-0 flex-1 text-base wrap-anywhere max-sm:text-field"
        >
          {job.title}
        </h2>
        {/* Above the button that covers the card. */}
        <SaveJobButton
          job={job}
          describedBy={titleId}
          className="relative z-1 -my-1.5 -mr-2 touch:-my-3"
        />
      </div>
      <p className="mt-0.5 one-line text-sm text-ink-soft" title={place}>
        {job.company_name && (
          <>
            <span>{job.company_name}</span>
            {' · '}
          </>
        )}
        <span>{job.location}</span>
      </p>
      <Terms job={job} />
      {isPublished ? (
        <p className="mt-1.5 line-clamp-2 pt-0.5 text-sm leading-relaxed text-ink-soft wrap-anywhere">
          {job.description}
        </p>
      ) : (
        <div className="mt-1.5 grid justify-items-start gap-1 text-sm text-ink-soft">
          <JobStatusBadge job={job} />
          <p>This job is no longer on the board.</p>
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3 max-sm:pt-2">
        <p className="text-xs text-ink-faint">
          Posted on <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
        </p>
        {/* Covers the card, which opens as a whole. */}
        <Button
          size="sm"
          variant="soft"
          aria-describedby={titleId}
          className="before:absolute before:inset-0 before:rounded-lg"
          onClick={onView}
        >
          View Details
        </Button>
      </div>
    </li>
  )
}

/** The pay in bold and the other terms, on one line; a term that does not fit is left out. */
function Terms({ job }: { job: Job }) {
  const pay = payLabel(job)
  const terms = [
    employmentLabels[job.employment_type],
    locationLabels[job.location_type],
    ...(job.openings ? [countOf(job.openings, 'opening', 'openings')] : []),
  ]
  return (
    <p
      className="mt-1.5 flex h-lh flex-wrap overflow-hidden text-sm text-ink-soft"
      title={[pay, ...terms].filter(Boolean).join(' · ')}
    >
      {pay && <b className="one-line font-semibold text-ink">{pay}</b>}
      {terms.map((term, index) => (
        <span key={term} className="one-line whitespace-pre">
          {pay || index > 0 ? ` · ${term}` : term}
        </span>
      ))}
    </p>
  )
}
