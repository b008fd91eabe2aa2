import { useCallback, useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { SearchField } from '#platform/web/form/SearchField.tsx'
import { isTablet } from '#platform/web/layout/phone.ts'
import type { Column } from '#platform/web/table/columns.ts'
import { NoMatches } from '#platform/web/table/filters/NoMatches.tsx'
import { ResultCount } from '#platform/web/table/filters/ResultCount.tsx'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { RowMenu } from '#platform/web/table/rows/RowMenu.tsx'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart, preloadOnHover } from '#platform/web/ui/loading/lazy-part.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import { isOnBoard } from '../rules.ts'
import { approvedJobs, useDeleteJob } from './calls.ts'
import type { JobListQuery } from './JobCards.tsx'
import { JobDialog } from './JobDetailsDialog.tsx'
import { JobTable } from './JobTable.tsx'

const EditJobDialog = lazyPart(async () => (await import('./EditJobDialog.tsx')).EditJobDialog)
const onReach = preloadOnHover([EditJobDialog])

/** Approved Jobs (contract 2.5): view, edit and delete; includes expired jobs. */
export function ApprovedJobsTab() {
  const [search, setSearch] = useState('')
  const list = useList(approvedJobs(search ? { search } : {}))
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <SearchField
          label="Search approved jobs"
          placeholder="Title, company, location or keyword"
          className="w-70 max-lg:w-84 max-sm:w-full"
          value={search}
          onSearch={setSearch}
        />
        <ResultCount list={list} one="approved job" many="approved jobs" />
      </div>
      <ApprovedJobs list={list} onClear={search === '' ? undefined : () => setSearch('')} />
    </div>
  )
}

type OpenDialog = { job: Job; action: 'view' | 'edit' | 'delete' }

interface ApprovedJobsProps {
  list: JobListQuery
  /** Clears the search; undefined when there is none. */
  onClear: (() => void) | undefined
}

function ApprovedJobs({ list, onClear }: ApprovedJobsProps) {
  const [open, setOpen] = useState<OpenDialog>()
  const { area, moveFocusFrom } = useRowFocus(
    list.data ? rowsOf(list.data).map(({ id }) => id) : [],
  )
  const close = () => setOpen(undefined)
  const openDialog = useCallback(
    (next: OpenDialog) => {
      if (next.action === 'delete') moveFocusFrom(next.job.id, 'delete')
      setOpen(next)
    },
    [moveFocusFrom],
  )
  return (
    <div ref={area} {...onReach} tabIndex={-1} className="grid gap-6">
      <ApprovedTable list={list} onClear={onClear} onOpen={openDialog} />
      {open?.action === 'view' && <JobDialog job={open.job} title="Job Details" onClose={close} />}
      {open?.action === 'edit' && <EditJobDialog job={open.job} onClose={close} />}
      {open?.action === 'delete' && <DeleteJobDialog job={open.job} onClose={close} />}
    </div>
  )
}

function ApprovedTable({
  list,
  onClear,
  onOpen,
}: ApprovedJobsProps & { onOpen: (next: OpenDialog) => void }) {
  const actions = useCallback(
    (job: Job) => <ApprovedJobActions job={job} onOpen={onOpen} />,
    [onOpen],
  )
  if (list.isPending) return <SkeletonTable label="Loading the approved jobs" />
  if (list.isError && !list.data) return <LoadFailed isWhole query={list} />
  if (rowsOf(list.data).length === 0)
    return onClear ? (
      <NoMatches title="No jobs match your search" onClear={onClear} />
    ) : (
      <EmptyState title="No approved jobs">
        Jobs appear here once you approve them under Job Posts.
      </EmptyState>
    )
  return <JobTable caption="Approved jobs" list={list} columns={columns} actions={actions} />
}

/** On a desk three buttons, of which one has a fill; below that only View, and a menu. */
function ApprovedJobActions({ job, onOpen }: { job: Job; onOpen: (next: OpenDialog) => void }) {
  const open = (action: OpenDialog['action']) => () => onOpen({ job, action })
  const view = (
    <Button size="sm" variant="soft" onClick={open('view')}>
      View
    </Button>
  )
  if (isTablet())
    return (
      <RowActions
        rowId={job.id}
        menu={
          <RowMenu
            rowId={job.id}
            label={`More actions for ${job.title}`}
            items={[
              { label: 'Edit', onSelect: open('edit') },
              { label: 'Delete', isDestructive: true, onSelect: open('delete') },
            ]}
          />
        }
      >
        {view}
      </RowActions>
    )
  return (
    <RowActions rowId={job.id}>
      {view}
      <Button size="sm" variant="quiet" onClick={open('edit')}>
        Edit
      </Button>
      <Button size="sm" variant="quiet" data-act="delete" onClick={open('delete')}>
        Delete
      </Button>
    </RowActions>
  )
}

const columns: Column<Job>[] = [
  {
    key: 'status',
    header: 'Status',
    onPhone: 'beside',
    cell: (job) =>
      isOnBoard(job, new Date()) ? <State>APPROVED</State> : <State tone="warning">EXPIRED</State>,
  },
  {
    key: 'until',
    header: 'On board until',
    isForDesk: true,
    className: 'text-ink-soft tabular-nums',
    cell: ({ expires_at }) =>
      expires_at && <time dateTime={expires_at}>{shortDate(expires_at)}</time>,
  },
]

function DeleteJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const deleteJob = useDeleteJob()
  return (
    <ConfirmDialog
      open
      title="Delete this job?"
      confirmLabel="Delete"
      destructive
      pending={deleteJob.isPending}
      onConfirm={() => deleteJob.mutate({ id: job.id }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        “{job.title}” from {job.company_name || 'its poster'} will be permanently deleted, including
        from saved lists. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
