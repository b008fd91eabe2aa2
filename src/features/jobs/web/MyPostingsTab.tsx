import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import type { JobClosing } from '../contract.ts'
import { type PosterAction, posterActions, postingStatus } from '../rules.ts'
import { myPostings, useClosePosting, useRenewPosting } from './calls.ts'
import { JobStatusBadge } from './JobStatusBadge.tsx'
import { employmentLabels, locationLabels, payLabel } from './job-labels.ts'
import { EditPostingDialog } from './PostJobDialog.tsx'

interface MyPostingsTabProps {
  onView: (id: string) => void
  onPost: () => void
}

/** An OEM's postings, of every status, with their actions. */
export function MyPostingsTab({ onView, onPost }: MyPostingsTabProps) {
  const list = useInfiniteQuery(myPostings)
  const [editing, setEditing] = useState<Job>()
  const [closing, setClosing] = useState<Closing>()
  if (list.isPending) return <SkeletonRows rows={3} label="Loading your postings" />
  if (list.isError && !list.data)
    return <LoadFailed isWhole title="Couldn't load your postings" query={list} />
  const jobs = rowsOf(list.data)
  return (
    <div className="grid gap-6">
      {jobs.length === 0 ? (
        <EmptyState
          title="No postings yet"
          action={
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onPost}>
              Post your first job
            </Button>
          }
        >
          See the status of your postings, and edit, renew or withdraw them.
        </EmptyState>
      ) : (
        <ul
          aria-label="My Postings"
          className="divide-y divide-line bg-surface max-sm:bleed max-sm:border-y max-sm:border-line sm:rounded-lg sm:border sm:border-line"
        >
          {jobs.map((job) => (
            <PostingItem
              key={job.id}
              job={job}
              onView={() => onView(job.id)}
              onEdit={() => setEditing(job)}
              onCloseAs={(status) => setClosing({ job, status })}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} noun="jobs" />
      {editing && <EditPostingDialog job={editing} onClose={() => setEditing(undefined)} />}
      {closing && <ClosePostingDialog {...closing} onClose={() => setClosing(undefined)} />}
    </div>
  )
}

interface Closing {
  job: Job
  status: JobClosing['status']
}

interface PostingProps {
  job: Job
  onView: () => void
  onEdit: () => void
  onCloseAs: (status: JobClosing['status']) => void
}

function PostingItem({ job, onView, onEdit, onCloseAs }: PostingProps) {
  const titleId = useId()
  const pay = payLabel(job)
  const renew = useRenewPosting()
  const actions: Record<PosterAction, { label: string; pending?: boolean; onClick: () => void }> = {
    edit: { label: 'Edit', onClick: onEdit },
    renew: {
      label: 'Renew',
      pending: renew.isPending,
      onClick: () => renew.mutate({ id: job.id }),
    },
    filled: { label: 'Mark as filled', onClick: () => onCloseAs('filled') },
    withdrawn: { label: 'Withdraw', onClick: () => onCloseAs('withdrawn') },
  }
  const actionNames = posterActions[postingStatus(job, new Date())]
  const shown = useIsPhone() ? 1 : 2
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2 px-4 py-3 wrap-anywhere xl:grid-cols-[minmax(0,1fr)_15rem] xl:gap-x-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={titleId} className="text-base max-sm:text-field">
            <button
              type="button"
              className="rounded-sm text-left hover:underline touch:-my-2.5 touch:py-2.5"
              onClick={onView}
            >
              {job.title}
            </button>
          </h2>
          <p className="mt-0.5 text-sm text-ink-soft">
            {pay && <b className="font-semibold text-ink max-sm:block">{pay}</b>}
            {pay && <span className="max-sm:hidden"> · </span>}
            <span>{job.location}</span>
            {[employmentLabels[job.employment_type], locationLabels[job.location_type]].map(
              (term) => (
                <span key={term}>
                  {' · '}
                  <span className="whitespace-nowrap">{term}</span>
                </span>
              ),
            )}
          </p>
        </div>
        <div className="grid xl:w-52">
          <JobStatusBadge job={job} />
          <p className="text-sm text-ink-soft sm:mt-0.5">
            Posted on <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
          </p>
        </div>
      </div>
      <StatusHint job={job} />
      <RowActions
        className="xl:col-start-2 xl:row-start-1 xl:-mt-1 xl:justify-self-end"
        menu={
          <RowMenu
            rowId={job.id}
            label={`More actions for ${job.title}`}
            items={[
              { label: 'View Details', onSelect: onView },
              ...actionNames.slice(shown).map((action) => ({
                label: actions[action].label,
                disabled: actions[action].pending,
                onSelect: actions[action].onClick,
              })),
            ]}
          />
        }
      >
        {actionNames.slice(0, shown).map((action, index) => (
          <Button
            key={action}
            size="sm"
            variant={index === 0 ? 'soft' : 'ghost'}
            aria-describedby={titleId}
            pending={actions[action].pending}
            onClick={actions[action].onClick}
          >
            {actions[action].label}
          </Button>
        ))}
      </RowActions>
    </li>
  )
}

/** Explains a rejected or expired posting and what the poster can do next. */
function StatusHint({ job }: { job: Job }) {
  const status = postingStatus(job, new Date())
  if (status === 'rejected')
    return (
      <div className="text-sm text-ink-soft">
        <p className="whitespace-pre-line text-danger-text">
          {job.decision_reason ? `Reason: ${job.decision_reason}` : 'No reason given.'}
        </p>
        <p>Edit the job to send it for review again.</p>
      </div>
    )
  if (status === 'expired')
    return (
      <p className="text-sm text-ink-soft">
        Left the board on {shortDate(job.expires_at ?? job.created_at)}. Renew it for another 60
        days.
      </p>
    )
  return null
}

const confirmations = {
  withdrawn: { title: 'Withdraw this job?', confirmLabel: 'Withdraw' },
  filled: { title: 'Mark this job as filled?', confirmLabel: 'Mark as filled' },
} as const satisfies Record<JobClosing['status'], object>

function ClosePostingDialog({ job, status, onClose }: Closing & { onClose: () => void }) {
  const close = useClosePosting()
  return (
    <ConfirmDialog
      open
      {...confirmations[status]}
      destructive={status === 'withdrawn'}
      pending={close.isPending}
      onConfirm={() => close.mutate({ id: job.id, body: { status } }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">“{job.title}” will leave the board. You can renew it later.</p>
    </ConfirmDialog>
  )
}
