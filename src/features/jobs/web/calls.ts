import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query'
import { queryOf, refresh, send, tagged } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { infiniteList, type Page, rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import type { Job } from '../answers.ts'
import type { JobQuery } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

type Filters = Pick<JobQuery, 'search' | 'location_type' | 'employment_type' | 'min_pay'>

const limit = 24

export const savedJobs = infiniteList(endpoints.getSavedJobs, { limit })
export const myPostings = infiniteList(endpoints.getOwnJobs, { limit })
export const jobBoard = (query: Filters) => infiniteList(endpoints.getJobs, { query, limit })
export const pendingJobs = infiniteList(endpoints.getPendingJobs, { limit })
export const approvedJobs = (query: Filters) =>
  infiniteList(endpoints.getApprovedJobs, { query, limit })

/** A filter of queries: those that load jobs. */
export const jobQueries = tagged(...endpoints.getJobs.tags)

/** One job by its id, initially from a loaded list. */
export const jobDetails = (id: string) =>
  queryOptions({
    ...queryOf(endpoints.getJob, { id }),
    initialData: () => loadedLists().find((job) => job.id === id),
  })

function loadedLists(): Job[] {
  const queries = queryClient.getQueriesData(jobQueries)
  return queries.flatMap(([, data]) => (isJobPages(data) ? rowsOf(data) : []))
}

const isJobPages = (data: unknown): data is InfiniteData<Page<Job>> =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Saves a job, or removes it from the saved ones, with an optimistic update; a failure reverts it. */
export function useSaveJob(id: string) {
  return useMutation({
    scope: { id: `save ${id}` },
    mutationFn: (saved: boolean) => send(endpoints.putSaved, { id, body: { saved } }),
    onMutate: (saved) => setSaved(id, saved),
    // The list on screen stays as it is: a job just removed can be saved again.
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: savedJobs.queryKey, refetchType: 'none' }),
    onError: (error, saved) => {
      setSaved(id, !saved)
      errorToast(error, "Couldn't save the job")
    },
  })
}

function setSaved(id: string, saved: boolean) {
  const withSaved = (job: Job) => (job.id === id ? { ...job, saved } : job)
  queryClient.setQueriesData(jobQueries, (data: unknown) =>
    isJobPages(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(withSaved) })) }
      : data,
  )
  queryClient.setQueryData(jobDetails(id).queryKey, (job) => job && withSaved(job))
}

/** What saving a job reloads; the mutation stays pending until it has reloaded. */
export const jobSaveOptions = { refresh: () => refresh(endpoints.postPosting), awaitsRefresh: true }

const reviewMessage = 'Your job posting will be reviewed by an admin.'

export const jobPosted = { title: 'Job Posted', description: reviewMessage }

export const postingEdited = ({ status }: Job): string =>
  status === 'pending' ? reviewMessage : 'Job updated successfully'

export const useClosePosting = () =>
  useSave(endpoints.putPostingStatus, {
    awaitsRefresh: true,
    success: ({ status }) => (status === 'filled' ? 'Job marked as filled' : 'Job withdrawn'),
    failure: 'Failed to update job',
  })

export const useRenewPosting = () =>
  useSave(endpoints.postRenewal, {
    awaitsRefresh: true,
    success: ({ status }) => (status === 'approved' ? 'Job renewed for 60 days' : reviewMessage),
    failure: 'Failed to renew job',
  })

export const decideJobOptions = {
  ...jobSaveOptions,
  success: 'Job status updated successfully',
  failure: 'Failed to update job status',
}

export const useDecideJob = () => useSave(endpoints.putJobStatus, decideJobOptions)

export const useDeleteJob = () =>
  useSave(endpoints.deleteJob, {
    awaitsRefresh: true,
    success: 'Job deleted successfully',
    failure: 'Failed to delete job',
  })
