import { useInfiniteQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#platform/web/Badge.tsx'
import { Button } from '#platform/web/Button.tsx'
import { type Column, DataTable } from '#platform/web/DataTable.tsx'
import { EmptyState } from '#platform/web/EmptyState.tsx'
import { LoadFailed } from '#platform/web/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/Skeleton.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../contract.ts'
import { jobsOf, pendingJobs, useDecideJob } from './calls.ts'
import { ShowMore } from './JobCard.tsx'
import { JobDialog } from './JobDetailsDialog.tsx'
import { RejectJobDialog } from './RejectJobDialog.tsx'

/** Job Posts (specification section 2): what waits for an administrator's decision, newest first. */
export function PendingJobsTab() {
  const list = useInfiniteQuery(pendingJobs)
  const [viewing, setViewing] = useState<Job>()
  const [rejecting, setRejecting] = useState<Job>()
  if (list.isPending) return <SkeletonRows label="Loading the pending jobs" />
  if (list.isError && !list.data)
    return <LoadFailed error={list.error} retry={() => void list.refetch()} />
  const jobs = jobsOf(list.data)
  if (jobs.length === 0)
    return (
      <EmptyState icon={<ClipboardCheck className="size-6" />} title="No pending jobs">
        New postings of OEM members wait here for your decision.
      </EmptyState>
    )
  const reject = (job: Job) => {
    setViewing(undefined)
    setRejecting(job)
  }
  return (
    <div className="grid gap-6">
      <DataTable
        caption="Pending jobs"
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          ...columns,
          {
            key: 'actions',
            header: 'Actions',
            onPhone: 'actions',
            cell: (job) => (
              <span className="flex flex-wrap gap-2 sm:flex-nowrap">
                <ApproveButton job={job} />
                <Button size="sm" onClick={() => reject(job)}>
                  Reject
                </Button>
                <Button size="sm" variant="ghost" onClick={() => setViewing(job)}>
                  View
                </Button>
              </span>
            ),
          },
        ]}
      />
      <ShowMore list={list} />
      {viewing && (
        <JobDialog
          job={viewing}
          title="Job Details"
          onClose={() => setViewing(undefined)}
          footer={
            <>
              <Button onClick={() => reject(viewing)}>Reject</Button>
              <ApproveButton job={viewing} onDone={() => setViewing(undefined)} />
            </>
          }
        />
      )}
      {rejecting && <RejectJobDialog job={rejecting} onClose={() => setRejecting(undefined)} />}
    </div>
  )
}

const columns: Column<Job>[] = [
  {
    key: 'title',
    header: 'Title',
    onPhone: 'title',
    className: 'min-w-48 font-medium wrap-anywhere',
    cell: ({ title }) => <span className="line-clamp-3">{title}</span>,
  },
  {
    key: 'company',
    header: 'Company',
    className: 'min-w-36 wrap-anywhere',
    cell: ({ company_name }) => <span className="line-clamp-3">{company_name}</span>,
  },
  {
    key: 'posted',
    header: 'Posted On',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
  },
  { key: 'status', header: 'Status', cell: () => <Badge tone="warning">PENDING</Badge> },
]

/** Approves the words as they were read; changed ones are refused and shown anew. */
function ApproveButton({ job, onDone }: { job: Job; onDone?: () => void }) {
  const decide = useDecideJob()
  const { id, updated_at } = job
  return (
    <Button
      size={onDone ? 'md' : 'sm'}
      variant="primary"
      pending={decide.isPending}
      onClick={() =>
        decide.mutate({ id, status: 'approved', updated_at }, { onSettled: () => onDone?.() })
      }
    >
      Approve
    </Button>
  )
}
