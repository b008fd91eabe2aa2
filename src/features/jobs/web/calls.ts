import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infinitePathList, type Page, rowsOf } from '#platform/web/table/infinite-list.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { Job, JobClosing, JobDecision, JobEdit, JobPosting, JobQuery } from '../contract.ts'

export type Filters = Pick<JobQuery, 'search' | 'location_type' | 'employment_type'>

export const jobBoard = jobList('/api/jobs', ['board'])
export const savedJobs = jobList('/api/jobs/saved', ['saved'])
export const myPostings = jobList('/api/jobs/mine', ['mine'])
export const searchJobs = (filters: Filters) => jobList('/api/jobs', ['found', filters], filters)
export const pendingJobs = jobList('/api/admin/pending-jobs', [], {}, '/api/admin/pending-jobs')
export const approvedJobs = (filters: Filters) =>
  jobList('/api/admin/approved-jobs', [filters], filters, '/api/admin/approved-jobs')

/** One job by its id, initially from a loaded list. */
export const jobDetails = (id: string) =>
  queryOptions({
    queryKey: ['/api/jobs', 'one', id],
    queryFn: ({ signal }) => call<Job>(`/api/jobs/${encodeURIComponent(id)}`, { signal }),
    initialData: () => loadedLists().find((job) => job.id === id),
  })

function jobList(path: string, key: readonly unknown[], filters: Filters = {}, root = '/api/jobs') {
  return infinitePathList<Job>({ path, key: [root, ...key], filters, limit: 24 })
}

function loadedLists(): Job[] {
  const lists = queryClient.getQueriesData({ queryKey: ['/api/jobs'] })
  return lists.flatMap(([, data]) => (isJobPages(data) ? rowsOf(data) : []))
}

const isJobPages = (data: unknown): data is InfiniteData<Page<Job>> =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Invalidates every query that shows jobs: those on screen reload now, the others when shown. */
const refreshJobs = () =>
  Promise.all(
    ['/api/jobs', '/api/admin/pending-jobs', '/api/admin/approved-jobs', '/api/admin/stats'].map(
      (list) => queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )

/** Saves a job, or removes it from the saved ones, with an optimistic update; a failure reverts it. */
export function useSaveJob(id: string) {
  return useMutation({
    scope: { id: `save ${id}` },
    mutationFn: (saved: boolean) =>
      call<Job>(`/api/jobs/${id}/saved`, { method: 'PUT', json: { saved } }),
    onMutate: (saved) => setSaved(id, saved),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: savedJobs.queryKey, refetchType: 'none' }),
    onError: (error, saved) => {
      setSaved(id, !saved)
      errorToast(error, 'The job could not be saved')
    },
  })
}

function setSaved(id: string, saved: boolean) {
  const withSaved = (job: Job) => (job.id === id ? { ...job, saved } : job)
  queryClient.setQueriesData({ queryKey: ['/api/jobs'] }, (data: unknown) =>
    isJobPages(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(withSaved) })) }
      : data,
  )
  queryClient.setQueryData(jobDetails(id).queryKey, (job) => job && withSaved(job))
}

interface Submission {
  posting: JobPosting
  company_name: string
  /** The Idempotency-Key: one per form, so that repeated requests make one job. */
  key: string
}

export function usePostJob() {
  return useMutation({
    mutationFn: ({ posting, company_name, key }: Submission) =>
      call<Job>('/api/jobs', {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        json: { ...posting, company_name },
      }),
    onSuccess: () => {
      toast({
        title: 'Job Posted',
        description: 'Your job posting will be reviewed by an admin.',
      })
      return refreshJobs()
    },
    onError: (error) => {
      errorToast(error, 'Failed to post job')
      if (errorStatus(error) === 409) void refreshJobs()
    },
  })
}

export const useEditPosting = (id: string) =>
  useJobMutation(
    (posting: JobPosting) => call<Job>(`/api/jobs/${id}`, { method: 'PUT', json: posting }),
    ({ status }) =>
      status === 'pending'
        ? 'Your job posting will be reviewed by an admin.'
        : 'Job updated successfully',
    'Failed to update job',
  )

export const useClosePosting = () =>
  useJobMutation(
    ({ id, ...closing }: JobClosing & { id: string }) =>
      call<Job>(`/api/jobs/${id}/status`, { method: 'PUT', json: closing }),
    ({ status }) => (status === 'filled' ? 'Job marked as filled' : 'Job withdrawn'),
    'Failed to update job',
  )

export const useRenewPosting = () =>
  useJobMutation(
    (id: string) => call<Job>(`/api/jobs/${id}/renew`, { method: 'POST' }),
    ({ status }) =>
      status === 'approved'
        ? 'Job renewed for 60 days'
        : 'Your job posting will be reviewed by an admin.',
    'Failed to renew job',
  )

export const useDecideJob = () =>
  useJobMutation(
    ({ id, ...decision }: JobDecision & { id: string }) =>
      call<Job>(`/api/admin/jobs/${id}/status`, { method: 'PUT', json: decision }),
    () => 'Job status updated successfully',
    'Failed to update job status',
  )

export const useEditJob = (id: string) =>
  useJobMutation(
    (edit: JobEdit) => call<Job>(`/api/admin/jobs/${id}`, { method: 'PUT', json: edit }),
    () => 'Job updated successfully',
    'Failed to update job',
  )

export const useDeleteJob = () =>
  useJobMutation(
    (id: string) => call<unknown>(`/api/admin/jobs/${id}`, { method: 'DELETE' }),
    () => 'Job deleted successfully',
    'Failed to delete job',
  )

/** Changes a job and reloads the lists, also when the job was changed or deleted by someone else. */
function useJobMutation<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  message: (answer: Answer) => string,
  fallback: string,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      toast({ title: 'Success', description: message(answer) })
      return refreshJobs()
    },
    onError: (error) => {
      errorToast(error, fallback)
      if ([404, 409].includes(errorStatus(error) ?? 0)) void refreshJobs()
    },
  })
}
