import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infinitePathList, type Page, rowsOf } from '#platform/web/table/infinite-list.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import type { Job, JobClosing, JobDecision, JobEdit, JobPosting, JobQuery } from '../contract.ts'

type Filters = Pick<JobQuery, 'search' | 'location_type' | 'employment_type'>

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

/** What a saved job reloads; the caller stays pending until then. */
export const jobsChange = { refresh: refreshJobs, awaitsRefresh: true }

const reviewMessage = 'Your job posting will be reviewed by an admin.'

/** Posts a job; the same key makes the same job once. */
export const postJob = (posting: JobPosting & Pick<Job, 'company_name'>, key: string) =>
  call<Job>('/api/jobs', {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    json: posting,
  })

export const jobPosted = { title: 'Job Posted', description: reviewMessage }

export const editPosting = (id: string, posting: JobPosting) =>
  call<Job>(`/api/jobs/${id}`, { method: 'PUT', json: posting })

export const postingEdited = ({ status }: Job): string =>
  status === 'pending' ? reviewMessage : 'Job updated successfully'

export const editJob = (id: string, edit: JobEdit) =>
  call<Job>(`/api/admin/jobs/${id}`, { method: 'PUT', json: edit })

export const useClosePosting = () =>
  useSave(
    ({ id, ...closing }: JobClosing & { id: string }) =>
      call<Job>(`/api/jobs/${id}/status`, { method: 'PUT', json: closing }),
    {
      ...jobsChange,
      success: ({ status }) => (status === 'filled' ? 'Job marked as filled' : 'Job withdrawn'),
      failure: 'Failed to update job',
    },
  )

export const useRenewPosting = () =>
  useSave((id: string) => call<Job>(`/api/jobs/${id}/renew`, { method: 'POST' }), {
    ...jobsChange,
    success: ({ status }) => (status === 'approved' ? 'Job renewed for 60 days' : reviewMessage),
    failure: 'Failed to renew job',
  })

type Decision = JobDecision & { id: string }

export const decideJob = ({ id, ...decision }: Decision) =>
  call<Job>(`/api/admin/jobs/${id}/status`, { method: 'PUT', json: decision })

export const jobDecided = {
  ...jobsChange,
  success: 'Job status updated successfully',
  failure: 'Failed to update job status',
}

export const useDecideJob = () => useSave(decideJob, jobDecided)

export const useDeleteJob = () =>
  useSave((id: string) => call<unknown>(`/api/admin/jobs/${id}`, { method: 'DELETE' }), {
    ...jobsChange,
    success: 'Job deleted successfully',
    failure: 'Failed to delete job',
  })
