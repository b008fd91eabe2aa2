import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { infinitePathList } from '#platform/web/table/infinite-list.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type {
  Application,
  ApplicationDecision,
  ApplicationDetails,
  ApplicationQuery,
  PossibleDuplicate,
  Retention,
} from '../../contract.ts'
import { readFormData } from './read-form-data.ts'

export type Filters = Pick<ApplicationQuery, 'search' | 'status' | 'type' | 'sort'>

const pageSize = 50
const all = '/api/admin/applications'
const pending = '/api/admin/pending-applications'

/** The applications that wait for a decision. */
export const pendingApplications = (filters: Pick<Filters, 'sort'>) =>
  infinitePathList<Application>({
    path: pending,
    key: [pending, filters],
    filters,
    limit: pageSize,
    parseRow: normalise,
  })

/** The applications of every status. */
export const applications = (filters: Filters) =>
  infinitePathList<Application>({
    path: all,
    key: [all, 'list', filters],
    filters,
    limit: pageSize,
    parseRow: normalise,
  })

/** An application with duplicates and history; fetched on every opening, because decisions depend on it. */
export const applicationDetails = (id: string) =>
  queryOptions({
    queryKey: [all, 'one', id],
    queryFn: async ({ signal }) =>
      normalise(await call<ApplicationDetails>(`${all}/${encodeURIComponent(id)}`, { signal })),
    staleTime: 0,
  })

export const retention = queryOptions<Retention>({ queryKey: [`${all}/retention`] })

/** The possible duplicates of an application, fetched from the server. */
export const fetchDuplicates = async (id: string): Promise<PossibleDuplicate[]> =>
  (await queryClient.fetchQuery(applicationDetails(id))).alike

/** Everything that shows applications, or members made of them. */
const stalePaths = [
  '/api/admin/stats',
  pending,
  all,
  `${all}/retention`,
  '/api/admin/members',
  '/api/members',
]

const refresh = () =>
  Promise.all(stalePaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/**
 * Decides an application as it was read. `onConflict` is called with the server's message when the
 * application was decided or changed in the meantime, or when its e-mail address belongs to a member
 * (409); other failures, and conflicts without a handler, are shown in a toast.
 */
export function useDecide(onConflict?: (message: string) => void) {
  return useMutation({
    mutationFn: async ({ id, ...decision }: ApplicationDecision & { id: string }) =>
      normalise(
        await call<Application>(`${all}/${encodeURIComponent(id)}/status`, {
          method: 'PUT',
          json: decision,
        }),
      ),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Application status updated successfully' })
      return refresh()
    },
    onError: (error) => {
      const status = errorStatus(error)
      if (status === 409 && onConflict) onConflict(errorMessage(error, decisionFailed))
      else errorToast(error, decisionFailed)
      if (status === 404 || status === 409) return refresh()
      return undefined
    },
  })
}

export const decisionFailed = 'Failed to update application status'

/** Normalises the form data, whose keys and arrays may be spelled differently (contract 3.4). */
const normalise = <Row extends Application>(row: Row): Row => ({
  ...row,
  formData: readFormData(row.formData),
})
