import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infiniteList, type Page, rowsOf } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { Job, JobClosing, JobDecision, JobEdit, JobPosting, JobQuery } from '../contract.ts'

export type Filters = Pick<JobQuery, 'search' | 'location_type' | 'employment_type'>

export const jobBoard = pages('/api/jobs', ['board'])
export const savedJobs = pages('/api/jobs/saved', ['saved'])
export const myPostings = pages('/api/jobs/mine', ['mine'])
export const searchJobs = (filters: Filters) => pages('/api/jobs', ['found', filters], filters)
export const pendingJobs = pages('/api/admin/pending-jobs', [], {}, '/api/admin/pending-jobs')
export const approvedJobs = (filters: Filters) =>
  pages('/api/admin/approved-jobs', [filters], filters, '/api/admin/approved-jobs')

/** One job by its id; what a list has already brought is not asked for again. */
export const jobDetails = (id: string) =>
  queryOptions({
    queryKey: ['/api/jobs', 'one', id],
    queryFn: ({ signal }) => call<Job>(`/api/jobs/${encodeURIComponent(id)}`, { signal }),
    initialData: () => loadedLists().find((job) => job.id === id),
  })

function pages(path: string, key: readonly unknown[], filters: Filters = {}, root = '/api/jobs') {
  return infiniteList<Job>({ path, key: [root, ...key], filters, limit: 24 })
}

function loadedLists(): Job[] {
  const lists = queryClient.getQueriesData({ queryKey: ['/api/jobs'] })
  return lists.flatMap(([, data]) => (isPaged(data) ? rowsOf(data) : []))
}

const isPaged = (data: unknown): data is InfiniteData<Page<Job>> =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Everything that shows jobs is asked for again where it is on screen, later where it is not. */
const refreshJobs = () =>
  Promise.all(
    ['/api/jobs', '/api/admin/pending-jobs', '/api/admin/approved-jobs', '/api/admin/stats'].map(
      (list) => queryClient.invalidateQueries({ queryKey: [list] }),
    ),
  )

/** The heart: filled at once, emptied again when the portal did not take it. */
export function useSaveJob(id: string) {
  return useMutation({
    scope: { id: `save ${id}` },
    mutationFn: (saved: boolean) =>
      call<Job>(`/api/jobs/${id}/saved`, { method: 'PUT', json: { saved } }),
    onMutate: (saved) => mark(id, saved),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: savedJobs.queryKey, refetchType: 'none' }),
    onError: (error, saved) => {
      mark(id, !saved)
      failed(error, 'The job could not be saved')
    },
  })
}

function mark(id: string, saved: boolean) {
  const marked = (job: Job) => (job.id === id ? { ...job, saved } : job)
  queryClient.setQueriesData({ queryKey: ['/api/jobs'] }, (data: unknown) =>
    isPaged(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(marked) })) }
      : data,
  )
  queryClient.setQueryData(jobDetails(id).queryKey, (job) => job && marked(job))
}

interface Submission {
  posting: JobPosting
  company_name: string
  /** The same for one form however often it is sent, so that it makes one job. */
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
      failed(error, 'Failed to post job')
      if (errorStatus(error) === 409) void refreshJobs()
    },
  })
}

export const useEditPosting = (id: string) =>
  useChange(
    (posting: JobPosting) => call<Job>(`/api/jobs/${id}`, { method: 'PUT', json: posting }),
    ({ status }) =>
      status === 'pending'
        ? 'Your job posting will be reviewed by an admin.'
        : 'Job updated successfully',
    'Failed to update job',
  )

export const useClosePosting = () =>
  useChange(
    ({ id, ...closing }: JobClosing & { id: string }) =>
      call<Job>(`/api/jobs/${id}/status`, { method: 'PUT', json: closing }),
    ({ status }) => (status === 'filled' ? 'Job marked as filled' : 'Job withdrawn'),
    'Failed to update job',
  )

export const useRenewPosting = () =>
  useChange(
    (id: string) => call<Job>(`/api/jobs/${id}/renew`, { method: 'POST' }),
    ({ status }) =>
      status === 'approved'
        ? 'Job renewed for 60 days'
        : 'Your job posting will be reviewed by an admin.',
    'Failed to renew job',
  )

export const useDecideJob = () =>
  useChange(
    ({ id, ...decision }: JobDecision & { id: string }) =>
      call<Job>(`/api/admin/jobs/${id}/status`, { method: 'PUT', json: decision }),
    () => 'Job status updated successfully',
    'Failed to update job status',
  )

export const useEditJob = (id: string) =>
  useChange(
    (edit: JobEdit) => call<Job>(`/api/admin/jobs/${id}`, { method: 'PUT', json: edit }),
    () => 'Job updated successfully',
    'Failed to update job',
  )

export const useDeleteJob = () =>
  useChange(
    (id: string) => call<unknown>(`/api/admin/jobs/${id}`, { method: 'DELETE' }),
    () => 'Job deleted successfully',
    'Failed to delete job',
  )

/** A change of a job: its lists follow, on failure too when somebody else was faster. */
function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  words: (answer: Answer) => string,
  fallback: string,
) {
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      toast({ title: 'Success', description: words(answer) })
      return refreshJobs()
    },
    onError: (error) => {
      failed(error, fallback)
      if ([404, 409].includes(errorStatus(error) ?? 0)) void refreshJobs()
    },
  })
}

const failed = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })
