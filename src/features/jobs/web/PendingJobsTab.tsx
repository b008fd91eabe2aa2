import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isPhone } from '#platform/web/layout/phone.ts'
import type { Column } from '#platform/web/table/columns.ts'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { RowActions } from '#platform/web/table/rows/RowActions.tsx'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart, preloadOnHover } from '#platform/web/ui/loading/lazy-part.tsx'
import { SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { tableBelowTabsClass } from '#platform/web/ui/Tabs.tsx'
import type { Job } from '../answers.ts'
import { pendingJobs, useDecideJob } from './calls.ts'
import type { JobListQuery } from './JobCards.tsx'
import { JobDialog } from './JobDetailsDialog.tsx'
import { JobTable } from './JobTable.tsx'

const RejectJobDialog = lazyPart(
  async () => (await import('./RejectJobDialog.tsx')).RejectJobDialog,
)
const onReach = preloadOnHover([RejectJobDialog])

/** Job Posts (contract 2.5): the jobs that wait for a decision, newest first. */
export function PendingJobsTab() {
  const list = useInfiniteQuery(pendingJobs)
  const { area, moveFocusFrom } = useRowFocus(
    list.data ? rowsOf(list.data).map(({ id }) => id) : [],
  )
  const [viewing, setViewing] = useState<Job>()
  const [rejecting, setRejecting] = useState<Job>()
  const reject = useCallback(
    (job: Job) => {
      moveFocusFrom(job.id, 'reject')
      setViewing(undefined)
      setRejecting(job)
    },
    [moveFocusFrom],
  )
  return (
    <div ref={area} {...onReach} tabIndex={-1} className="grid gap-6">
      <PendingJobs list={list} onDecide={moveFocusFrom} onReject={reject} onView={setViewing} />
      {viewing && (
        <JobDialog
          job={viewing}
          title="Job Details"
          onClose={() => setViewing(undefined)}
          footer={
            <>
              <Button onClick={() => reject(viewing)}>Reject</Button>
              <ApproveButton
                job={viewing}
                onDecide={moveFocusFrom}
                onDone={() => setViewing(undefined)}
              />
            </>
          }
        />
      )}
      {rejecting && <RejectJobDialog job={rejecting} onClose={() => setRejecting(undefined)} />}
    </div>
  )
}

interface PendingJobsProps {
  list: JobListQuery
  onDecide: (id: string, act: string) => void
  onReject: (job: Job) => void
  onView: (job: Job) => void
}

function PendingJobs({ list, onDecide, onReject, onView }: PendingJobsProps) {
  const actions = useCallback(
    (job: Job) => (
      <RowActions rowId={job.id}>
        <ApproveButton job={job} onDecide={onDecide} />
        <Button size="sm" variant="soft" data-act="reject" onClick={() => onReject(job)}>
          Reject
        </Button>
        <Button size="sm" variant={isPhone() ? 'soft' : 'ghost'} onClick={() => onView(job)}>
          View
        </Button>
      </RowActions>
    ),
    [onDecide, onReject, onView],
  )
  if (list.isPending) return <SkeletonTable rows={5} label="Loading the pending jobs" />
  if (list.isError && !list.data) return <LoadFailed isWhole query={list} />
  if (rowsOf(list.data).length === 0)
    return (
      <EmptyState title="No pending jobs">
        New postings from OEM members appear here for your decision.
      </EmptyState>
    )
  return (
    <div className={tableBelowTabsClass}>
      <JobTable caption="Pending jobs" list={list} columns={columns} actions={actions} />
    </div>
  )
}

const columns: Column<Job>[] = [
  {
    key: 'status',
    header: 'Status',
    onPhone: 'beside',
    cell: () => <State tone="warning">PENDING</State>,
  },
]

interface ApproveButtonProps {
  job: Job
  onDecide: (id: string, act: string) => void
  onDone?: () => void
}

/** Approves a job as it was read. A job that has changed since is refused and reloaded. */
function ApproveButton({ job, onDecide, onDone }: ApproveButtonProps) {
  const decide = useDecideJob()
  const button = useRef<HTMLButtonElement>(null)
  const { id, updated_at } = job
  // The button is disabled while the call runs, and browsers blur a disabled button.
  useEffect(() => {
    if (decide.isError && document.activeElement === document.body) button.current?.focus()
  }, [decide.isError])
  return (
    <Button
      ref={button}
      size={onDone ? 'md' : 'sm'}
      variant={onDone ? 'primary' : 'soft'}
      data-act="approve"
      pending={decide.isPending}
      onClick={() => {
        onDecide(id, 'approve')
        const body = { status: 'approved', updated_at } as const
        decide.mutate({ id, body }, { onSettled: () => onDone?.() })
      }}
    >
      Approve
    </Button>
  )
}
